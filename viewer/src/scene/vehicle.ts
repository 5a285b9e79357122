// Bodies of a vehicle: what they are, and where they are at a moment.
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Table } from '../data/document';
import type { Run } from '../data/run';
import { readElements, type Element } from './elements';
import type { Frame, Path } from './path';

export type BodyRole = 'wheelset' | 'bogie' | 'car' | 'other';

export interface Body {
  name: string;
  role: BodyRole;
  x: number; // nominal position, vehicle coordinates
  y: number;
  z: number;
  mass: number;
  radius: number;
  span: [number, number]; // in x, of the wheelsets it carries, from its own position
}

export const coordinates = ['x', 'y', 'z', 'phi', 'chi', 'psi'] as const;

export function readBodies(bodies: Table, elements: Table): Body[] {
  const columns = bodies.columns;
  const names = columns['name']?.texts ?? [];
  const number = (column: string, i: number): number => columns[column]?.values?.[i] ?? NaN;
  const all = names.map((name, i): Body => {
    const wheelset = columns['kind']?.texts?.[i] === 'wheelset';
    const place = { x: number('x', i), y: number('y', i), z: number('z', i) };
    const mass = number('mass', i);
    return { name, role: wheelset ? 'wheelset' : 'other', ...place, mass, radius: number('radius', i), span: [0, 0] };
  });
  const shown = all.filter((_, i) => columns['kind']?.texts?.[i] !== 'track'); // pieces of flexible track
  const given = new Map(names.map((name, i) => [name, columns['role']?.texts?.[i]]));
  assignRoles(shown, readElements(elements, shown), given);
  return shown;
}

// Results know only masses, positions and who is joined to whom: a car body is heavy and high, a bogie carries wheelsets
// and is lighter. The files of eigen say it.
function assignRoles(bodies: Body[], elements: Element[], given: Map<string, string | undefined>): void {
  const others = bodies.filter((b) => b.role !== 'wheelset');
  const heaviest = Math.max(...others.map((b) => b.mass));
  const listJoined = (body: Body): Body[] => {
    const index = bodies.indexOf(body);
    const ends = elements.filter((e) => e.first === index || e.second === index);
    return [...new Set(ends.map((e) => bodies[e.first === index ? e.second : e.first]))].filter((b): b is Body => b !== undefined);
  };
  const isCar = (b: Body): boolean => (given.get(b.name) ? given.get(b.name) === 'car' : looksLikeCar(b));
  const looksLikeCar = (b: Body): boolean => b.role !== 'wheelset' && b.mass > 0.3 * heaviest && (b.z > 1.0 || b.mass > 15e3);
  const isLowerCar = (b: Body, car: Body): boolean => isCar(b) && b !== car;
  for (const body of others) {
    const near = listJoined(body).filter((b) => !isLowerCar(b, body));
    // Down from a car body through what hangs between: bogies, bolsters, side frames.
    const below = new Set(near);
    if (isCar(body))
      for (let depth = 0; depth < 2; depth++) for (const b of [...below]) if (b.role !== 'wheelset') for (const c of listJoined(b)) if (!isCar(c)) below.add(c);
    let carried = [...below].filter((b) => b.role === 'wheelset');
    // A joint instead of a spring holds the bogies of some cars: the wheelsets nearest to the car are its own.
    if (carried.length === 0 && isCar(body)) carried = bodies.filter((b) => b.role === 'wheelset' && Math.abs(b.x - body.x) < 14);
    if (carried.length === 0) continue;
    body.role = isCar(body) ? 'car' : 'bogie';
    const places = carried.map((w) => w.x - body.x);
    body.span = [Math.min(...places), Math.max(...places)];
  }
}

export async function loadMotion(run: Run, bodies: Body[]): Promise<void> {
  await Promise.all(bodies.flatMap((body) => coordinates.map((c) => run.load(`${body.name}/${c}`))));
}

export interface Pose extends Frame {
  still: Quaternion; // without the spin of a wheelset: the orientation of its axleboxes
  track: Frame; // the track frame under the body
}

export type SixValues = Record<(typeof coordinates)[number], number>;

const turn = (axis: 'X' | 'Y' | 'Z', angle: number): Matrix4 => new Matrix4()[`makeRotation${axis}`](angle);
const toQuaternion = (matrix: Matrix4): Quaternion => new Quaternion().setFromRotationMatrix(matrix);

// Wheelset: Rz(psi) Rx(phi) Ry(chi), chi being its spin; other bodies: Rz Ry Rx.
export function makePose(body: Body, track: Frame, q: SixValues): Pose {
  const wheelset = body.role === 'wheelset';
  const still = wheelset ? turn('Z', q.psi).multiply(turn('X', q.phi)) : turn('Z', q.psi).multiply(turn('Y', q.chi)).multiply(turn('X', q.phi));
  const inTrack = track.rotation.clone().multiply(toQuaternion(still));
  const position = new Vector3(q.x, body.y + q.y, body.z + q.z).applyQuaternion(track.rotation).add(track.position);
  return { track, position, still: inTrack, rotation: wheelset ? inTrack.clone().multiply(toQuaternion(turn('Y', q.chi))) : inTrack };
}

// How far the vehicle as a whole is ahead of its chainage, where it is driven or braked: the mean of its bodies.
export function calcDrift(run: Run, bodies: Body[], t: number): number {
  const all = bodies.map((body) => run.sample(`${body.name}/x`, t)).filter(Number.isFinite);
  return all.length > 0 ? all.reduce((sum, x) => sum + x, 0) / all.length : 0;
}

// At a time of a run. Displacements and angles relative to the track are exaggerated; the spin of wheelsets and the drift are not.
export function calcPose(run: Run, path: Path, body: Body, t: number, exaggeration: number, drift = 0): Pose {
  const value = (c: string): number => {
    const v = run.sample(`${body.name}/${c}`, t);
    return Number.isFinite(v) ? v : 0;
  };
  const q = Object.fromEntries(coordinates.map((c) => [c, exaggeration * value(c)])) as SixValues;
  if (body.role === 'wheelset') q.chi = value('chi');
  if (Number.isFinite(run.sample(`${body.name}/x`, t))) q.x -= exaggeration * drift;
  return makePose(body, path.frame(run.sample('s', t) + drift + body.x), q);
}

export interface Extent {
  x: [number, number]; // vehicle coordinates [m]
  z: [number, number];
  half: number; // width to each side
}

// The box that a picture of these bodies has to hold.
export function calcExtent(bodies: Body[]): Extent {
  const over = (b: Body): number => (b.role === 'car' ? overhang(b) : 0.6);
  const x: [number, number] = [Math.min(...bodies.map((b) => b.x + b.span[0] - over(b))), Math.max(...bodies.map((b) => b.x + b.span[1] + over(b)))];
  const tall = bodies.some((b) => b.role === 'car') ? 3.85 : Math.max(1, ...bodies.map((b) => b.z + 0.5));
  return { x, z: [-0.1, tall], half: bodies.some((b) => b.role === 'car') ? 1.45 : 1.2 };
}

export function overhang(car: Body): number {
  return car.span[1] - car.span[0] > 9 ? 2.9 : 1.4;
}
