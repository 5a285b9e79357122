// Forces at the wheels as arrows: on the wheel, in the axes of the track.
import * as THREE from 'three';
import type { Run } from '../data/run';
import type { Body, Pose } from './vehicle';

const sides: [string, number][] = [['left', 1], ['right', -1]];
// By axis, the first name that the run has counts. Q and N act on the rail downward and push the wheel up; Y acts on the
// rail to the left, so on the wheel to the right; creep forces are those on the wheel.
const names: [[string, number][], 0 | 1 | 2][] = [
  [[['fx', 1], ['Fx', 1], ['T', 1]], 0],
  [[['Y', -1], ['fy', 1], ['Fy', 1]], 1],
  [[['Q', 1], ['N', 1]], 2],
];
// Seen before blue cars, ballast and grass, in both themes; vertical, lateral and longitudinal told apart by colour-blind readers.
const colors = [0x00876a, 0xc2187f, 0xe86a00]; // as .force-0 to .force-2 of the style sheet
export const legend = [
  { axis: 2, name: 'vertical' },
  { axis: 1, name: 'lateral' },
  { axis: 0, name: 'longitudinal' },
] as const;
const longest = 1.5; // [m]

interface Force {
  body: Body;
  side: number;
  axis: 0 | 1 | 2;
  channel: string;
  sign: number;
  arrow: Arrow;
}

// A shaft with a head, along z; lines would be one pixel thin.
class Arrow extends THREE.Group {
  private readonly shaft: THREE.Mesh;
  private readonly head: THREE.Mesh;

  constructor(color: number) {
    super();
    const material = new THREE.MeshBasicMaterial({ color, depthTest: false, transparent: true }); // never behind a wheel
    this.shaft = new THREE.Mesh(shaftShape, material);
    this.head = new THREE.Mesh(headShape, material);
    this.add(this.shaft, this.head);
    this.shaft.renderOrder = this.head.renderOrder = 5;
  }

  set(foot: THREE.Vector3, direction: THREE.Vector3, length: number): void {
    const head = Math.min(headLength, 0.5 * length);
    this.position.copy(foot);
    this.quaternion.setFromUnitVectors(up, direction);
    this.shaft.scale.set(1, 1, length - head);
    this.head.scale.set(head / headLength, head / headLength, head);
    this.head.position.z = length - head;
  }
}

const headLength = 0.26; // [m]
const up = new THREE.Vector3(0, 0, 1);
const standing = new THREE.Matrix4().makeRotationX(Math.PI / 2).setPosition(0, 0, 0.5);
const shaftShape = new THREE.CylinderGeometry(0.035, 0.035, 1, 12).applyMatrix4(standing);
const headShape = new THREE.ConeGeometry(0.11, 1, 16).applyMatrix4(standing);

export class ForceArrows {
  readonly group = new THREE.Group();
  largest = 0; // [N], the longest arrow
  private forces: Force[] = [];

  constructor(
    private readonly run: Run,
    bodies: Body[],
    private readonly contactDistance: number,
  ) {
    for (const body of bodies.filter((b) => b.role === 'wheelset')) {
      for (const [word, side] of sides) {
        for (const [choices, axis] of names) {
          const found = choices.map(([leaf, sign]) => ({ channel: `${body.name}/${word}/${leaf}`, sign })).find((c) => run.channels.get(c.channel)?.unit === 'N');
          if (!found) continue;
          const { channel, sign } = found;
          const { min = 0, max = 0 } = run.channels.get(channel)!.summary;
          this.largest = Math.max(this.largest, Math.abs(min), Math.abs(max));
          const arrow = new Arrow(colors[axis]!);
          this.group.add(arrow);
          this.forces.push({ body, side, axis, channel, sign, arrow });
        }
      }
    }
  }

  async load(): Promise<void> {
    await Promise.all(this.forces.map((f) => this.run.load(f.channel)));
  }

  get count(): number {
    return this.forces.length;
  }

  has(axis: number): boolean {
    return this.forces.some((f) => f.axis === axis);
  }

  update(t: number, poses: Map<Body, Pose>): void {
    for (const { body, side, axis, channel, sign, arrow } of this.forces) {
      const pose = poses.get(body)!;
      const force = sign * this.run.sample(channel, t);
      const length = (Math.abs(force) / this.largest) * longest;
      arrow.visible = length > 0.02;
      if (!arrow.visible) continue;
      const direction = new THREE.Vector3().setComponent(axis, Math.sign(force)).applyQuaternion(pose.track.rotation);
      const outside = new THREE.Vector3(0, (side * this.contactDistance) / 2 + side * 0.42, 0.02 - (Number.isFinite(body.radius) ? body.radius : body.z));
      const foot = outside.applyQuaternion(pose.track.rotation).add(pose.position);
      arrow.set(foot, direction, length);
    }
  }
}
