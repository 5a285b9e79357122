// Wear of wheels (wear.csv of `fourfoot wear`): conicity and depth over the mileage, the worn profiles.
import { h, makeStacked } from '../dom';
import { formatFixed } from '../format';
import { spoken } from '../pages/wheels';
import { makeLiveChart, type PlainCurve } from './study_chart';

interface Outline {
  y: number[];
  z: number[];
}

interface WornWheel {
  wheelset: string;
  side: string; // left, right, or both where both wore alike
  y: number[];
  depth: number[];
}

export interface WearContent {
  head: string[];
  rows: string[][];
  worn: { profile: Outline | null; wheels: WornWheel[] };
}

interface Row {
  distance: number; // [m]
  wheelset: string;
  conicity: number;
  depth: [number, number]; // left, right [m]
  volume: [number, number]; // [m³]
  tGamma: [number, number]; // [N]
}

function readRows({ head, rows }: WearContent): Row[] {
  const at = (name: string): number => head.findIndex((title) => title === name || title.startsWith(`${name} [`));
  const columns = ['distance', 'conicity', 'depth_left', 'depth_right', 'volume_left', 'volume_right', 't_gamma_left', 't_gamma_right'].map(at);
  return rows.map((row) => {
    const [distance, conicity, dl, dr, vl, vr, tl, tr] = columns.map((k) => Number(row[k] ?? NaN)) as [number, number, number, number, number, number, number, number];
    return { distance, wheelset: row[at('wheelset')] ?? '', conicity, depth: [dl, dr], volume: [vl, vr], tGamma: [tl, tr] };
  });
}

const kilometres = (distance: number): number => distance / 1e3;
const nameWheel = ({ wheelset, side }: WornWheel): string => (side === 'both' ? spoken(wheelset) : `${spoken(wheelset)}, ${side}`);

function makeOverMileage(rows: Row[], title: string, y: string, value: (row: Row) => number, fromZero: boolean): HTMLElement {
  const names = [...new Set(rows.map((row) => row.wheelset))];
  const curves = names.flatMap((name, color): PlainCurve[] => {
    const own = rows.filter((row) => row.wheelset === name);
    const points = { x: own.map((row) => kilometres(row.distance)), y: own.map(value), color };
    return [{ name: spoken(name), ...points }, { name: '', ...points, dots: true }];
  });
  return makeLiveChart(() => ({ title, x: 'mileage [km]', y, curves, fromZero })).element;
}

function makeDepth(wheels: WornWheel[]): HTMLElement {
  const sets = [...new Set(wheels.map((wheel) => wheel.wheelset))];
  const curves = wheels.map((wheel): PlainCurve => ({ name: nameWheel(wheel), x: wheel.y.map((v) => v * 1e3), y: wheel.depth.map((v) => v * 1e3), color: sets.indexOf(wheel.wheelset), dash: wheel.side === 'right' ? [6, 4] : [] }));
  return makeLiveChart(() => ({ title: 'Depth of wear across the profile', x: 'y on the profile [mm], flange at the left', y: 'depth [mm]', curves, fromZero: true })).element;
}

const interpolate = (x: number[], y: number[], at: number): number => {
  const k = x.findIndex((v) => v >= at);
  if (k <= 0) return y[k === 0 ? 0 : y.length - 1] ?? 0;
  const part = (at - x[k - 1]!) / (x[k]! - x[k - 1]!);
  return y[k - 1]! + part * (y[k]! - y[k - 1]!);
};

// Material is removed along the normal; drawn `factor` times as deep.
function wearOutline(profile: Outline, wheel: WornWheel, factor: number): Outline {
  const { y, z } = profile;
  const moved = y.map((_, i) => {
    const [a, b] = [Math.max(0, i - 1), Math.min(y.length - 1, i + 1)];
    const [ty, tz] = [y[b]! - y[a]!, z[b]! - z[a]!];
    const depth = (factor * Math.max(0, interpolate(wheel.y, wheel.depth, y[i]!))) / (Math.hypot(ty, tz) || 1);
    return { y: y[i]! - tz * depth, z: z[i]! + ty * depth }; // the wheel lies above its profile
  });
  return { y: moved.map((p) => p.y), z: moved.map((p) => p.z) };
}

// Deep enough to be seen: 4 mm at most where it wore most.
function chooseFactor(wheels: WornWheel[]): number {
  const deepest = Math.max(1e-9, ...wheels.flatMap((wheel) => wheel.depth));
  return [100, 50, 20, 10, 5, 2].find((factor) => factor * deepest <= 4e-3) ?? 1;
}

function makeProfiles(profile: Outline, wheels: WornWheel[]): HTMLElement {
  const factor = chooseFactor(wheels);
  const sets = [...new Set(wheels.map((wheel) => wheel.wheelset))];
  const scaled = (outline: Outline): { x: number[]; y: number[] } => ({ x: outline.y.map((v) => v * 1e3), y: outline.z.map((v) => v * 1e3) });
  const worn = wheels.map((wheel): PlainCurve => ({ name: nameWheel(wheel), ...scaled(wearOutline(profile, wheel, factor)), color: sets.indexOf(wheel.wheelset), dash: wheel.side === 'right' ? [6, 4] : [] }));
  const title = factor > 1 ? `New and worn profile, wear drawn ${factor} times as deep` : 'New and worn profile';
  return makeLiveChart(() => ({ title, x: 'y on the profile [mm], flange at the left', y: 'z [mm], up', curves: [...worn, { name: 'new', ...scaled(profile), color: '#888888', dash: [4, 4] }] })).element;
}

function makeTable(last: Row[]): HTMLElement {
  const pair = (values: [number, number], factor: number, decimals: number): HTMLElement[] => values.map((v) => h('td', { class: 'number' }, formatFixed(v * factor, decimals)));
  const rows = last.map((row) => h('tr', {}, h('th', { scope: 'row' }, spoken(row.wheelset)), h('td', { class: 'number' }, formatFixed(row.conicity, 3)), ...pair(row.depth, 1e3, 3), ...pair(row.volume, 1e6, 1), ...pair(row.tGamma, 1, 0)));
  const head = ['wheelset', 'conicity', 'depth left [mm]', 'depth right [mm]', 'volume left [cm³]', 'volume right [cm³]', 'mean Tγ left [N]', 'mean Tγ right [N]'].map((text, i) => h('th', { scope: 'col', class: i > 0 ? 'number' : '' }, text));
  return h('div', { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': 'wheelsets at the end' }, h('h4', {}, `Wheelsets after ${formatFixed(kilometres(last[0]!.distance), 0)} km`), makeStacked(h('table', { class: 'channels worn' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows))));
}

function tell(rows: Row[], last: Row[]): string {
  const depth = (row: Row): number => Math.max(...row.depth);
  const worst = last.reduce((a, b) => (depth(b) > depth(a) ? b : a));
  const first = rows.find((row) => row.wheelset === worst.wheelset)!;
  return `After ${formatFixed(kilometres(worst.distance), 0)} km the profile of ${spoken(worst.wheelset)} is worn most: ${formatFixed(depth(worst) * 1e3, 3)} mm at the deepest point. Its equivalent conicity changed from ${formatFixed(first.conicity, 3)} to ${formatFixed(worst.conicity, 3)}.`;
}

export function makeWear(content: WearContent): HTMLElement[] {
  const rows = readRows(content);
  if (rows.length === 0) return [h('p', { class: 'verdict' }, 'No update is complete yet.')];
  const end = Math.max(...rows.map((row) => row.distance));
  const last = rows.filter((row) => row.distance === end);
  const { profile, wheels } = content.worn;
  return [
    h('p', { class: 'verdict' }, end > 0 ? tell(rows, last) : 'No update is complete yet: the wheels are new.'),
    makeOverMileage(rows, 'Equivalent conicity', 'equivalent conicity', (row) => row.conicity, false),
    makeOverMileage(rows, 'Largest depth of wear', 'depth [mm]', (row) => Math.max(...row.depth) * 1e3, true),
    ...(wheels.length > 0 ? [makeDepth(wheels)] : []),
    ...(wheels.length > 0 && profile ? [makeProfiles(profile, wheels)] : []),
    makeTable(last),
  ];
}
