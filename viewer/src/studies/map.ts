// Stability map: the bifurcation sweeps of several curve radii or parameter values.
import { h, makeStacked } from '../dom';
import { bindUnits, formatFixed, formatNumber } from '../format';
import { findObserved, type ObservedWords } from './observed';
import { makeStudyChart, type PlainCurve } from './study_chart';

export interface MapContent {
  notes?: unknown; // lines at the head of the file
  head: string[];
  rows: string[][];
}

interface Row {
  line: string;
  speed: number;
  sweep: string;
  motion: string;
  largest: number;
  range: number;
  wheelset: string;
}

// No bounded motion on the rails.
const isLost = (motion: string): boolean => motion === 'diverged' || motion === 'derailed' || motion === 'overturned';

function readRows(content: MapContent): Row[] {
  const at = (name: string): number => content.head.indexOf(name);
  const number = (text: string | undefined): number => (text ? Number(text) : NaN);
  return content.rows
    .map((cells): Row => ({
      line: cells[0] ?? '',
      speed: number(cells[at('speed')]),
      sweep: cells[at('sweep')] ?? '',
      motion: cells[at('motion')] ?? '',
      largest: number(cells[at('max_abs')]),
      range: number(cells[at(at('wheelset_peak_to_peak') < 0 ? 'peak_to_peak' : 'wheelset_peak_to_peak')]),
      wheelset: cells[at('wheelset')] ?? '',
    }))
    .filter((row) => Number.isFinite(row.speed));
}

// "R = 600 m", "straight", "contact.conicity = 0.05"
function nameLine(title: string, line: string): string {
  if (title !== 'R [m]') return `${title} = ${line}`;
  return Number.isFinite(Number(line)) ? `R = ${line} m` : line;
}

function listCurves(rows: Row[], lines: string[], title: string, value: (row: Row) => number): PlainCurve[] {
  return lines.flatMap((line, i) =>
    ['up', 'down'].flatMap((sweep): PlainCurve[] => {
      const own = rows.filter((row) => row.line === line && row.sweep === sweep).sort((a, b) => a.speed - b.speed);
      if (own.length === 0) return [];
      const dash = sweep === 'down' ? [7, 4] : [];
      return [{ name: `${nameLine(title, line)}${sweep === 'down' ? ', speed lowered' : ''}`, x: own.map((r) => r.speed), y: own.map((r) => 1e3 * value(r)), color: i, dash, dots: own.filter((r) => Number.isFinite(value(r))).length === 1 }]; // a line needs two points
    }),
  );
}

// Lines by their colours, the way of the speed by the dash.
function listKeys(curves: PlainCurve[], lines: string[], title: string): PlainCurve[] {
  const none = { x: [], y: [] };
  const isLowered = (c: PlainCurve): boolean => (c.dash?.length ?? 0) > 0;
  return [...lines.map((line, i): PlainCurve => ({ ...none, name: nameLine(title, line), color: i })), ...(curves.some(isLowered) ? [{ ...none, name: 'speed lowered', color: '#8a8f96', dash: [7, 4] }] : [])];
}

// Of each line: where steady running loses its stability, and where hunting begins that lasts.
interface Limits {
  line: string;
  linear: number;
  steadyUpTo: number;
  huntsFrom: number;
  diverges: number;
  overturns: number;
  note: string;
}

function readLimits(content: MapContent, lines: string[]): Limits[] {
  const at = (cells: string[], name: string): number => {
    const text = cells[content.head.indexOf(name)];
    return text ? Number(text) : NaN;
  };
  return lines.flatMap((line): Limits[] => {
    const cells = content.rows.find((row) => row[0] === line);
    if (!cells || content.head.indexOf('v_c') < 0) return [];
    return [{ line, linear: at(cells, 'v_c'), steadyUpTo: at(cells, 'steady_up_to'), huntsFrom: at(cells, 'hunts_from'), diverges: at(cells, 'diverges_from'), overturns: at(cells, 'overturns_from'), note: cells[content.head.indexOf('note')] ?? '' }];
  });
}

const speedText = (v: number): string => (Number.isFinite(v) ? `${formatFixed(v, 1)}\u00a0m/s (${formatFixed(v * 3.6, 0)}\u00a0km/h)` : '–');

function makeLimits(limits: Limits[], title: string): HTMLElement {
  const hasNotes = limits.some((l) => l.note);
  const head = [title, 'linear critical speed', 'nonlinear critical speed', 'no bounded motion from', 'overturns from', ...(hasNotes ? ['note'] : [])].map((text) => h('th', { scope: 'col' }, text));
  const between = (l: Limits): string => {
    if (!Number.isFinite(l.huntsFrom)) return Number.isFinite(l.steadyUpTo) ? `above ${speedText(l.steadyUpTo)}` : '–';
    return Number.isFinite(l.steadyUpTo) ? speedText((l.steadyUpTo + l.huntsFrom) / 2) : `below ${speedText(l.huntsFrom)}`;
  };
  const rows = limits.map((l) => h('tr', {}, h('th', { scope: 'row' }, l.line), h('td', {}, speedText(l.linear)), h('td', {}, between(l)), h('td', {}, speedText(l.diverges)), h('td', {}, speedText(l.overturns)), hasNotes && h('td', { class: 'note-cell' }, bindUnits(l.note.replace(/overturns from [\d.]+(?= on\b)/, '$& m/s')))));
  return h(
    'div',
    { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': 'critical speeds' },
    h('h4', {}, 'Critical speeds'),
    makeStacked(h('table', { class: 'channels speeds' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows))),
    h('p', { class: 'hint' }, 'Linear: steady running becomes unstable. Nonlinear: the lowest speed at which hunting lasts once it has begun; the middle of its bracket.'),
  );
}

const words: Record<string, string> = { stationary: '·', fading: '↘', periodic: '○', 'quasi-periodic': '◎', chaotic: '✳', diverged: '✕', derailed: '✕', overturned: '⤵' };

const mostSpeeds = 25; // beside each other: as many as a sheet of paper has room for

// Parts of about the same size.
function split(values: number[], most: number): number[][] {
  const size = Math.ceil(values.length / Math.max(1, Math.ceil(values.length / most)));
  return Array.from({ length: Math.ceil(values.length / Math.max(1, size)) }, (_, i) => values.slice(i * size, (i + 1) * size));
}

// Rows: the lines, columns: the speeds, a sign for the kind of motion and a shade for its amplitude.
function makeGrid(rows: Row[], lines: string[], title: string, observed: ObservedWords): HTMLElement {
  const speeds = [...new Set(rows.map((row) => row.speed))].sort((a, b) => a - b);
  const most = Math.max(1e-12, ...rows.filter((row) => !isLost(row.motion)).map((row) => row.largest || 0));
  const find = (line: string, speed: number): Row | undefined =>
    rows.filter((row) => row.line === line && row.speed === speed).sort((a, b) => (b.largest || 0) - (a.largest || 0))[0];
  const cell = (line: string, speed: number): HTMLElement => {
    const row = find(line, speed);
    if (!row) return h('td', {}, '');
    const level = isLost(row.motion) ? 5 : row.motion === 'stationary' || row.motion === 'fading' ? 0 : 1 + Math.min(3, Math.floor((4 * (row.largest || 0)) / most));
    const text = `${line}, ${formatNumber(speed)} m/s: ${row.motion}, max ${formatNumber(row.largest * 1e3, 3)} ${observed.unit}${row.wheelset && row.range > 0 ? `; ${row.wheelset} ${formatNumber(row.range * 1e3, 3)} mm peak to peak` : ''}`;
    return h('td', { class: `cell level-${level}`, title: text }, words[row.motion] ?? '○');
  };
  return h(
    'div',
    { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': 'stability map' },
    h('h4', {}, 'Map'),
    ...split(speeds, mostSpeeds).map((part) =>
      h(
        'table',
        { class: 'map' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, `${title} \\ speed [m/s]`), ...part.map((v) => h('th', { scope: 'col' }, formatNumber(v))))),
        h('tbody', {}, ...lines.map((line) => h('tr', {}, h('th', { scope: 'row' }, line), ...part.map((speed) => cell(line, speed))))),
      ),
    ),
    h('p', { class: 'hint' }, '·\u00a0steady, ↘\u00a0fading, ○\u00a0periodic, ◎\u00a0quasi-periodic, ✳\u00a0chaotic, ✕\u00a0diverged or derailed, ⤵\u00a0overturned (nothing is said about hunting); empty: not computed. The stronger the blue, the larger the motion; of both sweeps the larger one.'),
  );
}

export function makeMap(content: MapContent): HTMLElement[] {
  const rows = readRows(content);
  const lines = [...new Set(rows.map((row) => row.line))];
  const title = content.head[0] === 'radius' ? 'R [m]' : (content.head[0] ?? '');
  const good = rows.filter((row) => !isLost(row.motion));
  const failed = content.rows.filter((cells) => cells.includes('failed')).length;
  const limits = readLimits(content, lines);
  const observed = findObserved(content.notes);
  const makeAmplitudes = (name: string, y: string, value: (row: Row) => number): HTMLElement => {
    const curves = listCurves(good, lines, title, value);
    return makeStudyChart({ title: name, x: 'speed [m/s]', y, curves, keys: listKeys(curves, lines, title), fromZero: true });
  };
  const parts = [
    ...(limits.length > 0 ? [makeLimits(limits, title)] : []),
    makeGrid(rows, lines, title, observed),
    makeAmplitudes('Largest amplitude', `max |${observed.name}| [${observed.unit}]`, (r) => r.largest),
    makeAmplitudes('Largest peak to peak of a wheelset', 'peak to peak [mm]', (r) => r.range),
  ];
  if (failed > 0) parts.unshift(h('p', { class: 'alarms' }, `${failed} ${failed === 1 ? 'line' : 'lines'} of this map failed.`));
  return parts;
}
