// Filters of the plots: Butterworth of order 2 forth and back, both passes together −3 dB at the corner, as `fourfoot
// evaluate` filters (docs/theory/evaluate.md); and the sliding mean over 2 m.
import { Pyramid } from '../data/pyramid';
import type { Run } from '../data/run';

export interface PlotFilter {
  name: string;
  low?: number; // corner of the low pass [Hz]
  high?: number; // corner of the high pass [Hz]
  window?: number; // of the sliding mean [m]
}

export const filters: PlotFilter[] = [
  { name: 'no filter' },
  { name: 'low pass 2 Hz', low: 2 },
  { name: 'low pass 6 Hz', low: 6 },
  { name: 'low pass 10 Hz', low: 10 },
  { name: 'low pass 20 Hz', low: 20 },
  { name: '20 Hz, 2 m mean', low: 20, window: 2 },
  { name: 'band 0.4–10 Hz', low: 10, high: 0.4 },
];

type Biquad = [b0: number, b1: number, b2: number, a1: number, a2: number];

const both = Math.pow(Math.SQRT2 - 1, 0.25); // corner of two passes over that of one, order 2

function design(corner: number, rate: number, isHigh: boolean): Biquad {
  const w = Math.tan((Math.PI * corner) / rate) * (isHigh ? both : 1 / both);
  const scale = 1 / (1 + Math.SQRT2 * w + w * w);
  const [a1, a2] = [2 * (w * w - 1) * scale, (1 - Math.SQRT2 * w + w * w) * scale];
  return isHigh ? [scale, -2 * scale, scale, a1, a2] : [w * w * scale, 2 * w * w * scale, w * w * scale, a1, a2];
}

// In place, from the steady state of the first value.
function pass(x: Float64Array, [b0, b1, b2, a1, a2]: Biquad): void {
  const gain = (b0 + b1 + b2) / (1 + a1 + a2);
  let z2 = (b2 - a2 * gain) * x[0]!;
  let z1 = (b1 - a1 * gain) * x[0]! + z2;
  for (let i = 0; i < x.length; i++) {
    const y = b0 * x[i]! + z1;
    z1 = b1 * x[i]! - a1 * y + z2;
    z2 = b2 * x[i]! - a2 * y;
    x[i] = y;
  }
}

// Without phase shift; the record is continued by its odd reflection (a high pass: even), so that its ends do not ring.
export function filterBothWays(values: ArrayLike<number>, corner: number, rate: number, isHigh: boolean): Float64Array {
  const n = values.length;
  const more = Math.min(n - 1, Math.ceil((4 * rate) / corner));
  const x = new Float64Array(n + 2 * more);
  for (let i = 0; i < x.length; i++) {
    const k = i - more;
    if (k < 0) x[i] = isHigh ? values[-k]! : 2 * values[0]! - values[-k]!;
    else if (k >= n) x[i] = isHigh ? values[2 * n - 2 - k]! : 2 * values[n - 1]! - values[2 * n - 2 - k]!;
    else x[i] = values[k]!;
  }
  const section = design(corner, rate, isHigh);
  pass(x, section);
  pass(x.reverse(), section);
  return x.reverse().slice(more, more + n);
}

// Centred, straight between the rows; nan where the window is not full.
export function slideMean(s: ArrayLike<number>, x: ArrayLike<number>, window: number): Float64Array {
  const n = x.length;
  const sum = new Float64Array(n);
  for (let i = 1; i < n; i++) sum[i] = sum[i - 1]! + 0.5 * (x[i]! + x[i - 1]!) * (s[i]! - s[i - 1]!);
  const out = new Float64Array(n).fill(NaN);
  const integral = (at: number, k: number): number => {
    const part = at - s[k]!;
    const slope = (x[k + 1]! - x[k]!) / (s[k + 1]! - s[k]!);
    return sum[k]! + part * (x[k]! + 0.5 * slope * part);
  };
  let [a, b] = [0, 0];
  for (let i = 0; i < n; i++) {
    const [from, to] = [s[i]! - window / 2, s[i]! + window / 2];
    if (from < s[0]! || to > s[n - 1]!) continue;
    while (a + 2 < n && s[a + 1]! <= from) a++;
    while (b + 2 < n && s[b + 1]! <= to) b++;
    out[i] = (integral(to, b) - integral(from, a)) / window;
  }
  return out;
}

const rateOf = (run: Run): number => (run.time.length - 1) / (run.time[run.time.length - 1]! - run.time[0]!);

// Why a run cannot be filtered so; empty if it can.
export function explainRefusal(run: Run, filter: PlotFilter): string {
  const rate = rateOf(run);
  if (!(run.time.length > 8) || !(rate > 0)) return 'The run has too few rows for a filter.';
  if (filter.low && filter.low >= 0.45 * rate) return `A low pass of ${filter.low} Hz needs more than ${Math.ceil(filter.low / 0.45)} rows a second; the run has ${Math.round(rate)}.`;
  if (filter.window && !run.s) return 'The mean over metres needs a vehicle that moves forward.';
  return '';
}

const known = new WeakMap<Pyramid, Map<string, Pyramid>>();

// The filtered channel; null if the run does not allow it.
export function getFiltered(run: Run, name: string, filter: PlotFilter): Pyramid | null {
  const raw = run.get(name);
  if (!raw || explainRefusal(run, filter)) return null;
  const made = known.get(raw) ?? new Map<string, Pyramid>();
  known.set(raw, made);
  let found = made.get(filter.name);
  if (!found) {
    let x: ArrayLike<number> = raw.values;
    if (filter.high) x = filterBothWays(x, filter.high, rateOf(run), true);
    if (filter.low) x = filterBothWays(x, filter.low, rateOf(run), false);
    if (filter.window && run.s) x = slideMean(run.s, x, filter.window);
    found = new Pyramid(x as Float64Array);
    made.set(filter.name, found);
  }
  return found;
}
