// The charts that a panel can show, from the state and its channels.
import type { Run } from '../data/run';
import { lowerBound, type Pyramid } from '../data/pyramid';
import { chooseUnit, isNoise, shorten, withUnit } from '../format';
import type { State } from '../state';
import { dashes, type Theme } from '../theme';
import type { Chart, Curve } from './chart';
import { filters, getFiltered, type PlotFilter } from './filter';
import { decadeTicks, linearTicks } from './scale';
import { powerSpectrum } from './spectrum';
import { traceOver, tracePlane } from './traces';

export type PanelKind = 'over' | 'phase' | 'spectrum';

export interface Drawn {
  run: Run;
  name: string; // of the channel
  color: string;
  dash: number[];
  label: string;
}

// One line for each channel of each run that has it. Colours tell channels apart, dashes runs; with one channel only,
// colours tell runs apart too.
export function listDrawn(state: State, names: string[], theme: Theme): Drawn[] {
  const drawn: Drawn[] = [];
  names.forEach((name, i) => {
    for (const run of state.runs) {
      if (!run.get(name)) continue;
      const color = names.length === 1 ? run.index : i;
      drawn.push({
        run,
        name,
        color: theme.curves[color % theme.curves.length]!,
        dash: dashes[run.index % dashes.length]!,
        label: state.runs.length > 1 ? `${name} · ${run.label}` : name,
      });
    }
  });
  return drawn;
}

function rows(run: Run, state: State): [number, number] {
  const x = run.axis(state.xAxis);
  return [Math.max(0, lowerBound(x, state.from) - 1), Math.min(x.length, lowerBound(x, state.to) + 1)];
}

function unitOf(drawn: Drawn[]): string {
  const first = drawn[0];
  return first?.run.channels.get(first.name)?.unit ?? '';
}

function rangeOf(drawn: Drawn[], state: State): [number, number] {
  let min = Infinity;
  let max = -Infinity;
  for (const d of drawn) {
    const range = d.run.get(d.name)!.range(...rows(d.run, state));
    if (range) [min, max] = [Math.min(min, range[0]), Math.max(max, range[1])];
  }
  return min <= max ? [min, max] : [0, 1];
}

// A little room above and below, so that no curve runs along the frame.
// What hardly changes is shown as level, not by its last digits; what is zero but for rounding as zero.
function padded(min: number, max: number, unit: string, factor: number): [number, number] {
  const size = Math.max(Math.abs(min), Math.abs(max));
  if (isNoise(unit, size)) return [-1 / factor, 1 / factor];
  const room = max - min > 1e-5 * size ? 0.07 * (max - min) : 0.05 * size;
  return [min - room, max + room];
}

export function xTitle(state: State): string {
  return state.xAxis === 'time' ? 'time [s]' : 'distance along the track [m]';
}

function leaf(drawn: Drawn[]): string {
  const names = new Set(drawn.map((d) => d.name.split('/').pop()));
  return names.size === 1 ? shorten([...names][0]!.replace(/^YQ$/, 'Y/Q'), 24) : '';
}

// With a filter: what was recorded pale, the filtered curve above it.
export function makeOver(state: State, names: string[], theme: Theme, filter: PlotFilter = filters[0]!): Chart | null {
  const drawn = listDrawn(state, names, theme);
  const [min, max] = rangeOf(drawn, state);
  const unit = chooseUnit(unitOf(drawn), Math.max(Math.abs(min), Math.abs(max)));
  const draw = (d: Drawn, y: Pyramid, name: string, color: string): Curve => ({
    name,
    color,
    dash: d.dash,
    trace: (map) => traceOver(d.run.axis(state.xAxis), y, state.from, state.to, map),
  });
  const isFiltered = filter !== filters[0];
  const raw = drawn.map((d) => draw(d, d.run.get(d.name)!, d.label, isFiltered ? `${d.color}66` : d.color));
  const above = isFiltered
    ? drawn.flatMap((d) => {
        const y = getFiltered(d.run, d.name, filter);
        return y ? [draw(d, y, `${d.label}, ${filter.name}`, d.color)] : [];
      })
    : [];
  const curves = [...raw, ...above];
  return {
    x: { ticks: linearTicks(state.from, state.to, 8, 1, false), title: xTitle(state) },
    y: { ticks: linearTicks(...padded(min, max, unitOf(drawn), unit.factor), 5, unit.factor, false), title: withUnit(leaf(drawn), unit.label) },
    curves,
    legend: true,
  };
}

// The second and further channels against the first.
export function makePhase(state: State, names: string[], theme: Theme): Chart | null {
  const [across, ...up] = names;
  if (!across || up.length === 0) return null;
  const drawn = listDrawn(state, up, theme).filter((d) => d.run.get(across));
  const base = listDrawn(state, [across], theme);
  const [xMin, xMax] = rangeOf(base, state);
  const [min, max] = rangeOf(drawn, state);
  const xUnit = chooseUnit(unitOf(base), Math.max(Math.abs(xMin), Math.abs(xMax)));
  const unit = chooseUnit(unitOf(drawn), Math.max(Math.abs(min), Math.abs(max)));
  const curves = drawn.map((d): Curve => {
    const trace: Curve['trace'] = (map) =>
      tracePlane(d.run.get(across)!.values, d.run.get(d.name)!.values, ...rows(d.run, state), map);
    return { name: d.label, color: d.color, dash: d.dash, trace, width: 1.2 };
  });
  return {
    x: { ticks: linearTicks(...padded(xMin, xMax, unitOf(base), xUnit.factor), 7, xUnit.factor, false), title: withUnit(shorten(across, 48), xUnit.label) },
    y: { ticks: linearTicks(...padded(min, max, unitOf(drawn), unit.factor), 5, unit.factor, false), title: withUnit(leaf(drawn), unit.label) },
    curves,
    legend: true,
  };
}

export function makeSpectrum(state: State, names: string[], theme: Theme): Chart | null {
  const drawn = listDrawn(state, names, theme);
  let xMin = Infinity;
  let [xMax, min, max] = [-Infinity, Infinity, -Infinity];
  const curves: Curve[] = [];
  for (const d of drawn) {
    const [begin, end] = rows(d.run, state);
    const t = d.run.time;
    const spectrum = powerSpectrum(d.run.get(d.name)!.values, begin, end, (t[end - 1]! - t[begin]!) / (end - begin - 1));
    if (!spectrum) continue;
    const f = spectrum.frequency.subarray(1).map(Math.log10); // no logarithm of 0 Hz
    const p = spectrum.density.subarray(1).map((v) => (v > 0 ? Math.log10(v) : NaN));
    for (let i = 0; i < f.length; i++) {
      if (Number.isNaN(p[i]!)) continue;
      [min, max] = [Math.min(min, p[i]!), Math.max(max, p[i]!)];
      [xMin, xMax] = [Math.min(xMin, f[i]!), Math.max(xMax, f[i]!)];
    }
    const trace: Curve['trace'] = (map) => tracePlane(f, p, 0, f.length, map);
    curves.push({ name: d.label, color: d.color, dash: d.dash, trace });
  }
  if (curves.length === 0) return null;
  const unit = unitOf(drawn);
  return {
    x: { ticks: decadeTicks(xMin, xMax), title: 'frequency [Hz]' },
    y: {
      ticks: decadeTicks(Math.max(min, max - 14), max),
      title: unit && unit !== '1' ? `PSD [(${shorten(unit, 12)})²/Hz]` : 'PSD [1/Hz]',
    },
    curves,
    legend: true,
  };
}
