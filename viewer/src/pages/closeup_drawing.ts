// Geometry of the close-up: outlines in place, and patches on them.
import { formatQuantity } from '../format';
import type { Mapping } from '../plot/chart';
import type { Painter } from '../plot/painter';
import type { Theme } from '../theme';

export interface Outline {
  y: ArrayLike<number>;
  z: ArrayLike<number>;
}

export interface PlanePose {
  y: number;
  z: number;
  roll: number;
}

export interface Patch {
  load: number; // [N]
  part: number; // of the largest load in the run
  y: number; // place on the rail [m]
  b: number; // semi-axis across [m]; nan: not known
}

// The horizontal axis is -y.
export function traceOutline(line: Outline, pose: PlanePose, map: Mapping): number[] {
  const points: number[] = [];
  const [c, s] = [Math.cos(pose.roll), Math.sin(pose.roll)];
  for (let i = 0; i < line.y.length; i++) {
    const [y, z] = [line.y[i]!, line.z[i]!];
    points.push(map.x(-(pose.y + c * y - s * z)), map.y(pose.z + s * y + c * z));
  }
  return points;
}

// The point of the outline's upper side at a lateral place, and the direction of the outline there.
function findOnOutline(line: Outline, y: number): { y: number; z: number; dy: number; dz: number } | null {
  let best: { y: number; z: number; dy: number; dz: number } | null = null;
  for (let i = 0; i + 1 < line.y.length; i++) {
    const [ya, yb, za, zb] = [line.y[i]!, line.y[i + 1]!, line.z[i]!, line.z[i + 1]!];
    if ((ya - y) * (yb - y) > 0 || ya === yb) continue;
    const z = za + ((zb - za) * (y - ya)) / (yb - ya);
    const length = Math.hypot(yb - ya, zb - za);
    if (!best || z > best.z) best = { y, z, dy: (yb - ya) / length, dz: (zb - za) / length };
  }
  return best;
}

// The patch as a bar on the rail, its pressure as half an ellipse, its normal force as an arrow into the rail.
export function drawPatch(painter: Painter, map: Mapping, theme: Theme, line: Outline, rail: PlanePose, patch: Patch): void {
  const at = findOnOutline(line, patch.y);
  if (!at) return;
  const [x, y] = [map.x(-(at.y + rail.y)), map.y(at.z + rail.z)];
  const along = [-at.dy, -at.dz]; // in pixels: the axis is -y, and pixels grow downward
  const into = along[0]! > 0 ? [-along[1]!, along[0]!] : [along[1]!, -along[0]!];
  const scale = Math.abs(map.x(1) - map.x(0));
  const half = patch.b > 0 ? Math.max(3, patch.b * scale) : 4;
  const length = 24 + 46 * patch.part;
  const place = (a: number, d: number): [number, number] => [x + along[0]! * a + into[0]! * d, y + along[1]! * a + into[1]! * d];
  const shape: number[] = [];
  for (let i = 0; i <= 24; i++) {
    const part = -1 + i / 12;
    shape.push(...place(part * half, 0.55 * length * Math.sqrt(Math.max(0, 1 - part * part))));
  }
  painter.polygon(shape, `${theme.curves[2]!}66`);
  painter.stroke([...place(-half, 0), ...place(half, 0)], theme.curves[2]!, 4);
  painter.stroke([x, y, ...place(0, length)], theme.cursor, 2);
  painter.stroke([...place(-4, length - 7), ...place(0, length), ...place(4, length - 7)], theme.cursor, 2);
  const [tx, ty] = place(0, length + 4);
  painter.text(`N = ${formatQuantity(patch.load, 'N', 3)}`, tx + 6, ty, { color: theme.text, size: 11 });
}
