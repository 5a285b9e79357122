// A whole vehicle: the shapes of its bodies and of what joins them, set to any poses.
import * as THREE from 'three';
import type { RunDocument } from '../data/document';
import { readColumn } from '../data/run';
import { ElementMeshes, type Element } from './elements';
import { makeShape, makeWheelset, type Materials, type WheelOutline } from './shapes';
import type { Body, Pose } from './vehicle';

// "wheelset_1/left" -> the wheel's outline
export type WheelOutlines = Map<string, WheelOutline>;

// Wheel profiles of a run, thinned; in the wheelset's axes from its mass centre.
export async function readOutlines(profiles: RunDocument['profiles'], contactDistance: number): Promise<WheelOutlines> {
  const outlines: WheelOutlines = new Map();
  for (const { wheelset, side, wheel } of profiles) {
    const [y, z] = await Promise.all([readColumn(wheel, 'y'), readColumn(wheel, 'z')]);
    const sign = side === 'left' ? 1 : -1;
    const step = Math.max(1, Math.floor(y.length / 36));
    const points: WheelOutline = [];
    for (let i = 0; i < y.length; i += step) points.push([-z[i]!, sign * y[i]! - contactDistance / 2]);
    if (points.length < 3) continue;
    if (points[0]![1] > points[points.length - 1]![1]) points.reverse(); // from the flange outward
    outlines.set(`${wheelset}/${side}`, points);
  }
  return outlines;
}

export class VehicleMesh {
  readonly group = new THREE.Group();
  private readonly moving = new Map<Body, { spinning: THREE.Group; still: THREE.Group | null }>();
  private readonly elements: ElementMeshes;

  constructor(bodies: Body[], elements: Element[], vehicle: string, contactDistance: number, outlines: WheelOutlines, materials: Materials) {
    for (const body of bodies) {
      if (body.role === 'wheelset') {
        const profiles = ['left', 'right'].map((side) => outlines.get(`${body.name}/${side}`) ?? null);
        this.moving.set(body, makeWheelset(body, contactDistance, profiles, materials));
      } else this.moving.set(body, { spinning: makeShape(body, vehicle, materials), still: null });
    }
    for (const { spinning, still } of this.moving.values()) this.group.add(spinning, ...(still ? [still] : []));
    this.elements = new ElementMeshes(elements, bodies, materials);
    this.group.add(this.elements.group);
  }

  place(poses: Map<Body, Pose>): void {
    for (const [body, { spinning, still }] of this.moving) {
      const pose = poses.get(body)!;
      spinning.position.copy(pose.position);
      spinning.quaternion.copy(pose.rotation);
      still?.position.copy(pose.position);
      still?.quaternion.copy(pose.still);
    }
    this.elements.place(poses);
  }
}
