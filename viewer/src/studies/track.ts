// The line of `fourfoot track --format csv`: plan, curvature, cant, gradient and irregularities over the chainage.
import { h, makeStacked } from '../dom';
import { formatFixed } from '../format';
import { makeLiveChart, type PlainCurve, type StudyChart } from './study_chart';

export interface TrackContent {
  columns: Record<string, (number | null)[]>;
  every: number; // rows of the file that one value stands for
}

interface Quantity {
  name: string; // column
  text: string;
  unit: string;
  factor: number; // shown = SI * factor
}

// Quantities of one group share a chart.
const groups: { title: string; list: Quantity[] }[] = [
  { title: 'Curvature', list: [{ name: 'curvature', text: 'curvature, > 0 to the left', unit: '1/km', factor: 1e3 }] },
  { title: 'Cant', list: [{ name: 'cant', text: 'cant, > 0 right rail raised', unit: 'mm', factor: 1e3 }] },
  { title: 'Gradient', list: [{ name: 'gradient', text: 'gradient', unit: '‰', factor: 1e3 }] },
  { title: 'Alignment and longitudinal level', list: [{ name: 'alignment', text: 'alignment', unit: 'mm', factor: 1e3 }, { name: 'vertical', text: 'longitudinal level', unit: 'mm', factor: 1e3 }] },
  { title: 'Gauge and cross level', list: [{ name: 'gauge', text: 'change of gauge', unit: 'mm', factor: 1e3 }, { name: 'cross_level', text: 'cross level', unit: 'mm', factor: 1e3 }] },
];

const isRough = (name: string): boolean => ['alignment', 'vertical', 'gauge', 'cross_level'].includes(name);

class Line {
  readonly s: number[];

  constructor(private readonly content: TrackContent) {
    this.s = this.column('s');
  }

  column(name: string): number[] {
    return (this.content.columns[name] ?? []).map((v) => v ?? NaN);
  }

  // Where the quantity is not zero all along.
  has({ name, factor }: Quantity): boolean {
    return this.column(name).some((v) => Math.abs(v * factor) > 1e-6);
  }

  get from(): number {
    return this.s[0] ?? 0;
  }

  get to(): number {
    return this.s.at(-1) ?? 0;
  }
}

// East and north in one scale: a curve looks as it lies.
function makePlan(line: Line): HTMLElement {
  const [x, y] = [line.column('x'), line.column('y')];
  const middle = (v: number[]): [number, number] => [(Math.min(...ends(v)) + Math.max(...ends(v))) / 2, Math.max(...ends(v)) - Math.min(...ends(v))];
  const [mx, wide] = middle(x);
  const [my, tall] = middle(y);
  let live: StudyChart | null = null;
  const make = (): ReturnType<Parameters<typeof makeLiveChart>[0]> => {
    const { clientWidth = 0, clientHeight = 0 } = live?.chart.element ?? {};
    const [w, high] = [Math.max(100, clientWidth - 78), Math.max(80, clientHeight - 50)];
    const scale = 1.1 * Math.max(wide / w, tall / high, 1e-3); // metres for a pixel
    return { title: 'Plan', x: 'x [m]', y: 'y [m]', curves: [{ name: '', x, y, color: 0 }], legend: false, across: [mx - (scale * w) / 2, mx + (scale * w) / 2], up: [my - (scale * high) / 2, my + (scale * high) / 2] };
  };
  live = makeLiveChart(make);
  return live.element;
}

const ends = (values: number[]): [number, number] => {
  let [low, high] = [Infinity, -Infinity];
  for (const v of values) if (Number.isFinite(v)) [low, high] = [Math.min(low, v), Math.max(high, v)];
  return [low, high];
};

function makeTable(line: Line, shown: Quantity[]): HTMLElement {
  const rms = (values: number[]): number => Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / Math.max(1, values.length));
  const rows = shown.map(({ name, text, unit, factor }) => {
    const values = line.column(name).map((v) => v * factor);
    const [low, high] = ends(values);
    const decimals = unit === '1/km' ? 3 : 1;
    return h('tr', {}, h('th', { scope: 'row' }, `${text} [${unit}]`), ...[low, high].map((v) => h('td', { class: 'number' }, formatFixed(v, decimals))), h('td', { class: 'number' }, isRough(name) ? formatFixed(rms(values), decimals) : '–'));
  });
  const head = ['quantity', 'smallest', 'largest', 'r.m.s.'].map((text, i) => h('th', { scope: 'col', class: i > 0 ? 'number' : '' }, text));
  return h('div', { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': 'figures of the line' }, h('h4', {}, 'Figures of the line'), makeStacked(h('table', { class: 'channels' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows))));
}

function tell(line: Line): string {
  const [low, high] = ends(line.column('curvature'));
  const sharpest = Math.max(high, -low);
  const radius = sharpest > 1e-9 ? `smallest radius ${formatFixed(1 / sharpest, 0)} m` : 'straight';
  const [down, up] = ends(line.column('cant'));
  const cant = Math.max(up, -down);
  return `${formatFixed(line.from, 0)} m to ${formatFixed(line.to, 0)} m: ${radius}, ${cant > 1e-6 ? `largest cant ${formatFixed(cant * 1e3, 0)} mm` : 'no cant'}.`;
}

export function makeTrack(content: TrackContent): HTMLElement[] {
  const line = new Line(content);
  const shown = groups.map((group) => ({ ...group, list: group.list.filter((q) => line.has(q)) })).filter((group) => group.list.length > 0);
  const charts = shown.map(({ title, list }) => {
    const curves = list.map((q, color): PlainCurve => ({ name: q.text, x: line.s, y: line.column(q.name).map((v) => v * q.factor), color }));
    const span = ({ y }: PlainCurve): number => ends(y)[1] - ends(y)[0];
    curves.sort((a, b) => span(b) - span(a)); // the smaller one lies above: a long line fills its whole band
    return makeLiveChart(() => ({ title, x: 'chainage s [m]', y: `${title.toLowerCase()} [${list[0]!.unit}]`, curves, across: [line.from, line.to] })).element;
  });
  const notes = [shown.some((group) => group.list.some((q) => isRough(q.name))) ? '' : 'The line has no irregularities.', content.every > 1 ? `Of ${content.every} rows of the file one is drawn; of irregularities the largest of their values.` : ''].filter(Boolean).join(' ');
  return [h('p', { class: 'verdict' }, tell(line)), ...(notes ? [h('p', { class: 'hint' }, notes)] : []), ...(line.column('x').length > 0 ? [makePlan(line)] : []), ...charts, ...(shown.length > 0 ? [makeTable(line, shown.flatMap((group) => group.list))] : [])];
}
