// Bodies of a run: what they are, and where they are at a moment.
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Run } from '../data/run';
import type { Frame, Path } from './path';

export type BodyRole = 'wheelset' | 'bogie' | 'car' | 'other';

export interface Body {
  name: string;
  role: BodyRole;
  x: number; // nominal place, vehicle coordinates
  y: number;
  z: number;
  mass: number;
  radius: number;
  span: [number, number]; // in x, of the wheelsets it carries, from its own place
}

export interface Element {
  name: string;
  first: number; // index of a body; -1: the track
  second: number;
  atFirst: Vector3; // from the body's place (from the track frame under the second body)
  atSecond: Vector3;
}

const coordinates = ['x', 'y', 'z', 'phi', 'chi', 'psi'];

export function readBodies(run: Run): Body[] {
  const columns = run.document.bodies.columns;
  const names = columns['name']?.texts ?? [];
  const number = (column: string, i: number): number => columns[column]?.values?.[i] ?? NaN;
  const bodies = names.map((name, i): Body => {
    const wheelset = columns['kind']?.texts?.[i] === 'wheelset';
    const place = { x: number('x', i), y: number('y', i), z: number('z', i) };
    const mass = number('mass', i);
    return { name, role: wheelset ? 'wheelset' : 'other', ...place, mass, radius: number('radius', i), span: [0, 0] };
  });
  const shown = bodies.filter((_, i) => columns['kind']?.texts?.[i] !== 'track'); // pieces of flexible track
  assignRoles(shown, readElements(run, shown));
  return shown;
}

// Results know only masses, places and who is joined to whom: a car body is heavy and high, a bogie carries wheelsets
// and is lighter.
function assignRoles(bodies: Body[], elements: Element[]): void {
  const others = bodies.filter((b) => b.role !== 'wheelset');
  const heaviest = Math.max(...others.map((b) => b.mass));
  const listJoined = (body: Body): Body[] => {
    const index = bodies.indexOf(body);
    const ends = elements.filter((e) => e.first === index || e.second === index);
    return [...new Set(ends.map((e) => bodies[e.first === index ? e.second : e.first]))].filter((b): b is Body => b !== undefined);
  };
  const isCar = (b: Body): boolean => b.role !== 'wheelset' && b.mass > 0.3 * heaviest && (b.z > 1.0 || b.mass > 15e3);
  for (const body of others) {
    const near = listJoined(body);
    const below = isCar(body) ? near.filter((b) => !isCar(b)).flatMap((b) => [b, ...listJoined(b)]) : near;
    const carried = below.filter((b) => b.role === 'wheelset');
    if (carried.length === 0) continue;
    body.role = isCar(body) ? 'car' : 'bogie';
    const places = carried.map((w) => w.x - body.x);
    body.span = [Math.min(...places), Math.max(...places)];
  }
}

export function readElements(run: Run, bodies: Body[]): Element[] {
  const columns = run.document.elements.columns;
  const vector = (end: string, i: number): Vector3 => {
    const part = (axis: string): number => columns[`${end}_${axis}`]?.values?.[i] ?? 0;
    return new Vector3(part('x'), part('y'), part('z'));
  };
  return (columns['name']?.texts ?? []).map((name, i): Element => {
    const find = (end: string): number => bodies.findIndex((b) => b.name === columns[end]?.texts?.[i]);
    const [first, second] = [find('first'), find('second')];
    const from = (index: number): Vector3 => {
      const body = bodies[index];
      return body ? new Vector3(body.x, body.y, body.z) : new Vector3(bodies[second]?.x ?? 0, 0, 0);
    };
    return {
      name,
      first,
      second,
      atFirst: vector('first', i).sub(from(first)),
      atSecond: vector('second', i).sub(from(second)),
    };
  });
}

export async function loadMotion(run: Run, bodies: Body[]): Promise<void> {
  await Promise.all(bodies.flatMap((body) => coordinates.map((c) => run.load(`${body.name}/${c}`))));
}

export interface Pose extends Frame {
  track: Frame; // the track frame under the body
}

const turn = (axis: 'X' | 'Y' | 'Z', angle: number): Matrix4 => new Matrix4()[`makeRotation${axis}`](angle);

// Wheelset: Rz(psi) Rx(phi) Ry(chi), chi being its spin, which is never exaggerated; other bodies: Rz Ry Rx.
export function calcPose(run: Run, path: Path, body: Body, t: number, exaggeration: number): Pose {
  const value = (c: string): number => {
    const v = run.sample(`${body.name}/${c}`, t);
    return Number.isFinite(v) ? v : 0;
  };
  const track = path.frame(run.sample('s', t) + body.x);
  const e = exaggeration;
  const inTrack = new Vector3(e * value('x'), body.y + e * value('y'), body.z + e * value('z'));
  const [phi, chi, psi] = [value('phi'), value('chi'), value('psi')];
  const rotation =
    body.role === 'wheelset'
      ? turn('Z', e * psi).multiply(turn('X', e * phi)).multiply(turn('Y', chi))
      : turn('Z', e * psi).multiply(turn('Y', e * chi)).multiply(turn('X', e * phi));
  return {
    track,
    position: inTrack.applyQuaternion(track.rotation).add(track.position),
    rotation: track.rotation.clone().multiply(new Quaternion().setFromRotationMatrix(rotation)),
  };
}
