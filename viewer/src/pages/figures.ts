// Headline figures: extremes of the channels that engineers ask for first, whatever of them a run has.
import type { Channel } from '../data/document';
import type { Run } from '../data/run';

export interface Figure {
  title: string;
  value: number;
  unit: string;
  channel: string; // where it was found
  at: number | null; // row
  note?: string;
}

type Test = (channel: Channel, leaf: string) => boolean;

const onWheel = (c: Channel): boolean => /\/(left|right)\/[^/]+$/.test(c.name);

function largest(run: Run, title: string, test: Test, note?: string): Figure | null {
  let best: Figure | null = null;
  for (const c of run.channels.values()) {
    if (!test(c, c.name.split('/').pop()!) || c.summary.max === undefined) continue;
    const up = Math.abs(c.summary.max) >= Math.abs(c.summary.min!);
    const value = up ? c.summary.max : c.summary.min!;
    if (best && Math.abs(best.value) >= Math.abs(value)) continue;
    best = { title, value, unit: c.unit, channel: c.name, at: (up ? c.summary.max_at : c.summary.min_at) ?? null, note };
  }
  return best;
}

// Least vertical wheel force over its value at the start.
function unloading(run: Run): Figure | null {
  let best: Figure | null = null;
  for (const c of run.channels.values()) {
    if (!onWheel(c) || c.name.split('/').pop() !== 'Q' || !(c.summary.first! > 0)) continue;
    const value = 1 - c.summary.min! / c.summary.first!;
    if (!best || value > best.value)
      best = { title: 'largest wheel unloading', value, unit: '1', channel: c.name, at: c.summary.min_at ?? null, note: 'against Q at the start' };
  }
  return best;
}

function wear(run: Run): Figure | null {
  let best: Figure | null = null;
  for (const c of run.channels.values()) {
    if (!/^t_?gamma$/i.test(c.name.split('/').pop()!) || !onWheel(c) || c.summary.mean === undefined) continue;
    if (!best || c.summary.mean > best.value)
      best = { title: 'largest mean Tγ', value: c.summary.mean, unit: c.unit, channel: c.name, at: null, note: 'mean of the run' };
  }
  return best;
}

export function listFigures(run: Run): Figure[] {
  const isWheelset = new Set(
    (run.document.bodies.columns['name']?.texts ?? []).filter((_, i) => run.document.bodies.columns['kind']?.texts?.[i] === 'wheelset'),
  );
  const ofWheelset = (c: Channel): boolean => isWheelset.size === 0 || isWheelset.has(c.name.slice(0, c.name.lastIndexOf('/')));
  const figures = [
    largest(run, 'largest Y/Q', (c, leaf) => onWheel(c) && /^(YQ|Y_Q|Y\/Q)$/.test(leaf)),
    largest(run, 'largest ΣY', (_, leaf) => leaf === 'sum_Y'),
    largest(run, 'largest Y', (c, leaf) => onWheel(c) && leaf === 'Y'),
    largest(run, 'largest Q', (c, leaf) => onWheel(c) && leaf === 'Q'),
    unloading(run),
    largest(run, 'largest N', (c, leaf) => onWheel(c) && leaf === 'N'),
    wear(run),
    largest(run, 'largest lateral acceleration', (c, leaf) => /^m\/?s(\^?-?2)|^m s-2|^m\/s²/.test(c.unit) && /y$/.test(leaf)),
    largest(run, 'largest vertical acceleration', (c, leaf) => /^m\/?s(\^?-?2)|^m s-2|^m\/s²/.test(c.unit) && /z$/.test(leaf)),
    largest(run, 'largest y of a wheelset', (c, leaf) => leaf === 'y' && c.unit === 'm' && ofWheelset(c)),
    largest(run, 'largest yaw ψ of a wheelset', (c, leaf) => leaf === 'psi' && ofWheelset(c)),
    largest(run, 'largest flange force', (_, leaf) => leaf === 'flange_force'),
    largest(run, 'largest lateral creep force', (c, leaf) => onWheel(c) && leaf === 'fy'),
    largest(run, 'equivalent conicity', (_, leaf) => leaf === 'conicity' || leaf === 'equivalent_conicity'),
  ].filter((f): f is Figure => f !== null);
  return figures.slice(0, 12);
}
