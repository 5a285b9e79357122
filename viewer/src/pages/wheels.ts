// All wheels of a run in one table: forces, unloading, wear; one unit for each column.
import type { Summary } from '../data/document';
import type { Run } from '../data/run';
import { h } from '../dom';
import { chooseWriting, write, type Writing } from '../format';
import { getEvaluation } from './norms';

interface Value {
  value: number;
  time?: number;
}

interface Column {
  title: string;
  note: string;
  unit: string;
  leaf: string; // of the channel that is read, or
  read?: (summary: Summary, run: Run) => Value | null;
  peak?: string; // the filtered value of the evaluation
  change?: (peak: number, start: number) => number; // start: of the channel `leaf`
  least?: boolean; // the smallest value is the one to look at
}

const extreme = (s: Summary, run: Run): Value | null => {
  if (s.max === undefined || s.min === undefined) return null;
  const up = Math.abs(s.max) >= Math.abs(s.min);
  const at = up ? s.max_at : s.min_at;
  return { value: up ? s.max : s.min, time: at === undefined ? undefined : run.time[at] };
};

const ofWheelset: Column[] = [
  { title: 'ΣY', note: 'lateral force of the wheelset on the track, largest', unit: 'N', leaf: 'sum_Y', peak: 'sum_Y' },
  { title: 'y', note: 'lateral displacement of the wheelset, largest', unit: 'm', leaf: 'y', read: extreme },
  { title: 'ψ', note: 'yaw of the wheelset, largest', unit: 'rad', leaf: 'psi', read: extreme },
];

const ofWheel: Column[] = [
  { title: 'Q at start', note: 'vertical wheel force at the start', unit: 'N', leaf: 'Q', read: (s) => (s.first === undefined ? null : { value: s.first }) },
  { title: 'Q max', note: 'largest vertical wheel force', unit: 'N', leaf: 'Q', peak: 'Q_max' },
  { title: 'Q min', note: 'smallest vertical wheel force', unit: 'N', leaf: 'Q', peak: 'Q_min', least: true },
  {
    title: 'ΔQ/Q',
    note: 'wheel unloading: 1 − Q min / Q at the start',
    unit: '%',
    leaf: 'Q',
    peak: 'Q_min',
    change: (least, start) => (start > 0 ? 1 - least / start : NaN),
  },
  { title: 'Y', note: 'lateral wheel force on the rail, > 0 to the left, largest', unit: 'N', leaf: 'Y', peak: 'Y' },
  { title: 'Y/Q', note: 'largest, > 0 where the wheel presses its rail outward', unit: '1', leaf: 'YQ', peak: 'Y_Q' },
  { title: 'Tγ mean', note: 'energy dissipated per metre, mean over the run', unit: 'N', leaf: 't_gamma', read: (s) => (s.mean === undefined ? null : { value: s.mean }) },
];

const sides = ['left', 'right'];

// "wheelset_1" as people write it.
export function spoken(name: string): string {
  return name.replaceAll('_', ' ').replaceAll('/', ', ');
}

export function listWheelsets(run: Run): string[] {
  const { columns } = run.document.bodies;
  return (columns['name']?.texts ?? []).filter((_, i) => columns['kind']?.texts?.[i] === 'wheelset');
}

function readChannel(run: Run, column: Column, place: string): Value | null {
  const summary = run.channels.get(`${place}/${column.leaf}`)?.summary;
  return summary && column.read ? column.read(summary, run) : null;
}

// The extreme of a channel that this column shows of a record that could not be evaluated.
function readRaw(run: Run, column: Column, place: string): Value | null {
  const summary = run.channels.get(`${place}/${column.leaf}`)?.summary;
  if (summary?.max === undefined || summary.min === undefined) return null;
  if (column.peak !== 'Q_max' && column.peak !== 'Q_min') return extreme(summary, run);
  const isMax = column.peak === 'Q_max';
  const at = isMax ? summary.max_at : summary.min_at;
  const value = isMax ? summary.max : summary.min;
  return { value: column.change ? column.change(value, summary.first ?? NaN) : value, time: at === undefined ? undefined : run.time[at] };
}

// Filtered as the norm says. A record that could not be evaluated, since it has only some channels, shows what it recorded: the summary says so.
function readPeak(run: Run, column: Column, place: string): Value | null {
  if (!getEvaluation(run)) return readRaw(run, column, place);
  const peak = getEvaluation(run)?.peaks?.find((p) => p.name === column.peak && p.subject === place);
  if (!peak) return null;
  const start = run.channels.get(`${place}/${column.leaf}`)?.summary.first ?? NaN;
  return { value: column.change ? column.change(peak.value, start) : peak.value, time: peak.time };
}

// One column of numbers: what it holds for each place, and how all of it is written.
class Sheet {
  readonly values: Map<string, Value>;
  readonly writing: Writing;
  readonly worst: number;
  readonly differs: boolean; // as written: else none is the worst

  constructor(
    readonly column: Column,
    run: Run,
    places: string[],
  ) {
    const read = (place: string): [string, Value][] => {
      const found = column.peak ? readPeak(run, column, place) : readChannel(run, column, place);
      return found && Number.isFinite(found.value) ? [[place, found]] : [];
    };
    this.values = new Map(places.flatMap(read));
    const sizes = [...this.values.values()].map((v) => Math.abs(v.value));
    this.writing = column.unit === '%' ? { label: '%', factor: 100, decimals: 0 } : chooseWriting(column.unit, Math.max(0, ...sizes));
    this.worst = column.least ? Math.min(...sizes) : Math.max(...sizes);
    this.differs = new Set(sizes.map((size) => write(size, this.writing, false))).size > 1;
  }

  head(scope: 'col' | 'row' = 'col'): HTMLElement {
    return h('th', { scope, class: scope === 'col' ? 'number' : '', title: this.column.note }, this.column.title, this.writing.label && h('span', { class: 'faint' }, ` [${this.writing.label}]`));
  }

  cell(place: string, spans: { rowspan?: number; colspan?: number }, show: (time: number) => void): HTMLElement {
    const found = this.values.get(place);
    if (!found) return h('td', { ...spans, class: 'number' }, '–');
    const text = write(found.value, this.writing, false);
    const { time } = found;
    const worst = Math.abs(found.value) === this.worst && this.differs && this.column.title !== 'Q at start';
    const content = time === undefined ? text : h('button', { type: 'button', class: 'moment-link', title: `show this moment, t = ${time.toFixed(2)} s`, onclick: () => show(time) }, text);
    return h('td', { ...spans, class: `number${worst ? ' worst' : ''}` }, content);
  }
}

// The same on a narrow screen: a block for each wheelset, its wheels side by side, a row for each quantity.
function makeNarrow(wheelsets: string[], axles: Sheet[], single: Sheet[], show: (time: number) => void): HTMLElement {
  const block = (wheelset: string): HTMLElement => {
    const own = sides.filter((side) => single.some((sheet) => sheet.values.has(`${wheelset}/${side}`)));
    return h(
      'tbody',
      {},
      h('tr', { class: 'first' }, h('th', { scope: 'rowgroup' }, spoken(wheelset)), ...own.map((side) => h('th', { scope: 'col', class: 'number' }, side))),
      ...axles.map((sheet) => h('tr', {}, sheet.head('row'), sheet.cell(wheelset, { colspan: own.length }, show))),
      ...single.map((sheet) => h('tr', {}, sheet.head('row'), ...own.map((side) => sheet.cell(`${wheelset}/${side}`, {}, show)))),
    );
  };
  return h('div', { class: 'panel narrow-wheels' }, h('table', { class: 'channels' }, ...wheelsets.map(block)));
}

// null: the run has no forces on wheels that this table could show.
export function makeWheelTable(run: Run, show: (time: number) => void): HTMLElement[] | null {
  const wheelsets = listWheelsets(run);
  const wheels = wheelsets.flatMap((name) => sides.map((side) => `${name}/${side}`));
  const isZero = (sheet: Sheet): boolean => (sheet.column.unit === 'm' || sheet.column.unit === 'rad') && sheet.worst < 5e-6; // the error of the computation
  const axles = ofWheelset.map((column) => new Sheet(column, run, wheelsets)).filter((sheet) => sheet.values.size > 0 && !isZero(sheet));
  const single = ofWheel.map((column) => new Sheet(column, run, wheels)).filter((sheet) => sheet.values.size > 0);
  if (single.length === 0) return null;
  const rows = wheelsets.flatMap((wheelset) => {
    const own = sides.filter((side) => single.some((sheet) => sheet.values.has(`${wheelset}/${side}`)));
    return own.map((side, i) =>
      h(
        'tr',
        { class: i === 0 ? 'first' : '' },
        i === 0 && h('th', { scope: 'rowgroup', rowspan: own.length }, spoken(wheelset)),
        ...(i === 0 ? axles.map((sheet) => sheet.cell(wheelset, { rowspan: own.length }, show)) : []),
        h('th', { scope: 'row' }, side),
        ...single.map((sheet) => sheet.cell(`${wheelset}/${side}`, {}, show)),
      ),
    );
  });
  const head = h('tr', {}, h('th', { scope: 'col' }, 'wheelset'), ...axles.map((sheet) => sheet.head()), h('th', { scope: 'col' }, 'wheel'), ...single.map((sheet) => sheet.head()));
  const wide = h('div', { class: 'wide panel wide-wheels', tabindex: '0', role: 'group', 'aria-label': 'wheels' }, h('table', { class: 'channels wheels' }, h('thead', {}, head), h('tbody', {}, ...rows)));
  return [wide, makeNarrow(wheelsets, axles, single, show)];
}
