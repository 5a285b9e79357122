// Colours of the canvases; the page's own are in style.css. Curves: Okabe and Ito's palette, told apart by
// colour-blind readers, without its yellow on white and its black on black.

export interface Theme {
  dark: boolean;
  background: string;
  text: string;
  faint: string; // labels of lesser weight
  grid: string;
  frame: string;
  cursor: string;
  curves: string[];
}

export const light: Theme = {
  dark: false,
  background: '#ffffff',
  text: '#1c2430',
  faint: '#5a6675',
  grid: '#e3e7ec',
  frame: '#9aa5b1',
  cursor: '#8a2be2',
  curves: ['#0072b2', '#d55e00', '#009e73', '#b5548b', '#a86f00', '#8d6e63', '#000000', '#7a5cc9'],
};

export const dark: Theme = {
  dark: true,
  background: '#171c23',
  text: '#e6ebf1',
  faint: '#9fabb9',
  grid: '#2a323d',
  frame: '#566273',
  cursor: '#c9a6ff',
  curves: ['#56b4e9', '#ff9d4d', '#2fc79a', '#e59bc8', '#f0e442', '#c49c7a', '#ffffff', '#b59cff'],
};

// Runs beyond the first are told from it by their dashes as well.
export const dashes: number[][] = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

type Choice = 'auto' | 'light' | 'dark';
let choice: Choice = 'auto';
const system = window.matchMedia('(prefers-color-scheme: dark)');
const paper = window.matchMedia('print');
let printing = false; // paper is white
const listeners = new Set<() => void>();

export function currentTheme(): Theme {
  if (printing) return light;
  return (choice === 'auto' ? system.matches : choice === 'dark') ? dark : light;
}

export function isPrinting(): boolean {
  return printing;
}

export function toggleTheme(): void {
  choice = currentTheme().dark ? 'light' : 'dark';
  apply();
}

export function onTheme(listener: () => void): void {
  listeners.add(listener);
}

function apply(): void {
  document.documentElement.dataset['theme'] = currentTheme().dark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

function setPrinting(on: boolean): void {
  if (printing === on) return;
  printing = on;
  apply();
}

system.addEventListener('change', apply);
paper.addEventListener('change', () => setPrinting(paper.matches));
window.addEventListener('beforeprint', () => setPrinting(true));
window.addEventListener('afterprint', () => setPrinting(false));
apply();
