// Where the picture is taken from: always so that the vehicle, or the part looked at, fills the picture. Mouse and keys
// turn the eye about it.
import * as THREE from 'three';
import type { Frame, Path } from './path';
import type { Extent } from './vehicle';

export type View = 'chase' | 'side' | 'front' | 'above' | 'bogie' | 'trackside';

export const views: [View, string][] = [
  ['chase', 'from behind'],
  ['side', 'side'],
  ['front', 'front'],
  ['above', 'above'],
  ['bogie', 'first axles'],
  ['trackside', 'trackside'],
];

// azimuth 0 looks forward from behind, in degrees; height above the horizon.
const start: Record<Exclude<View, 'trackside'>, { azimuth: number; height: number }> = {
  chase: { azimuth: 38, height: 16 },
  side: { azimuth: 90, height: 4 },
  front: { azimuth: 165, height: 8 },
  above: { azimuth: 0, height: 80 },
  bogie: { azimuth: 125, height: 10 },
};

export class Eye {
  readonly camera = new THREE.PerspectiveCamera(32, 1, 0.05, 3000);
  view: View = 'chase';
  reach = 0; // [m] to the far end of what is looked at
  private azimuth = 0;
  private height = 0;
  private far = 1;
  private post: THREE.Vector3 | null = null;

  constructor(
    private readonly path: Path,
    private readonly extent: Extent, // of the vehicle
    private readonly near: Extent, // of the part for a closer look
    view: View = 'chase',
  ) {
    this.camera.up.set(0, 0, 1);
    this.set(view);
  }

  set(view: View): void {
    this.view = view;
    this.post = null;
    this.far = 1;
    if (view !== 'trackside') ({ azimuth: this.azimuth, height: this.height } = start[view]);
  }

  turn(azimuth: number, height: number): void {
    this.azimuth += azimuth;
    this.height = Math.max(-5, Math.min(89, this.height + height));
  }

  zoom(factor: number): void {
    this.far = Math.max(0.1, Math.min(12, this.far * factor));
    this.post = null;
  }

  // s: of the vehicle's origin.
  place(s: number, aspect: number): void {
    const extent = this.view === 'bogie' ? this.near : this.extent;
    const middle = (extent.x[0] + extent.x[1]) / 2;
    const centre = this.path.frame(s + middle);
    const corners = listCorners(extent, middle, centre);
    const target = corners.reduce((sum, c) => sum.add(c), new THREE.Vector3()).divideScalar(corners.length);
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    if (this.view === 'trackside') this.standBeside(target, s + middle, extent);
    else {
      const heading = new THREE.Vector3(1, 0, 0).applyQuaternion(centre.rotation);
      const azimuth = Math.atan2(heading.y, heading.x) + Math.PI + THREE.MathUtils.degToRad(this.azimuth);
      const height = THREE.MathUtils.degToRad(this.height);
      const toward = new THREE.Vector3(Math.cos(azimuth) * Math.cos(height), Math.sin(azimuth) * Math.cos(height), Math.sin(height));
      this.camera.position.copy(target).addScaledVector(toward, this.calcDistance(corners, target, toward) * this.far);
    }
    this.camera.lookAt(target);
    this.reach = Math.max(...corners.map((corner) => corner.distanceTo(this.camera.position)));
  }

  // The least from which all corners are seen, with a little room around them.
  private calcDistance(corners: THREE.Vector3[], target: THREE.Vector3, toward: THREE.Vector3): number {
    const right = new THREE.Vector3().crossVectors(this.camera.up, toward).normalize();
    const up = new THREE.Vector3().crossVectors(toward, right);
    const tall = Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2)) * 0.93;
    const wide = tall * this.camera.aspect;
    let distance = 1;
    for (const corner of corners) {
      const d = corner.clone().sub(target);
      distance = Math.max(distance, d.dot(toward) + Math.max(Math.abs(d.dot(right)) / wide, Math.abs(d.dot(up)) / tall));
    }
    return distance;
  }

  // A post beside the track ahead, far enough that the whole vehicle is seen as it passes; the next one after that.
  private standBeside(target: THREE.Vector3, s: number, extent: Extent): void {
    const wide = Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2)) * this.camera.aspect;
    const beside = Math.max(6, ((extent.x[1] - extent.x[0]) / 2 / wide) * 1.15) * this.far;
    const ahead = 1.2 * beside;
    if (!this.post || this.post.distanceTo(target) > 1.8 * beside) {
      const frame = this.path.frame(s + ahead);
      this.post = new THREE.Vector3(0, -beside, 2.4).applyQuaternion(frame.rotation).add(frame.position);
    }
    this.camera.position.copy(this.post);
  }
}

function listCorners(extent: Extent, middle: number, centre: Frame): THREE.Vector3[] {
  const corners: THREE.Vector3[] = [];
  for (const x of extent.x)
    for (const y of [extent.half, -extent.half])
      for (const z of extent.z) corners.push(new THREE.Vector3(x - middle, y, z).applyQuaternion(centre.rotation).add(centre.position));
  return corners;
}
