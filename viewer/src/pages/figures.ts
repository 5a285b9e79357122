// Headline figures: what a norm filters comes filtered (peaks of the evaluation); beside it extremes of channels that no
// norm filters.
import type { Channel, Peak } from '../data/document';
import type { Run } from '../data/run';
import { getEvaluation } from './norms';

export interface Figure {
  title: string;
  value: number;
  unit: string;
  channel: string; // where it was found
  time?: number;
  note?: string;
}

type Test = (channel: Channel, leaf: string) => boolean;

const onWheel = (c: Channel): boolean => /\/(left|right)\/[^/]+$/.test(c.name);

function largest(run: Run, title: string, test: Test): Figure | null {
  let best: Figure | null = null;
  for (const c of run.channels.values()) {
    if (!test(c, c.name.split('/').pop()!) || c.summary.max === undefined) continue;
    const up = Math.abs(c.summary.max) >= Math.abs(c.summary.min!);
    const value = up ? c.summary.max : c.summary.min!;
    if (best && Math.abs(best.value) >= Math.abs(value)) continue;
    const at = up ? c.summary.max_at : c.summary.min_at;
    best = { title, value, unit: c.unit, channel: c.name, time: at === undefined ? undefined : run.time[at] };
  }
  return best;
}

function wear(run: Run): Figure | null {
  let best: Figure | null = null;
  for (const c of run.channels.values()) {
    if (!/^t_?gamma$/i.test(c.name.split('/').pop()!) || !onWheel(c) || c.summary.mean === undefined) continue;
    if (!best || c.summary.mean > best.value) best = { title: 'largest mean Tγ', value: c.summary.mean, unit: c.unit, channel: c.name, note: 'mean of the run' };
  }
  return best;
}

// "low pass 20 Hz (Butterworth, …), 2 m mean" without what stands in brackets.
export const shortFilter = (text: string): string => text.replace(/ \([^)]*\)/g, '');

function filtered(run: Run, title: string, name: string, change: (peak: Peak) => number = (p) => p.value): Figure | null {
  let best: Figure | null = null;
  for (const peak of getEvaluation(run)?.peaks ?? []) {
    const value = peak.name === name ? change(peak) : NaN;
    if (Number.isNaN(value) || (best && Math.abs(best.value) >= Math.abs(value))) continue;
    best = { title, value, unit: peak.unit, channel: `${peak.subject}/${name}`, time: peak.time, note: shortFilter(peak.filter) };
  }
  return best;
}

// Least vertical wheel force over its value at the start.
function unloading(run: Run): Figure | null {
  const change = (peak: Peak): number => {
    const start = run.channels.get(`${peak.subject}/Q`)?.summary.first ?? NaN;
    return start > 0 ? 1 - peak.value / start : NaN;
  };
  const found = filtered(run, 'largest wheel unloading', 'Q_min', change);
  return found && { ...found, unit: '1', note: `${found.note}, against Q at the start` };
}

// Of a record that could not be evaluated: its own largest values, and said so.
function recorded(run: Run, title: string, leaf: string, unit: string): Figure | null {
  if (getEvaluation(run)) return null;
  const found = largest(run, title, (c, own) => onWheel(c) && own === leaf && c.unit === unit);
  return found && { ...found, note: 'as recorded, not filtered' };
}

const roundsToZero: Record<string, number> = { m: 5e-6, rad: 5e-6, N: 0.05, 'm/s2': 5e-4 };

export function listFigures(run: Run): Figure[] {
  const isWheelset = new Set(
    (run.document.bodies.columns['name']?.texts ?? []).filter((_, i) => run.document.bodies.columns['kind']?.texts?.[i] === 'wheelset'),
  );
  const ofWheelset = (c: Channel): boolean => isWheelset.size === 0 || isWheelset.has(c.name.slice(0, c.name.lastIndexOf('/')));
  const figures = [
    filtered(run, 'largest Y/Q', 'Y_Q'),
    filtered(run, 'largest ΣY', 'sum_Y'),
    filtered(run, 'largest Y', 'Y'),
    filtered(run, 'largest Q', 'Q_max'),
    unloading(run),
    filtered(run, 'largest lateral acceleration of the body', 'body_y'),
    filtered(run, 'largest vertical acceleration of the body', 'body_z'),
    filtered(run, 'largest lateral acceleration of a bogie', 'bogie_y'),
    recorded(run, 'largest Y', 'Y', 'N'),
    recorded(run, 'largest Q', 'Q', 'N'),
    wear(run),
    largest(run, 'largest y of a wheelset', (c, leaf) => leaf === 'y' && c.unit === 'm' && ofWheelset(c)),
    largest(run, 'largest yaw ψ of a wheelset', (c, leaf) => leaf === 'psi' && ofWheelset(c)),
    largest(run, 'largest flange force', (_, leaf) => leaf === 'flange_force'),
    largest(run, 'largest lateral creep force', (c, leaf) => onWheel(c) && leaf === 'fy'),
    largest(run, 'equivalent conicity', (_, leaf) => leaf === 'conicity' || leaf === 'equivalent_conicity'),
  ].filter((f): f is Figure => f !== null && !(Math.abs(f.value) < (roundsToZero[f.unit] ?? 0))); // zero is no headline
  return figures.slice(0, 12);
}
