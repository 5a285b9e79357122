// The track of a run as a curve in space: the frame at any arc length, from the stations of /track.
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Table } from '../data/document';
import { lowerBound } from '../data/pyramid';
import { readColumn } from '../data/run';

export interface Frame {
  position: Vector3;
  rotation: Quaternion; // R_NT: x forward, y left, z up
}

type Numbers = ArrayLike<number>;

export class Path {
  readonly gauge: number;
  readonly contactDistance: number;

  private constructor(
    private readonly c: Record<string, Numbers>,
    table: Table,
  ) {
    this.gauge = table.numbers?.['gauge'] ?? 1.435;
    this.contactDistance = table.numbers?.['contact_distance'] ?? 1.5;
  }

  // Straight and level, for what is shown on no track in particular.
  static makeStraight(gauge: number | undefined, contactDistance: number | undefined): Path {
    const zero = [0, 0];
    const columns = { s: [-1e4, 1e4], x: [-1e4, 1e4], y: zero, z: zero, heading: zero, gradient: zero, roll: zero };
    const numbers = { gauge: gauge ?? 1.435, contact_distance: contactDistance ?? 1.5 };
    return new Path(columns, { texts: null, numbers, columns: {} });
  }

  static async read(table: Table): Promise<Path | null> {
    const names = ['s', 'x', 'y', 'z', 'heading', 'gradient', 'roll'];
    if (!names.every((name) => table.columns[name])) return null;
    const columns = await Promise.all(names.map((name) => readColumn(table, name)));
    if (columns[0]!.length < 2) return null;
    return new Path(Object.fromEntries(names.map((name, i) => [name, columns[i]!])), table);
  }

  range(): [number, number] {
    const s = this.c['s']!;
    return [s[0]!, s[s.length - 1]!];
  }

  // Between stations: cubic through both places with both directions; angles on a straight line. Outside: straight on.
  frame(at: number): Frame {
    const s = this.c['s']!;
    const k = Math.min(s.length - 1, Math.max(1, lowerBound(s, at)));
    const length = s[k]! - s[k - 1]!;
    const part = (at - s[k - 1]!) / length;
    const mix = (name: string): number => {
      const column = this.c[name]!;
      return column[k - 1]! + (column[k]! - column[k - 1]!) * Math.max(0, Math.min(1, part));
    };
    const a = this.point(k - 1);
    const b = this.point(k);
    const ta = this.tangent(k - 1);
    const tb = this.tangent(k);
    let position: Vector3;
    if (part < 0) position = a.addScaledVector(ta, part * length);
    else if (part > 1) position = b.addScaledVector(tb, (part - 1) * length);
    else {
      const p2 = part * part;
      const p3 = p2 * part;
      position = a
        .multiplyScalar(2 * p3 - 3 * p2 + 1)
        .addScaledVector(b, 3 * p2 - 2 * p3)
        .addScaledVector(ta, (p3 - 2 * p2 + part) * length)
        .addScaledVector(tb, (p3 - p2) * length);
    }
    return { position, rotation: rotationOf(mix('heading'), mix('gradient'), mix('roll')) };
  }

  private point(k: number): Vector3 {
    return new Vector3(this.c['x']![k], this.c['y']![k], this.c['z']![k]);
  }

  private tangent(k: number): Vector3 {
    const heading = this.c['heading']![k]!;
    const gradient = this.c['gradient']![k]!;
    const flat = Math.cos(gradient);
    return new Vector3(flat * Math.cos(heading), flat * Math.sin(heading), Math.sin(gradient));
  }
}

// R = Rz(heading) Ry(-gradient) Rx(-roll)
function rotationOf(heading: number, gradient: number, roll: number): Quaternion {
  const turn = new Matrix4().makeRotationZ(heading);
  turn.multiply(new Matrix4().makeRotationY(-gradient)).multiply(new Matrix4().makeRotationX(-roll));
  return new Quaternion().setFromRotationMatrix(turn);
}
