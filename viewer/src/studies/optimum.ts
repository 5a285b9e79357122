// What `fourfoot optimise` found: start and best values, each search, and the front between two objectives.
import { h, makeStacked } from '../dom';
import { formatColumn, formatNumber, withUnit } from '../format';
import { attachHover } from './hover';
import { makeLiveChart } from './study_chart';
import { sayFigure } from './sweep_data';

interface Parameter {
  name: string;
  unit: string;
  low: number;
  high: number;
  start: number;
}

interface Point {
  parameters: Record<string, number>;
  figures: Record<string, number | null>;
}

interface Search extends Point {
  name: string;
  evaluations: number;
  reason: string;
  holds: boolean; // all constraints
}

export interface OptimumContent {
  title?: string;
  finished?: boolean;
  parameters: Parameter[];
  objectives: { figure: string; aim: string }[];
  constraints?: { figure: string }[];
  searches?: Search[];
  best?: Search | null;
  front?: Point[];
}

const named = (p: Parameter): string => withUnit(p.name, p.unit);
const aims: Record<string, string> = { min: 'as small as possible', max: 'as large as possible' };

// What was found, and where: "Best: wheel load 7.125·10⁴ with p1 = 0.41."
function describeBest({ objectives, parameters }: OptimumContent, best: Search): string {
  const figures = objectives.flatMap(({ figure }) => {
    const [said, unit] = sayFigure(figure);
    const value = best.figures[figure];
    return value === undefined || value === null ? [] : [`${said} ${formatNumber(value)}${unit && `\u00a0${unit}`}`];
  });
  const at = parameters.map((p) => `${p.name} = ${formatNumber(best.parameters[p.name], 3)}${p.unit && `\u00a0${p.unit}`}`).join(', ');
  return `Best: ${figures.length > 0 ? `${figures.join(', ')} with ` : ''}${at}.`;
}

function describe(content: OptimumContent): string {
  const wanted = content.objectives.map((o) => `${sayFigure(o.figure)[0]} ${aims[o.aim] ?? o.aim}`).join(', ');
  const front = content.front ?? [];
  const found = content.objectives.length > 1 && front.length > 1 ? `${front.length} points of which none is better than another in both.` : content.best ? describeBest(content, content.best) : 'No search has ended yet.';
  const told = `${wanted.charAt(0).toUpperCase()}${wanted.slice(1)}. ${found}`;
  return content.finished === false ? `${told} The search was not finished.` : told;
}

// What was allowed, where it began, where it ended; at a bound a better value may lie beyond.
function makeParameters(content: OptimumContent, best: Search): HTMLElement {
  const rows = content.parameters.map((p) => {
    const value = best.parameters[p.name] ?? NaN;
    const [low, high, start, found] = formatColumn([p.low, p.high, p.start, value]);
    const near = 1e-3 * (p.high - p.low);
    const bound = value - p.low < near || p.high - value < near ? 'at a bound: a better value may lie beyond' : '';
    return h('tr', {}, h('th', { scope: 'row' }, named(p)), h('td', { class: 'number' }, `${low} to ${high}`), h('td', { class: 'number' }, start), h('td', { class: 'number worst' }, found), h('td', {}, bound));
  });
  const head = ['parameter', 'range', 'start', 'best', 'note'].map((text, i) => h('th', { scope: 'col', class: i > 0 && i < 4 ? 'number' : '' }, text));
  return h('div', { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': 'parameters' }, h('h4', {}, 'Parameters'), makeStacked(h('table', { class: 'channels speeds' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows))));
}

function listFigures(content: OptimumContent): string[] {
  return [...new Set([...content.objectives, ...(content.constraints ?? [])].map((c) => c.figure))];
}

function makeSearches(content: OptimumContent, searches: Search[]): HTMLElement {
  const figures = listFigures(content);
  const columns = [...content.parameters.map((p) => formatColumn(searches.map((s) => s.parameters[p.name] ?? NaN))), ...figures.map((name) => formatColumn(searches.map((s) => s.figures[name] ?? NaN)))];
  const titles = [...content.parameters.map(named), ...figures.map((name) => withUnit(...sayFigure(name)))];
  const rows = searches.map((s, i) => h('tr', { class: s.holds ? '' : 'grows' }, h('th', { scope: 'row' }, s.name || `search ${i + 1}`), ...columns.map((texts) => h('td', { class: 'number' }, texts[i])), h('td', { class: 'number' }, String(s.evaluations)), h('td', { class: 'note-cell' }, s.holds ? s.reason : `a constraint does not hold; ${s.reason}`)));
  const head = ['search', ...titles, 'evaluations', 'how it ended'].map((text, i) => h('th', { scope: 'col', class: i > 0 && i < titles.length + 2 ? 'number' : '' }, text));
  return h('div', { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': 'searches' }, h('h4', {}, searches.length > 1 ? 'Searches' : 'Search'), makeStacked(h('table', { class: 'channels speeds searches' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows))));
}

function makeFront(content: OptimumContent, front: Point[]): HTMLElement {
  const [across, up] = content.objectives.map((o) => o.figure) as [string, string];
  const points = front.filter((p) => Number.isFinite(p.figures[across]) && Number.isFinite(p.figures[up])).sort((a, b) => a.figures[across]! - b.figures[across]!);
  const [x, y] = [points.map((p) => p.figures[across]!), points.map((p) => p.figures[up]!)];
  const live = makeLiveChart(() => ({ title: 'Front: best compromises', x: withUnit(...sayFigure(across)), y: withUnit(...sayFigure(up)), legend: false, curves: [{ name: '', x, y, color: 0 }, { name: '', x, y, color: 0, dots: true, size: 3.4 }] }));
  attachHover(live.chart, (map) => points.map((p, i) => ({ x: map.x(x[i]!), y: map.y(y[i]!), lines: [...content.parameters.map((q) => `${named(q)}: ${formatNumber(p.parameters[q.name])}`), ...[across, up].map((name) => `${withUnit(...sayFigure(name))}: ${formatNumber(p.figures[name])}`)] })));
  return live.element;
}

export function makeOptimum(content: OptimumContent): HTMLElement[] {
  const front = content.front ?? [];
  const searches = content.searches ?? [];
  const isFront = content.objectives.length > 1 && front.length > 1;
  return [
    h('p', { class: 'verdict' }, describe(content)),
    ...(isFront ? [makeFront(content, front)] : []),
    ...(content.best && !isFront ? [makeParameters(content, content.best)] : []),
    ...(searches.length > 0 ? [makeSearches(content, searches)] : []),
  ];
}
