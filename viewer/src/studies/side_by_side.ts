// Rows of runs or files side by side: a value for each, and what changed against the first one.
import { h } from '../dom';
import { formatFixed, write, type Writing } from '../format';

// What rounds to nothing is no change. In per cent, where the first value is one to compare with.
export function describeChange(value: number, first: number, writing: Writing): string {
  const isSmall = (v: number): boolean => !/[1-9]/.test(write(v, writing, false));
  if (write(value, writing) === write(first, writing)) return 'same';
  const change = value - first;
  if (isSmall(change)) return 'same';
  const sign = change > 0 ? '+' : '';
  if (isSmall(first) || first < 0 || value < 0) return `${sign}${write(change, writing)}`;
  if (value >= 10 * first) return `${formatFixed(value / first, 0)} times`; // nobody reads +1914 %
  return `${sign}${formatFixed((change / Math.abs(first)) * 100, Math.abs(change / first) < 0.01 ? 1 : 0)} %`;
}

// Narrow screens place the cells in columns below the name of the figure, a change below its value (style.css).
function place<T extends HTMLElement>(cell: T, column: number): T {
  cell.style.setProperty('--at', String(column + 1));
  return cell;
}

interface Side {
  value: number | null;
  over: boolean;
  title?: string;
}

export function makeSides(sides: Side[], writing: Writing): HTMLElement[] {
  const first = sides[0]?.value ?? null;
  return sides.flatMap(({ value, over, title }, i) => {
    const cell = place(h('td', { class: `number${over ? ' over' : ''}`, title }, value === null ? '–' : write(value, writing)), i);
    if (i === 0) return [cell];
    const change = value === null || first === null ? '–' : describeChange(value, first, writing);
    return [cell, place(h('td', { class: `number faint change${change === 'same' ? ' same' : ''}` }, change), i)];
  });
}

export function makeSideHeads(names: string[]): HTMLElement[] {
  return names.flatMap((name, i) => [place(h('th', { scope: 'col', class: 'number' }, name), i), ...(i > 0 ? [place(h('th', { scope: 'col', class: 'number change', title: `change from ${names[0]!}` }, names.length === 2 ? `change from ${names[0]!}` : 'change'), i)] : [])]);
}

export function makeLast(tag: 'td' | 'th', text: string, column: number): HTMLElement {
  return place(h(tag, { class: 'number', ...(tag === 'th' ? { scope: 'col' } : {}) }, text), column);
}

export function makeSideTable(label: string, columns: number, head: HTMLElement[], rows: HTMLElement[]): HTMLElement {
  const table = h('table', { class: 'channels acceptance compared' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows));
  table.style.setProperty('--columns', String(columns));
  return h('div', { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': label }, table);
}
