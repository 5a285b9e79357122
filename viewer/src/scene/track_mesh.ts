// Rails, sleepers and ballast around the vehicle, built anew when it has moved on.
import * as THREE from 'three';
import type { RunDocument, Table } from '../data/document';
import { lowerBound } from '../data/pyramid';
import { readColumn } from '../data/run';
import { dispose } from './shapes';
import type { Path } from './path';

const reach = 160; // [m] before and behind
const spacing = 0.6; // of the sleepers [m]

// Cross section swept along the track: y, z pairs in the track frame, closed or open.
function sweep(path: Path, from: number, to: number, step: number, section: [number, number][], closed: boolean): THREE.BufferGeometry {
  const rows = Math.max(2, Math.ceil((to - from) / step) + 1);
  const chainages = Array.from({ length: rows }, (_, r) => from + ((to - from) * r) / (rows - 1));
  return loft(path, chainages, () => section, section.length, closed);
}

// A surface through a section of `width` points at each chainage.
function loft(path: Path, chainages: number[], section: (row: number) => Section, width: number, closed: boolean): THREE.BufferGeometry {
  const rows = chainages.length;
  const places = new Float32Array(rows * width * 3);
  const point = new THREE.Vector3();
  for (let r = 0; r < rows; r++) {
    const frame = path.frame(chainages[r]!);
    section(r).forEach(([y, z], c) => {
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

// One of several rails that change along the line, by cross sections.
interface RailLine {
  side: number; // +1: left
  kind: string; // plain, panel, check
  s: number[]; // of each section
  sections: Section[];
}

export interface RailSections {
  left: Section | null; // of the head, in the track frame; null: not known
  right: Section | null;
  lines?: RailLine[]; // all rails, where they are not the same all along
}

async function readLine(table: Table): Promise<RailLine> {
  const [s, y, z] = await Promise.all(['s', 'y', 'z'].map((name) => readColumn(table, name)));
  const points = table.numbers?.['points'] ?? 1;
  const line: RailLine = { side: table.texts?.['side'] === 'left' ? 1 : -1, kind: table.texts?.['kind'] ?? '', s: [], sections: [] };
  for (let i = 0; i + points <= s!.length; i += points) {
    line.s.push(s![i]!);
    line.sections.push(Array.from({ length: points }, (_, k): [number, number] => [y![i + k]!, z![i + k]!]));
  }
  return line;
}

export async function readRailSections(profiles: RunDocument['profiles'], rails: Table[] = []): Promise<RailSections> {
  const read = async (side: string): Promise<Section | null> => {
    const table = profiles.find((p) => p.side === side)?.rail;
    if (!table) return null;
    const [y, z] = await Promise.all([readColumn(table, 'y'), readColumn(table, 'z')]);
    const step = Math.max(1, Math.floor(y.length / 16));
    const points: Section = [];
    for (let i = 0; i < y.length; i += step) points.push([y[i]!, z[i]!]);
    return points.length > 4 ? points : null;
  };
  return { left: await read('left'), right: await read('right'), lines: await Promise.all(rails.map(readLine)) };
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

// What of a rail with sections of its own lies between two chainages, every metre and at each section; below the head plain
// rails have web and foot, those of switches, crossings and check rails a solid block.
function loftLine(path: Path, line: RailLine, from: number, to: number): THREE.BufferGeometry | null {
  const [begin, end] = [Math.max(from, line.s[0]!), Math.min(to, line.s[line.s.length - 1]!)];
  if (!(end > begin)) return null;
  const chainages = [begin, ...line.s.filter((s) => s > begin && s < end), end].flatMap((s, i, all) => {
    const steps = i + 1 < all.length ? Math.max(1, Math.ceil(all[i + 1]! - s)) : 1;
    return Array.from({ length: steps }, (_, k) => s + ((all[i + 1]! - s) * k || 0) / steps);
  });
  const block = (head: Section): Section => [...head, [head[head.length - 1]![0], -0.17], [head[0]![0], -0.17]];
  const shape = (head: Section): Section => (line.kind === 'plain' ? railSection(0, line.side, head) : block(head));
  const mixed = chainages.map((s) => {
    const k = Math.min(line.s.length - 1, Math.max(1, lowerBound(line.s, s)));
    const [a, b] = [line.sections[k - 1]!, line.sections[k]!];
    const part = Math.max(0, Math.min(1, (s - line.s[k - 1]!) / (line.s[k]! - line.s[k - 1]! || 1)));
    return shape(a.map(([y, z], i): [number, number] => [y + part * (b[i]![0] - y), z + part * (b[i]![1] - z)]));
  });
  return loft(path, chainages, (r) => mixed[r]!, mixed[0]!.length, true);
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
    for (const line of this.rails.lines ?? []) {
      const geometry = loftLine(this.path, line, from, to);
      if (geometry) this.group.add(new THREE.Mesh(geometry, this.rail));
    }
    for (const side of this.rails.lines?.length ? [] : [1, -1])
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
