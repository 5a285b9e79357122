// Modes at one value of the parameter: what they are called, and the table of them.
import { breakable, h } from '../dom';
import { formatFixed } from '../format';

export interface Share {
  body: string;
  coordinate: string;
  amplitude: number;
  phase: number; // [rad]
}

export interface Mode {
  track: number;
  re: number;
  im: number;
  frequency: number;
  damping: number;
  name?: string;
  shape?: string;
  shares?: Share[];
  amplitudes?: number[]; // over EigenContent.freedoms, where a file holds many values
  phases?: number[];
}

export const swings = (mode: Mode): boolean => mode.im > 0 && mode.damping < 0.9995; // below that nobody sees a swing
export const isNeutral = (mode: Mode): boolean => Math.hypot(mode.re, mode.im) < 1e-4; // a freedom that nothing holds
export const grows = (mode: Mode): boolean => mode.re > 1e-6 && !isNeutral(mode);

export function nameOf(mode: Mode): string {
  if (mode.name) return mode.name.replaceAll('_', ' ');
  if (isNeutral(mode)) return 'neutral';
  const first = (mode.shares ?? []).slice(0, 2).map((share) => `${share.body} ${share.coordinate}`);
  return first.length > 0 ? first.join(', ') : `root ${mode.track + 1}`;
}

export function frequencyText(mode: Mode): string {
  return swings(mode) ? formatFixed(mode.frequency, mode.frequency < 100 ? 2 : 0) : '–';
}

export function dampingText(mode: Mode): string {
  return swings(mode) ? formatFixed(mode.damping * 100, 1) : '–';
}

// Swinging ones by frequency, then those that only die out, the slowest first.
export function sortModes(modes: Mode[]): Mode[] {
  const still = modes.filter((mode) => !swings(mode)).sort((a, b) => b.re - a.re);
  return [...modes.filter(swings).sort((a, b) => a.frequency - b.frequency), ...still];
}

function stateText(mode: Mode): string {
  if (isNeutral(mode)) return 'neutral';
  if (grows(mode)) return 'unstable';
  return swings(mode) ? 'stable' : 'decays';
}

// Real part: two decimals where they tell something.
export const growthText = ({ re }: Mode): string => formatFixed(re, Math.abs(re) < 10 ? 2 : Math.abs(re) < 100 ? 1 : 0);

// The table; a click, or the arrow keys, choose a mode.
export class ModeTable {
  readonly element = h('div', { class: 'wide mode-list', role: 'group', 'aria-label': 'modes', tabindex: '0' });
  private readonly body = h('tbody');
  private modes: Mode[] = [];
  private buttons: HTMLButtonElement[] = [];

  constructor(private readonly onChoose: (mode: Mode) => void) {
    const head = ['mode', 'f [Hz]', 'damping [%]', 'Re λ [1/s]', 'state'].map((text, i) => h('th', { scope: 'col', class: i > 0 && i < 4 ? 'number' : '' }, text));
    this.element.append(h('table', { class: 'channels mode-table' }, h('thead', {}, h('tr', {}, ...head)), this.body));
    this.body.addEventListener('keydown', (event) => this.key(event));
  }

  set(modes: Mode[], track: number): void {
    this.modes = sortModes(modes);
    this.buttons = this.modes.map((mode) => h('button', { type: 'button', class: 'link', onclick: () => this.onChoose(mode) }, nameOf(mode)));
    const rows = this.modes.map((mode, i) => {
      const row = h(
        'tr',
        { class: grows(mode) ? 'grows' : '', onclick: () => this.onChoose(mode) },
        h('th', { scope: 'row' }, this.buttons[i]),
        h('td', { class: 'number' }, frequencyText(mode)),
        h('td', { class: 'number' }, dampingText(mode)),
        h('td', { class: 'number' }, growthText(mode)),
        h('td', {}, stateText(mode)),
      );
      return row;
    });
    this.body.replaceChildren(...rows);
    this.mark(track);
  }

  mark(track: number): void {
    this.modes.forEach((mode, i) => {
      const chosen = mode.track === track;
      this.buttons[i]!.setAttribute('aria-pressed', String(chosen));
      this.buttons[i]!.closest('tr')!.classList.toggle('chosen', chosen);
    });
  }

  private key(event: KeyboardEvent): void {
    const at = this.buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : -1;
    if (at < 0 || !this.buttons[to]) return;
    event.preventDefault();
    this.buttons[to]!.focus();
    this.onChoose(this.modes[to]!);
  }
}

const directions: Record<string, string> = { x: 'forward x', y: 'lateral y', z: 'vertical z', phi: 'roll φ', chi: 'pitch χ', psi: 'yaw ψ' };

// Who takes part, how much and when: for the reader who wants numbers.
export function makeShareTable(mode: Mode, shares: Share[]): HTMLElement {
  const shown = shares.filter((share) => share.amplitude >= 0.02).slice(0, 30);
  const rows = shown.map((share) => {
    const meter = h('span', { class: 'meter', 'aria-hidden': 'true' });
    meter.style.width = `${Math.max(1, share.amplitude * 100)}%`;
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, ...breakable(share.body.replaceAll('_', ' '))),
      h('td', {}, directions[share.coordinate] ?? share.coordinate),
      h('td', { class: 'number' }, formatFixed(share.amplitude, 2)),
      h('td', { class: 'meter-cell' }, meter),
      h('td', { class: 'number' }, swings(mode) ? `${formatFixed((share.phase * 180) / Math.PI, 0)}°` : Math.abs(share.phase) > 1 ? '−' : '+'),
    );
  });
  const head = ['body', 'direction', 'amplitude', 'share', 'phase'].map((text, i) => h('th', { scope: 'col', class: i === 2 || i === 4 ? 'number' : '' }, text));
  return h('table', { class: 'channels shares' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows));
}
