// Springs, dampers, rods, bars and stops between bodies, as shapes that follow both their ends.
import * as THREE from 'three';
import type { Table } from '../data/document';
import type { Body, Pose } from './vehicle';

export type Look = 'spring' | 'damper' | 'rod' | 'bar' | 'stop';

export interface Element {
  name: string;
  look: Look;
  first: number; // index of a body; -1: the track
  second: number;
  atFirst: THREE.Vector3; // end that is drawn, from the body's position (from the track frame under the second body)
  atSecond: THREE.Vector3;
}

const looks: Record<string, Look> = {
  'spring-damper': 'spring', spring: 'spring', bushing: 'spring', damper: 'damper', 'series-damper': 'damper', rod: 'rod', torsion: 'bar', 'bump-stop': 'stop', piecewise: 'stop', friction: 'stop',
};

// Files before 0.3 do not say what an element is; then its name does.
function guessLook(name: string): Look {
  if (/damper/i.test(name)) return 'damper';
  if (/rod|link|coupler|traction/i.test(name)) return 'rod';
  if (/bar|torsion/i.test(name)) return 'bar';
  if (/stop|bump|friction|bearer|snubber/i.test(name)) return 'stop';
  return 'spring';
}

function guessAxis(name: string, look: Look): number {
  if (look === 'damper') return /lateral/i.test(name) ? 1 : /yaw|longitudinal|traction/i.test(name) ? 0 : 2;
  return look === 'rod' ? 0 : look === 'bar' || look === 'stop' ? 1 : 2;
}

const lengths: Record<Look, number> = { spring: 0.3, damper: 0.46, rod: 0.8, bar: 1.8, stop: 0.12 };

export function readElements(table: Table, bodies: Body[]): Element[] {
  const columns = table.columns;
  const vector = (end: string, i: number): THREE.Vector3 => {
    const part = (axis: string): number => columns[`${end}_${axis}`]?.values?.[i] ?? 0;
    return new THREE.Vector3(part('x'), part('y'), part('z'));
  };
  return (columns['name']?.texts ?? []).map((name, i): Element => {
    const find = (end: string): number => bodies.findIndex((b) => b.name === columns[end]?.texts?.[i]);
    const [first, second] = [find('first'), find('second')];
    const from = (index: number): THREE.Vector3 => {
      const body = bodies[index];
      return body ? new THREE.Vector3(body.x, body.y, body.z) : new THREE.Vector3(bodies[second]?.x ?? 0, 0, 0);
    };
    const look = looks[columns['type']?.texts?.[i] ?? ''] ?? guessLook(name);
    const ends = spread(vector('first', i), vector('second', i), look, guessAxis(name, look), bodies[first], bodies[second]);
    return { name, look, first, second, atFirst: ends[0].sub(from(first)), atSecond: ends[1].sub(from(second)) };
  });
}

// Many models put both ends of an element at one point: it then gets a length that can be seen, its lower end on the lower body.
function spread(a: THREE.Vector3, b: THREE.Vector3, look: Look, axis: number, first: Body | undefined, second: Body | undefined): [THREE.Vector3, THREE.Vector3] {
  if (a.distanceTo(b) > 0.1 && look !== 'bar') return [a, b];
  const half = new THREE.Vector3().setComponent(axis, lengths[look] / 2);
  if (axis === 2 && (second?.z ?? 0) < (first?.z ?? 0)) half.negate();
  const shift = new THREE.Vector3();
  const onAxle = first?.role === 'wheelset' || second?.role === 'wheelset';
  const outward = Math.sign(a.y);
  if (axis === 2 && onAxle) shift.z = 0.2; // on top of the axlebox, under the frame
  const carrier = first?.role === 'wheelset' ? second : first;
  const inward = Math.sign((carrier?.x ?? a.x) - a.x) || 1;
  if (look === 'damper' && axis === 2) shift.x = onAxle ? 0.27 * inward : 0.34; // beside the spring
  if (look === 'damper' && axis === 1) shift.set(0.3 * outward, -0.3 * outward, -0.05);
  if (look === 'damper' && axis === 0) shift.y = 0.16 * outward;
  return [a.clone().sub(half).add(shift), b.clone().add(half).add(shift)];
}

class Coil extends THREE.Curve<THREE.Vector3> {
  // That of the base is protected.
  constructor() {
    super();
  }

  override getPoint(t: number, into = new THREE.Vector3()): THREE.Vector3 {
    const angle = t * 2 * Math.PI * 4.5;
    return into.set(0.085 * Math.cos(angle), 0.085 * Math.sin(angle), t);
  }
}

const along = new THREE.Matrix4().makeRotationX(Math.PI / 2);
const cylinder = (radius: number, from: number, to: number, sides = 14): THREE.BufferGeometry =>
  new THREE.CylinderGeometry(radius, radius, to - from, sides).applyMatrix4(along).translate(0, 0, (from + to) / 2);

// Each shape reaches from 0 to 1 along z and is stretched to its place.
const shapes: Record<Look, () => [THREE.BufferGeometry, 'spring' | 'damper' | 'steel'][]> = {
  spring: () => [[new THREE.TubeGeometry(new Coil(), 72, 0.02, 6), 'spring']],
  damper: () => [[cylinder(0.05, 0.04, 0.58), 'damper'], [cylinder(0.022, 0.5, 1), 'steel']],
  rod: () => [[cylinder(0.03, 0, 1), 'steel']],
  bar: () => [[cylinder(0.028, 0, 1), 'steel']],
  stop: () => [[cylinder(0.06, 0, 1), 'damper']],
};

export interface ElementMaterials {
  spring: THREE.Material;
  damper: THREE.Material;
  steel: THREE.Material;
}

const forward = new THREE.Vector3(0, 0, 1);

export class ElementMeshes {
  readonly group = new THREE.Group();
  private readonly parts: THREE.Group[];

  constructor(
    private readonly elements: Element[],
    private readonly bodies: Body[],
    materials: ElementMaterials,
  ) {
    const made = new Map<Look, [THREE.BufferGeometry, THREE.Material][]>();
    this.parts = elements.map((element) => {
      if (!made.has(element.look)) made.set(element.look, shapes[element.look]().map(([shape, kind]) => [shape, materials[kind]]));
      const part = new THREE.Group();
      for (const [shape, material] of made.get(element.look)!) part.add(new THREE.Mesh(shape, material));
      part.frustumCulled = false;
      return part;
    });
    if (this.parts.length > 0) this.group.add(...this.parts);
  }

  place(poses: Map<Body, Pose>): void {
    this.elements.forEach((element, i) => {
      const part = this.parts[i]!;
      const second = poses.get(this.bodies[element.second]!);
      part.visible = second !== undefined;
      if (!second) return;
      const first = element.first < 0 ? { position: second.track.position, still: second.track.rotation } : poses.get(this.bodies[element.first]!)!;
      const a = element.atFirst.clone().applyQuaternion(first.still).add(first.position);
      const b = element.atSecond.clone().applyQuaternion(second.still).add(second.position);
      const length = Math.max(1e-3, a.distanceTo(b));
      part.position.copy(a);
      part.quaternion.setFromUnitVectors(forward, b.sub(a).divideScalar(length));
      part.scale.set(1, 1, length);
    });
  }
}
