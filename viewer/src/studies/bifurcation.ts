// Amplitude of the lasting motion over a parameter, swept up and down, and branches of periodic motion.
import { h } from '../dom';
import { bindSpeeds, formatFixed } from '../format';
import { parameterText, parameterTitle } from './eigen';
import { attachHover } from './hover';
import { describeObserved } from './observed';
import { listMotions, MotionShown } from './orbit';
import { makeLiveChart, makeStudyChart, type PlainCurve } from './study_chart';

interface Orbit {
  value: number;
  frequency: number;
  max_abs: number;
  stable: boolean;
  period?: number;
  samples?: number[];
}

interface SpecialPoint {
  kind: string;
  value: number;
  max_abs: number;
  located?: boolean; // files of older versions do not say
  within?: number;
  from?: number;
  to?: number;
  reason?: string;
  subject?: string;
}

export interface BifurcationContent {
  parameter: string;
  observed?: string; // coordinate
  points: { value: number; sweep: string; motion: string; max_abs: number; peak_to_peak: number; frequency: number; period?: number; samples?: number[]; growth_of_steady_running?: number }[];
  branches: { hopf: number | null; hopf_frequency: number | null; folds: Orbit[]; orbits?: Orbit[]; special_points?: SpecialPoint[] }[];
}

function listSweeps(content: BifurcationContent): PlainCurve[] {
  const curves: PlainCurve[] = [];
  for (const [sweep, color, dash] of [['up', 0, []], ['down', 1, [7, 4]]] as [string, number, number[]][]) {
    const points = content.points.filter((p) => p.sweep === sweep && Number.isFinite(p.max_abs)).sort((a, b) => a.value - b.value);
    if (points.length === 0) continue;
    const x = points.map((p) => p.value);
    const y = points.map((p) => p.max_abs * 1e3);
    curves.push({ name: `swept ${sweep}`, x, y, color, dash }, { name: '', x, y, color, dots: true });
  }
  return curves;
}

// Value and frequency of each Hopf point; branches that start elsewhere have none.
function listHopf(content: BifurcationContent): [number, number][] {
  return content.branches.flatMap((b): [number, number][] => (typeof b.hopf === 'number' && typeof b.hopf_frequency === 'number' ? [[b.hopf, b.hopf_frequency]] : []));
}

const specialKinds = ['branch point', 'period doubling', 'torus', 'grazing'];
const specialColors: (number | string)[] = [5, 6, 7, '#6b8e23']; // no curve has one of them

// Smaller than the dot of a fold, which may lie there, too. Dots where a point is located, rings where it is only known to lie between two orbits.
function listSpecials(content: BifurcationContent): PlainCurve[] {
  return specialKinds.flatMap((kind, i) =>
    [true, false].flatMap((located): PlainCurve[] => {
      const points = content.branches.flatMap((b) => b.special_points ?? []).filter((p) => p.kind === kind && (p.located ?? false) === located);
      return points.length === 0 ? [] : [{ name: located ? kind : `${kind}, not located`, x: points.map((p) => p.value), y: points.map((p) => p.max_abs * 1e3), color: specialColors[i]!, dots: true, open: !located, size: 3 }];
    }),
  );
}

function describeSpecial(content: BifurcationContent, p: SpecialPoint): string[] {
  const name = `${p.kind}${p.subject ? `: ${p.subject}` : ''}`;
  if (p.located) return [`${name} at ${parameterText(content.parameter, p.value)}`, `located within ${(p.within ?? 0).toPrecision(1)}`];
  if (p.from === undefined || p.to === undefined) return [`${name} near ${parameterText(content.parameter, p.value)}`];
  return [`${name} between ${parameterText(content.parameter, p.from)} and ${parameterText(content.parameter, p.to)}`, `not located: ${p.reason ?? ''}`];
}

// Steady running itself, where its amplitude is zero: drawn through while it is stable, dashed beyond.
function listSteady(content: BifurcationContent): PlainCurve[] {
  const known = content.points.filter((p) => p.growth_of_steady_running !== undefined);
  const offset = content.points.some((p) => p.motion === 'stationary' && p.max_abs > 1e-5); // curving
  if (offset || known.length < 2) return [];
  const growth = new Map(known.map((p) => [p.value, p.growth_of_steady_running!]));
  const values = [...growth.keys()].sort((a, b) => a - b);
  const hopf = listHopf(content).map(([v]) => v);
  const curves: PlainCurve[] = [];
  for (let i = 0; i + 1 < values.length; i++) {
    const [from, to] = [values[i]!, values[i + 1]!];
    const [before, after] = [growth.get(from)! > 0, growth.get(to)! > 0];
    const middle = hopf.find((v) => v > from && v < to) ?? (from + to) / 2;
    const parts: [number, number, boolean][] = before === after ? [[from, to, before]] : [[from, middle, before], [middle, to, after]];
    for (const [a, b, unstable] of parts) curves.push({ name: unstable ? 'steady running, unstable' : 'steady running, stable', x: [a, b], y: [0, 0], color: '#8a8f96', dash: unstable ? [4, 4] : [] });
  }
  const seen = new Set<string>();
  for (const curve of curves) {
    if (seen.has(curve.name)) curve.name = '';
    else seen.add(curve.name);
  }
  return curves;
}

// Stretches of one stability each: stable ones drawn through, unstable ones dashed.
function listBranches(content: BifurcationContent): PlainCurve[] {
  const curves: PlainCurve[] = [];
  for (const branch of content.branches) {
    let current: PlainCurve | null = null;
    let stable: boolean | null = null;
    for (const orbit of branch.orbits ?? []) {
      if (orbit.stable !== stable) {
        const start: PlainCurve = { name: `${orbit.stable ? 'stable' : 'unstable'} periodic motion`, x: [], y: [], color: 2, dash: orbit.stable ? [] : [4, 4] };
        if (current) {
          start.x.push(current.x.at(-1)!);
          start.y.push(current.y.at(-1)!);
        }
        if (curves.some((c) => c.name === start.name)) start.name = '';
        curves.push((current = start));
        stable = orbit.stable;
      }
      current!.x.push(orbit.value);
      current!.y.push(orbit.max_abs * 1e3);
    }
  }
  const hopf = listHopf(content).map(([v]) => v);
  if (hopf.length > 0) curves.push({ name: 'Hopf', x: hopf, y: hopf.map(() => 0), color: 3, dots: true, size: 5 });
  const folds = content.branches.flatMap((b) => b.folds);
  if (folds.length > 0) curves.push({ name: 'fold', x: folds.map((f) => f.value), y: folds.map((f) => f.max_abs * 1e3), color: 4, dots: true, size: 5 });
  return curves;
}

export function makeBifurcation(content: BifurcationContent): HTMLElement[] {
  const lasting = content.points.filter((p) => p.motion !== 'stationary');
  const lowest = lasting.length > 0 ? Math.min(...lasting.map((p) => p.value)) : null;
  const folds = content.branches.flatMap((b) => b.folds.map((f) => f.value));
  const verdict = [
    lowest !== null ? `Lasting motion from ${parameterText(content.parameter, lowest)} on.` : content.points.length > 0 ? 'No lasting motion in this range.' : '',
    ...listHopf(content).map(([value, frequency]) => `Hopf bifurcation at ${parameterText(content.parameter, value)}, ${formatFixed(frequency, 2)} Hz.`),
    folds.length > 0 ? `Fold at ${folds.map((v) => parameterText(content.parameter, v)).join(', ')}.` : '',
  ];
  const frequencies: PlainCurve[] = ['up', 'down'].map((sweep, i) => {
    const points = content.points.filter((p) => p.sweep === sweep && p.frequency > 0);
    return { name: `swept ${sweep}`, x: points.map((p) => p.value), y: points.map((p) => p.frequency), color: i, dots: true, size: i === 0 ? 5 : 2.8 }; // where both agree, both are seen
  });
  const curves = [...listSteady(content), ...listBranches(content), ...listSpecials(content), ...listSweeps(content)];
  const motions = listMotions(content);
  const observed = describeObserved(content.observed);
  const shown = motions.length > 0 ? new MotionShown(motions, observed, () => diagram.chart.refresh()) : null;
  const diagram = makeLiveChart(() => ({ title: 'Bifurcation diagram', x: parameterTitle(content.parameter), y: `max |${observed.name}| [${observed.unit}]`, curves, fromZero: true, above: shown ? (painter, map, theme) => shown.mark(painter, map, theme) : undefined }));
  shown?.attach(diagram.chart);
  attachHover(diagram.chart, (map) => [
    ...content.branches.flatMap((b) => (b.special_points ?? []).map((p) => ({ x: map.x(p.value), y: map.y(p.max_abs * 1e3), lines: describeSpecial(content, p) }))),
    ...content.points.map((p) => ({ x: map.x(p.value), y: map.y(p.max_abs * 1e3), lines: [parameterText(content.parameter, p.value), `swept ${p.sweep}: ${p.motion}`, `max ${formatFixed(p.max_abs * 1e3, 2)}, peak to peak ${formatFixed(p.peak_to_peak * 1e3, 2)} ${observed.unit}`, ...(p.frequency > 0 ? [`${formatFixed(p.frequency, 2)} Hz`] : [])] })),
    ...content.branches.flatMap((b) => (b.orbits ?? []).map((o) => ({ x: map.x(o.value), y: map.y(o.max_abs * 1e3), lines: [parameterText(content.parameter, o.value), `${o.stable ? 'stable' : 'unstable'} periodic motion`, `max ${formatFixed(o.max_abs * 1e3, 2)} ${observed.unit}`] }))),
  ]);
  return [
    h('p', { class: 'verdict' }, bindSpeeds(verdict.filter(Boolean).join(' '))),
    diagram.element,
    ...(shown ? shown.elements : []),
    ...(frequencies.some((c) => c.x.length > 0)
      ? [makeStudyChart({ title: 'Frequency of the lasting motion', x: parameterTitle(content.parameter), y: 'frequency [Hz]', curves: frequencies.filter((c) => c.x.length > 0) })]
      : []),
  ];
}
