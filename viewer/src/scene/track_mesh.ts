// Rails, sleepers and ballast around the vehicle, built anew when it has moved on.
import * as THREE from 'three';
import type { RunDocument } from '../data/document';
import { readColumn } from '../data/run';
import { dispose } from './shapes';
import type { Path } from './path';

const reach = 160; // [m] before and behind
const spacing = 0.6; // of the sleepers [m]

// Cross section swept along the track: y, z pairs in the track frame, closed or open.
function sweep(path: Path, from: number, to: number, step: number, section: [number, number][], closed: boolean): THREE.BufferGeometry {
  const rows = Math.max(2, Math.ceil((to - from) / step) + 1);
  const width = section.length;
  const places = new Float32Array(rows * width * 3);
  const point = new THREE.Vector3();
  for (let r = 0; r < rows; r++) {
    const frame = path.frame(from + ((to - from) * r) / (rows - 1));
    section.forEach(([y, z], c) => {
      point.set(0, y, z).applyQuaternion(frame.rotation).add(frame.position);
      point.toArray(places, (r * width + c) * 3);
    });
  }
  const index: number[] = [];
  for (let r = 0; r + 1 < rows; r++) {
    for (let c = 0; c < (closed ? width : width - 1); c++) {
      const [a, b] = [r * width + c, r * width + ((c + 1) % width)];
      index.push(a, a + width, b, b, a + width, b + width);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(places, 3));
  geometry.setIndex(index);
  const flat = geometry.toNonIndexed();
  flat.computeVertexNormals();
  return flat;
}

type Section = [number, number][];
export interface RailSections {
  left: Section | null; // of the head, in the track frame; null: not known
  right: Section | null;
}

export async function readRailSections(profiles: RunDocument['profiles']): Promise<RailSections> {
  const read = async (side: string): Promise<Section | null> => {
    const table = profiles.find((p) => p.side === side)?.rail;
    if (!table) return null;
    const [y, z] = await Promise.all([readColumn(table, 'y'), readColumn(table, 'z')]);
    const step = Math.max(1, Math.floor(y.length / 16));
    const points: Section = [];
    for (let i = 0; i < y.length; i += step) points.push([y[i]!, z[i]!]);
    return points.length > 4 ? points : null;
  };
  return { left: await read('left'), right: await read('right') };
}

const foot: Section = [[0.008, -0.055], [0.008, -0.14], [0.075, -0.16], [0.075, -0.172], [-0.075, -0.172], [-0.075, -0.16], [-0.008, -0.14], [-0.008, -0.055]];

// Head, web and foot, in the sense that makes faces look outward; y away from the track's middle.
function railSection(inner: number, side: number, head: Section | null): Section {
  const outward = head ? head.map(([y, z]): [number, number] => [side * y, z]).sort((a, b) => a[0] - b[0]) : null;
  const top: Section = outward ?? [[inner, -0.035], [inner, -0.006], [inner + 0.008, 0], [inner + 0.064, 0], [inner + 0.072, -0.006], [inner + 0.072, -0.035]];
  const middle = (top[0]![0] + top[top.length - 1]![0]) / 2;
  const section = [...top, ...foot.map(([y, z]): [number, number] => [middle + y, z])].map(([y, z]): [number, number] => [side * y, z]);
  return side > 0 ? section : section.reverse();
}

export class TrackMesh {
  readonly group = new THREE.Group();
  private centre = NaN;
  private readonly sleepers: THREE.InstancedMesh;
  private readonly rail: THREE.Material;
  private readonly ballast: THREE.Material;
  private readonly ground: THREE.Material;

  constructor(
    private readonly path: Path,
    dark: boolean,
    private readonly rails: RailSections = { left: null, right: null },
  ) {
    this.rail = new THREE.MeshLambertMaterial({ color: dark ? 0xa9b4c0 : 0x5d6874, side: THREE.DoubleSide });
    this.ballast = new THREE.MeshLambertMaterial({ color: dark ? 0x3a424c : 0xd9d6d0, side: THREE.DoubleSide });
    this.ground = new THREE.MeshLambertMaterial({ color: dark ? 0x2a352f : 0xdfe8dc, side: THREE.DoubleSide });
    const wood = new THREE.MeshLambertMaterial({ color: dark ? 0x59616b : 0xa9a49c });
    const count = Math.ceil((2 * reach) / spacing) + 1;
    this.sleepers = new THREE.InstancedMesh(new THREE.BoxGeometry(0.24, 2.5, 0.12), wood, count);
    this.sleepers.frustumCulled = false;
  }

  update(s: number): void {
    if (Math.abs(s - this.centre) < 40) return;
    this.centre = s;
    dispose(this.group);
    this.group.clear();
    const [from, to] = [s - reach, s + reach];
    for (const side of [1, -1])
      this.group.add(new THREE.Mesh(sweep(this.path, from, to, 1, railSection(this.path.gauge / 2, side, side > 0 ? this.rails.left : this.rails.right), true), this.rail));
    const bed: [number, number][] = [[2.4, -0.75], [1.55, -0.26], [-1.55, -0.26], [-2.4, -0.75]];
    this.group.add(new THREE.Mesh(sweep(this.path, from, to, 2, bed, false), this.ballast));
    const ground: [number, number][] = [[60, -0.78], [-60, -0.78]];
    this.group.add(new THREE.Mesh(sweep(this.path, from - 80, to + 80, 4, ground, false), this.ground));
    this.placeSleepers(from);
  }

  private placeSleepers(from: number): void {
    const first = Math.ceil(from / spacing);
    const matrix = new THREE.Matrix4();
    const one = new THREE.Vector3(1, 1, 1);
    for (let i = 0; i < this.sleepers.count; i++) {
      const frame = this.path.frame((first + i) * spacing);
      const place = new THREE.Vector3(0, 0, -0.235).applyQuaternion(frame.rotation).add(frame.position);
      this.sleepers.setMatrixAt(i, matrix.compose(place, frame.rotation, one));
    }
    this.sleepers.instanceMatrix.needsUpdate = true;
    this.group.add(this.sleepers);
  }
}
