// The numbers of a wheel at a moment: the wheel itself, then its patches side by side; one unit for each row.
import type { Run } from '../data/run';
import { h } from '../dom';
import { chooseWriting, formatFixed, type Writing } from '../format';
import { spoken } from './wheels';

interface Words {
  text: string;
  writing?: Writing; // else by the unit and the largest value of the run
}

const millimetres = (decimals: number): Writing => ({ label: 'mm', factor: 1e3, decimals });
const creepage: Writing = { label: '10⁻³', factor: 1e3, decimals: 2 };
const kilonewton: Writing = { label: 'kN', factor: 1e-3, decimals: 2 };

const words: Record<string, Words> = {
  N: { text: 'normal force N', writing: kilonewton },
  N_other: { text: 'normal force of further patches', writing: kilonewton },
  Q: { text: 'vertical force Q', writing: kilonewton },
  Y: { text: 'lateral force Y', writing: kilonewton },
  YQ: { text: 'Y/Q', writing: { label: '', factor: 1, decimals: 3 } },
  patches: { text: 'patches in contact', writing: { label: '', factor: 1, decimals: 0 } },
  rail_y: { text: 'rail, lateral', writing: millimetres(2) },
  rail_z: { text: 'rail, vertical', writing: millimetres(2) },
  rail: { text: 'rail that carries most' },
  t_gamma: { text: 'Tγ', writing: { label: 'N', factor: 1, decimals: 0 } },
  fx: { text: 'longitudinal creep force', writing: kilonewton },
  fy: { text: 'lateral creep force', writing: kilonewton },
  mz: { text: 'spin moment', writing: { label: 'N m', factor: 1, decimals: 1 } },
  nu_x: { text: 'longitudinal creepage', writing: creepage },
  nu_y: { text: 'lateral creepage', writing: creepage },
  spin: { text: 'spin creepage', writing: { label: '1/m', factor: 1, decimals: 3 } },
  a: { text: 'semi-axis along the rail', writing: millimetres(1) },
  b: { text: 'semi-axis across', writing: millimetres(1) },
  angle: { text: 'contact angle', writing: { label: '°', factor: 180 / Math.PI, decimals: 1 } },
  pressure: { text: 'largest pressure', writing: { label: 'MPa', factor: 1e-6, decimals: 0 } },
  y_rail: { text: 'position on the rail, from the middle of the track', writing: millimetres(1) },
  y_wheel: { text: 'position on the wheel profile', writing: millimetres(1) },
};

// A row: a quantity and the channels that hold it, one for each column.
interface Row {
  leaf: string;
  channels: (string | null)[];
}

// "…: -1 none, 0 the line's own, 1 wing rail, 2 nose": a number that stands for a word.
function readCodes(description: string): Map<number, string> {
  const list = /: (-?\d+ [^,]+(?:, -?\d+ [^,]+)+)$/.exec(description)?.[1] ?? '';
  return new Map(list.split(', ').flatMap((part): [number, string][] => (/^-?\d+ /.test(part) ? [[Number(part.split(' ')[0]), part.slice(part.indexOf(' ') + 1)]] : [])));
}

const largestOf = (run: Run, name: string): number => {
  const { min = 0, max = 0 } = run.channels.get(name)?.summary ?? {};
  return Math.max(Math.abs(min), Math.abs(max));
};

export class ContactTable {
  readonly element = h('table', { class: 'values' });
  private readonly cells: { cell: HTMLElement; name: string; load: string | null; writing: Writing; codes: Map<number, string> }[] = [];

  constructor(
    private readonly run: Run,
    place: string, // "wheelset_1/left"
  ) {
    const names = [...run.channels.keys()].filter((name) => name.startsWith(`${place}/`)).map((name) => name.slice(place.length + 1));
    const own = names.filter((name) => !name.includes('/'));
    const groups = [...new Set(names.filter((name) => name.includes('/')).map((name) => name.slice(0, name.lastIndexOf('/'))))];
    // Patches that touch at some time of the run; the others are left out all the time, so that nothing jumps.
    const shown = groups.filter((group) => !run.channels.has(`${place}/${group}/N`) || largestOf(run, `${place}/${group}/N`) > 0);
    const leaves = [...new Set(names.filter((name) => shown.some((group) => name.startsWith(`${group}/`))).map((name) => name.split('/').pop()!))];
    const wheel = own.filter((leaf) => leaf !== 'N_other' || largestOf(run, `${place}/${leaf}`) > 0).map((leaf): Row => ({ leaf, channels: [`${place}/${leaf}`] }));
    const patches = leaves.map((leaf): Row => ({ leaf, channels: shown.map((group) => (run.channels.has(`${place}/${group}/${leaf}`) ? `${place}/${group}/${leaf}` : null)) }));
    const columns = Math.max(1, shown.length);
    const head = (texts: string[]): HTMLElement => h('tr', {}, h('td', {}), ...texts.map((text) => h('th', { scope: 'col', class: 'group-row', colspan: texts.length === 1 ? columns : 1 }, text)));
    this.element.append(
      h('tbody', {}, ...(shown.length > 0 && wheel.length > 0 ? [head(['wheel'])] : []), ...wheel.map((row) => this.makeRow(row, columns))),
      h('tbody', {}, ...(shown.length > 0 ? [head(shown.map(spoken))] : []), ...patches.map((row) => this.makeRow(row, 1))),
    );
  }

  private makeRow({ leaf, channels }: Row, span: number): HTMLElement {
    const first = this.run.channels.get(channels.find((name) => name !== null) ?? '');
    const known = words[leaf];
    const largest = Math.max(0, ...channels.map((name) => (name ? largestOf(this.run, name) : 0)));
    const writing = known?.writing ?? chooseWriting(first?.unit ?? '', largest);
    const codes = readCodes(first?.description ?? '');
    const cells = channels.map((name) => {
      const cell = h('td', { colspan: span });
      const load = name?.replace(/[^/]+$/, 'N') ?? null;
      if (name) this.cells.push({ cell, name, load: span === 1 && load && /\/patch_\d+\/N$/.test(load) ? load : null, writing, codes });
      return cell;
    });
    return h('tr', {}, h('th', { scope: 'row', title: first?.description ?? '' }, `${known?.text ?? spoken(leaf)}${writing.label ? ` [${writing.label}]` : ''}`), ...cells);
  }

  // A patch that does not touch at the moment has no numbers.
  show(time: number): void {
    for (const { cell, name, load, writing, codes } of this.cells) {
      const touches = load === null || this.run.sample(load, time) !== 0;
      const value = this.run.sample(name, time);
      const text = touches ? (codes.get(Math.round(value)) ?? formatFixed(value * writing.factor, writing.decimals)) : '–';
      if (cell.textContent !== text) cell.textContent = text;
    }
  }
}
