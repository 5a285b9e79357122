// From arrays to points in pixels.
import { lowerBound, type Pyramid } from '../data/pyramid';
import type { Values } from '../data/unpack';
import type { Mapping } from './chart';

// A curve over an ascending axis: the rows themselves where a pixel holds few, else least and largest of stretches.
export function traceOver(x: Values, y: Pyramid, from: number, to: number, map: Mapping, right = false): number[] {
  const begin = Math.max(0, lowerBound(x, from) - 1);
  const end = Math.min(x.length, lowerBound(x, to) + 2);
  const vertical = right ? map.y2 : map.y;
  const points: number[] = [];
  const level = y.choose(begin, end, map.box.w / 1.5);
  if (!level || end - begin < 3 * map.box.w) {
    for (let i = begin; i < end; i++) points.push(map.x(x[i]!), vertical(y.values[i]!));
    return points;
  }
  const last = Math.min(level.min.length, Math.ceil(end / level.size));
  for (let k = Math.floor(begin / level.size); k < last; k++) {
    const at = map.x(x[Math.min(x.length - 1, k * level.size + (level.size >> 1))]!);
    const up = k % 2 === 0; // down and up in turn: no strokes back across the stretch
    points.push(at, vertical(up ? level.min[k]! : level.max[k]!), at, vertical(up ? level.max[k]! : level.min[k]!));
  }
  return points;
}

// A curve in the plane: steps shorter than half a pixel are left out.
export function tracePlane(x: ArrayLike<number>, y: ArrayLike<number>, begin: number, end: number, map: Mapping): number[] {
  const points: number[] = [];
  let lastX = NaN;
  let lastY = NaN;
  for (let i = begin; i < end; i++) {
    const px = map.x(x[i]!);
    const py = map.y(y[i]!);
    if (i + 1 < end && Math.abs(px - lastX) < 0.5 && Math.abs(py - lastY) < 0.5) continue;
    points.push(px, py);
    lastX = px;
    lastY = py;
  }
  return points;
}
