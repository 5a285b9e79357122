// A field over a grid of values: lines of equal value, and colours for it.

// Marching squares: points for stroke(), in grid coordinates through `x` and `y`; a NaN lifts the pen. Values that are
// not finite leave their cells out.
export function traceContour(field: number[][], level: number, x: (column: number) => number, y: (row: number) => number): number[] {
  const points: number[] = [];
  const cross = (a: number, b: number): number => (level - a) / (b - a);
  for (let r = 0; r + 1 < field.length; r++) {
    for (let c = 0; c + 1 < field[r]!.length; c++) {
      const [a, b, d, e] = [field[r]![c]!, field[r]![c + 1]!, field[r + 1]![c + 1]!, field[r + 1]![c]!];
      if (![a, b, d, e].every(Number.isFinite)) continue;
      const edges: [number, number][] = []; // where the level crosses: bottom, right, top, left
      if (a < level !== b < level) edges.push([c + cross(a, b), r]);
      if (b < level !== d < level) edges.push([c + 1, r + cross(b, d)]);
      if (e < level !== d < level) edges.push([c + cross(e, d), r + 1]);
      if (a < level !== e < level) edges.push([c, r + cross(a, e)]);
      for (let i = 0; i + 1 < edges.length; i += 2)
        points.push(x(edges[i]![0]), y(edges[i]![1]), x(edges[i + 1]![0]), y(edges[i + 1]![1]), NaN, NaN);
    }
  }
  return points;
}

// From pale yellow to dark blue, even in lightness, told apart by colour-blind readers.
const stops = [[255, 247, 200], [190, 222, 180], [95, 180, 190], [40, 120, 180], [20, 50, 110]];

export function shade(part: number): string {
  const at = Math.max(0, Math.min(1, part)) * (stops.length - 1);
  const k = Math.min(stops.length - 2, Math.floor(at));
  const mix = stops[k]!.map((v, i) => Math.round(v + (stops[k + 1]![i]! - v) * (at - k)));
  return `#${mix.map((v) => v.toString(16).padStart(2, '0')).join('')}`;
}
