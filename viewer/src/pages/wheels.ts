// All wheels of a run in one table: forces, unloading, wear; one unit for each column.
import type { Summary } from '../data/document';
import type { Run } from '../data/run';
import { h } from '../dom';
import { chooseWriting, write, type Writing } from '../format';

interface Value {
  value: number;
  at: number | null; // row of the results
}

interface Column {
  title: string;
  note: string;
  unit: string;
  read: (summary: Summary, first: number) => Value | null;
  leaf: string;
  least?: boolean; // the smallest value is the one to look at
}

const extreme = (s: Summary): Value | null => {
  if (s.max === undefined || s.min === undefined) return null;
  const up = Math.abs(s.max) >= Math.abs(s.min);
  return { value: up ? s.max : s.min, at: (up ? s.max_at : s.min_at) ?? null };
};
const highest = (s: Summary): Value | null => (s.max === undefined ? null : { value: s.max, at: s.max_at ?? null });
const lowest = (s: Summary): Value | null => (s.min === undefined ? null : { value: s.min, at: s.min_at ?? null });

const ofWheelset: Column[] = [
  { title: 'ΣY', note: 'lateral force of the wheelset on the track, largest', unit: 'N', leaf: 'sum_Y', read: extreme },
  { title: 'y', note: 'lateral displacement of the wheelset, largest', unit: 'm', leaf: 'y', read: extreme },
  { title: 'ψ', note: 'yaw of the wheelset, largest', unit: 'rad', leaf: 'psi', read: extreme },
];

const ofWheel: Column[] = [
  { title: 'Q at start', note: 'vertical wheel force at the start', unit: 'N', leaf: 'Q', read: (s) => (s.first === undefined ? null : { value: s.first, at: null }) },
  { title: 'Q max', note: 'largest vertical wheel force', unit: 'N', leaf: 'Q', read: highest },
  { title: 'Q min', note: 'smallest vertical wheel force', unit: 'N', leaf: 'Q', read: lowest, least: true },
  {
    title: 'ΔQ/Q',
    note: 'wheel unloading: 1 − Q min / Q at the start',
    unit: '%',
    leaf: 'Q',
    read: (s) => (s.first !== undefined && s.first > 0 && s.min !== undefined ? { value: 1 - s.min / s.first, at: s.min_at ?? null } : null),
  },
  { title: 'Y', note: 'lateral wheel force on the rail, > 0 to the left, largest', unit: 'N', leaf: 'Y', read: extreme },
  { title: 'Y/Q', note: 'largest, > 0 where the wheel presses its rail outward', unit: '1', leaf: 'YQ', read: highest },
  { title: 'Tγ mean', note: 'energy dissipated per metre, mean over the run', unit: 'N', leaf: 't_gamma', read: (s) => (s.mean === undefined ? null : { value: s.mean, at: null }) },
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

// One column of numbers: what it holds for each place, and how all of it is written.
class Sheet {
  readonly values: Map<string, Value>;
  readonly writing: Writing;
  readonly worst: number;

  constructor(
    readonly column: Column,
    run: Run,
    places: string[],
  ) {
    const read = (place: string): [string, Value][] => {
      const summary = run.channels.get(`${place}/${column.leaf}`)?.summary;
      const found = summary ? column.read(summary, summary.first ?? NaN) : null;
      return found ? [[place, found]] : [];
    };
    this.values = new Map(places.flatMap(read));
    const sizes = [...this.values.values()].map((v) => Math.abs(v.value));
    this.writing = column.unit === '%' ? { label: '%', factor: 100, decimals: 0 } : chooseWriting(column.unit, Math.max(0, ...sizes));
    this.worst = column.least ? Math.min(...sizes) : Math.max(...sizes);
  }

  head(): HTMLElement {
    return h('th', { scope: 'col', class: 'number', title: this.column.note }, this.column.title, this.writing.label && h('span', { class: 'faint' }, ` [${this.writing.label}]`));
  }

  cell(place: string, span: number, run: Run, show: (time: number) => void): HTMLElement {
    const found = this.values.get(place);
    if (!found) return h('td', { rowspan: span }, '');
    const text = write(found.value, this.writing, false);
    const time = found.at === null ? undefined : run.time[found.at];
    const worst = Math.abs(found.value) === this.worst && this.values.size > 1 && this.column.title !== 'Q at start';
    const content = time === undefined ? text : h('button', { type: 'button', class: 'moment-link', title: `show this moment, t = ${time.toFixed(2)} s`, onclick: () => show(time) }, text);
    return h('td', { rowspan: span, class: `number${worst ? ' worst' : ''}` }, content);
  }
}

// null: the run has no forces on wheels that this table could show.
export function makeWheelTable(run: Run, show: (time: number) => void): HTMLElement | null {
  const wheelsets = listWheelsets(run);
  const wheels = wheelsets.flatMap((name) => sides.map((side) => `${name}/${side}`));
  const axles = ofWheelset.map((column) => new Sheet(column, run, wheelsets)).filter((sheet) => sheet.values.size > 0);
  const single = ofWheel.map((column) => new Sheet(column, run, wheels)).filter((sheet) => sheet.values.size > 0);
  if (single.length === 0) return null;
  const rows = wheelsets.flatMap((wheelset) => {
    const own = sides.filter((side) => single.some((sheet) => sheet.values.has(`${wheelset}/${side}`)));
    return own.map((side, i) =>
      h(
        'tr',
        { class: i === 0 ? 'first' : '' },
        i === 0 && h('th', { scope: 'rowgroup', rowspan: own.length }, spoken(wheelset)),
        ...(i === 0 ? axles.map((sheet) => sheet.cell(wheelset, own.length, run, show)) : []),
        h('th', { scope: 'row' }, side),
        ...single.map((sheet) => sheet.cell(`${wheelset}/${side}`, 1, run, show)),
      ),
    );
  });
  const head = h('tr', {}, h('th', { scope: 'col' }, 'wheelset'), ...axles.map((sheet) => sheet.head()), h('th', { scope: 'col' }, 'wheel'), ...single.map((sheet) => sheet.head()));
  return h('div', { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': 'wheels' }, h('table', { class: 'channels wheels' }, h('thead', {}, head), h('tbody', {}, ...rows)));
}
