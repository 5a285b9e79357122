// A sweep's table: which columns went in, which came out.
import { chooseUnit, formatNumber, withUnit } from '../format';
import type { KeptRun } from './kept_run';

export interface SweepContent {
  head: string[];
  rows: string[][];
  parameters?: number; // how many columns went in, where the file says so
  runs?: (KeptRun | null)[]; // of each row, where runs were kept
}

export interface SweepColumn {
  name: string;
  title: string; // with its unit, where it is known
  texts: string[]; // numbers as people write them
  values: number[]; // NaN where it is no number
  isNumber: boolean;
}

export interface Sweep {
  inputs: SweepColumn[];
  figures: SweepColumn[]; // numbers that came out
  motions: string[] | null; // in words, where the study settled
  failed: { inputs: string[]; fault: string; run: KeptRun | null }[];
  runs: (KeptRun | null)[] | null; // of the rows that are done, where runs were kept
  count: number; // of rows that are done
}

// What people call a column, and its unit where an older file does not say it.
const words: Record<string, [string, string]> = {
  'speed.v': ['speed', 'm/s'], growth: ['growth', '1/s'], frequency: ['frequency', 'Hz'], critical_speed: ['critical speed', 'm/s'], steady_up_to: ['steady up to', 'm/s'],
  hunts_from: ['hunts from', 'm/s'], max_abs: ['max |amplitude|', 'mm or mrad'], peak_to_peak: ['peak to peak', 'mm or mrad'], mean: ['mean', 'mm or mrad'], period: ['period', 's'], sum_Y: ['ΣY', 'N'],
};

// A figure by the name that people have for it, and its unit where it is known.
export function sayFigure(name: string): [string, string] {
  const [bare, unit] = splitUnit(name);
  const [said, usual] = words[bare] ?? [bare.replaceAll('_', ' '), ''];
  return [said, unit || usual];
}

// "speed.v [m/s]"
export function splitUnit(head: string): [string, string] {
  const found = /^(.*) \[([^\]]*)\]$/.exec(head);
  return found ? [found[1]!, found[2]!] : [head, ''];
}

// "60 km/h", "80 km/h" are numbers as well, if all have one unit.
function readQuantities(cells: string[]): { values: number[]; unit: string } | null {
  const found = cells.map((text) => /^([+-]?[\d.]+(?:e[+-]?\d+)?) *([a-zA-Z%°µ].*)$/i.exec(text.trim()));
  const unit = found[0]?.[2];
  if (!unit || !found.every((match) => match?.[2] === unit)) return null;
  return { values: found.map((match) => Number(match![1])), unit };
}

// "0.1" of "0.10000000000000001"; words as they are.
const writeInput = (text: string): string => (text.trim() !== '' && Number.isFinite(Number(text)) ? formatNumber(Number(text), 6) : text);

// "ended at t = 1.89 s: derailment: wheelset 1 has left its rails"
const sayFault = (text: string): string => text.replace(/(t = )([\d.]+)(?= s\b)/, (_, t: string, v: string) => `${t}${Number(v).toFixed(2)}`).replace(/(?<=[a-z])_(?=\d)/g, '\u00a0');

// Figures that the analyses bring, in the order of their first one.
const known = ['growth', 'critical_speed', 'steady_up_to', 'max_abs', 'frequency', 'damping'];

// Inputs come first. A figure known by its name ends them; else they end where the first columns tell all rows apart.
function countInputs(head: string[], rows: string[][], given: number | undefined): number {
  if (given !== undefined && given > 0) return given;
  const status = head.indexOf('status');
  const figure = head.findIndex((name) => known.includes(splitUnit(name)[0]));
  if (figure > 0) return figure;
  for (let k = 1; k < status; k++) {
    const keys = new Set(rows.map((row) => row.slice(0, k).join('\0')));
    if (keys.size === rows.length) return k;
  }
  return 1;
}

export function readSweep(content: SweepContent): Sweep {
  const { head, rows } = content;
  const status = head.indexOf('status');
  const fault = head.indexOf('fault');
  const motion = head.indexOf('motion');
  const isDone = (row: string[]): boolean => row[status] === 'done';
  const done = rows.filter(isDone);
  const kept = rows.map((_, i) => content.runs?.[i] ?? null).map((run) => (run?.results ? run : null));
  const count = countInputs(head, rows, content.parameters);
  const column = (i: number): SweepColumn => {
    const cells = done.map((row) => row[i] ?? '');
    const [name, unit] = splitUnit(head[i]!);
    const [said, oldUnit] = words[name] ?? [name, ''];
    const texts = i < count ? readQuantities(cells) : null;
    if (texts) return { name, title: withUnit(said, texts.unit), texts: texts.values.map((v) => formatNumber(v, 6)), values: texts.values, isNumber: true };
    const given = cells.map((text) => (text.trim() === '' ? NaN : Number(text)));
    const isNumber = given.some(Number.isFinite) && cells.every((text, k) => text === '' || Number.isFinite(given[k]!));
    const largest = Math.max(0, ...given.filter(Number.isFinite).map(Math.abs));
    // Figures in units that people read: kN, mm. Inputs stay as they were given.
    const scale = i < count ? { label: unit || oldUnit, factor: 1 } : unit ? chooseUnit(unit, largest) : { label: oldUnit, factor: oldUnit === 'mm or mrad' ? 1e3 : 1 };
    const values = given.map((v) => (name === 'period' && v === 0 ? NaN : v * scale.factor)); // what does not repeat has no period
    return { name, title: isNumber ? withUnit(said, scale.label) : said, texts: isNumber ? values.map((v) => (Number.isFinite(v) ? formatNumber(v, 6) : '')) : cells, values, isNumber };
  };
  const indices = head.map((_, i) => i).filter((i) => i !== status && i !== fault && i !== motion && !(content.runs && head[i] === 'results'));
  return {
    inputs: indices.filter((i) => i < count).map(column),
    figures: indices.filter((i) => i >= count).map(column).filter((c) => c.isNumber),
    motions: motion >= 0 ? done.map((row) => row[motion] ?? '') : null,
    failed: rows.flatMap((row, i) => (row[status] === 'failed' ? [{ inputs: row.slice(0, count).map(writeInput), fault: sayFault(row[fault] ?? ''), run: kept[i] ?? null }] : [])),
    runs: content.runs ? kept.filter((_, i) => isDone(rows[i]!)) : null,
    count: done.length,
  };
}

export function distinct(column: SweepColumn): number[] {
  return [...new Set(column.values.filter(Number.isFinite))].sort((a, b) => a - b);
}

// Mean of a figure for the lowest and the highest value of each input, over all others: what a tornado shows.
export interface Effect {
  name: string;
  low: { at: string; mean: number };
  high: { at: string; mean: number };
}

export function listEffects(sweep: Sweep, figure: SweepColumn): Effect[] {
  const mean = (keep: (i: number) => boolean): number => {
    const kept = figure.values.filter((v, i) => Number.isFinite(v) && keep(i));
    return kept.reduce((sum, v) => sum + v, 0) / kept.length;
  };
  const effects = sweep.inputs.flatMap((input): Effect[] => {
    const texts = [...new Set(input.texts)].filter((text) => text !== '');
    if (texts.length < 2) return [];
    // Of numbers the ends count; of words those with the least and the largest mean.
    const value = (text: string): number => input.values[input.texts.indexOf(text)]!;
    const order = input.isNumber ? texts.sort((a, b) => value(a) - value(b)) : texts.sort((a, b) => mean((i) => input.texts[i] === a) - mean((i) => input.texts[i] === b));
    const end = (at: string): Effect['low'] => ({ at, mean: mean((i) => input.texts[i] === at) });
    return [{ name: input.title, low: end(order[0]!), high: end(order.at(-1)!) }];
  });
  const size = (e: Effect): number => Math.abs(e.high.mean - e.low.mean);
  return effects.filter((e) => Number.isFinite(size(e))).sort((a, b) => size(b) - size(a));
}
