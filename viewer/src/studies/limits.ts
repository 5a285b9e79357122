// Critical speeds over a second parameter (bifurcation --over): where steady running ends and where limit cycles begin.
import { h, makeStacked } from '../dom';
import { formatColumn, formatFixed, formatNumber } from '../format';
import { parameterText, parameterTitle } from './eigen';
import { describeObserved } from './observed';
import { attachHover } from './hover';
import { makeLiveChart, type PlainCurve } from './study_chart';

interface Limit {
  second: number;
  hopf: number | null;
  hopf_frequency: number;
  fold: number | null;
  fold_frequency: number;
  fold_max_abs: number;
  note?: string;
}

export interface LimitsContent {
  parameter: string;
  second_parameter: string;
  observed?: string; // coordinate
  limits: Limit[];
}

const kinds = [
  { name: 'linear: steady running ends (Hopf)', value: (l: Limit): number | null => l.hopf, frequency: (l: Limit): number => l.hopf_frequency, dash: [7, 4] },
  { name: 'nonlinear: limit cycles begin (fold)', value: (l: Limit): number | null => l.fold, frequency: (l: Limit): number => l.fold_frequency, dash: [] },
];

// "no Hopf point between 50 and 80 m/s"
const sayNote = (note: string, isSpeed: boolean): string => (isSpeed ? note.replace(/between [\d.]+ and [\d.]+(?=$|;)/g, '$&\u00a0m/s') : note);

function makeTable(content: LimitsContent): HTMLElement {
  const hasNotes = content.limits.some((l) => l.note);
  const head = [content.second_parameter, 'steady running ends', 'frequency', 'limit cycles begin', 'frequency', 'amplitude there', ...(hasNotes ? ['note'] : [])].map((text) => h('th', { scope: 'col' }, text));
  const { unit } = describeObserved(content.observed);
  const isSpeed = content.parameter === 'speed.v';
  // One number of decimals for the whole column.
  const text = (value: number | null): string => (value === null ? '–' : isSpeed ? `${formatFixed(value, 2)}\u00a0m/s (${formatFixed(value * 3.6, 1)}\u00a0km/h)` : formatNumber(value, 5));
  const hertz = (value: number | null, frequency: number): string => (value === null ? '–' : `${formatFixed(frequency, 2)} Hz`);
  const seconds = formatColumn(content.limits.map((l) => l.second));
  const rows = content.limits.map((l, i) => h('tr', {}, h('th', { scope: 'row' }, seconds[i]), h('td', {}, text(l.hopf)), h('td', {}, hertz(l.hopf, l.hopf_frequency)), h('td', {}, text(l.fold)), h('td', {}, hertz(l.fold, l.fold_frequency)), h('td', {}, l.fold === null ? '–' : `${formatFixed(l.fold_max_abs * 1e3, 1)} ${unit}`), hasNotes && h('td', { class: 'note-cell' }, sayNote(l.note ?? '', isSpeed))));
  return h('div', { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': 'critical speeds' }, h('h4', {}, 'Critical speeds'), makeStacked(h('table', { class: 'channels speeds' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows))));
}

export function makeLimits(content: LimitsContent): HTMLElement[] {
  const curves = kinds.flatMap((kind, color): PlainCurve[] => {
    const known = content.limits.filter((l) => kind.value(l) !== null);
    if (known.length === 0) return []; // a name in the legend would promise a curve
    const x = known.map((l) => l.second);
    const y = known.map((l) => kind.value(l)!);
    return [{ name: kind.name, x, y, color, dash: kind.dash }, { name: '', x, y, color, dots: true }];
  });
  const diagram = makeLiveChart(() => ({ title: `Critical speeds over ${content.second_parameter}`, x: content.second_parameter, y: parameterTitle(content.parameter), curves }));
  attachHover(diagram.chart, (map) =>
    kinds.flatMap((kind) =>
      content.limits.flatMap((l) => {
        const value = kind.value(l);
        return value === null ? [] : [{ x: map.x(l.second), y: map.y(value), lines: [`${content.second_parameter} = ${formatNumber(l.second)}`, kind.name, parameterText(content.parameter, value), `${formatFixed(kind.frequency(l), 2)} Hz`] }];
      }),
    ),
  );
  return [h('p', { class: 'verdict' }, `Critical speeds at ${content.limits.length} values of ${content.second_parameter}.`), diagram.element, makeTable(content)];
}
