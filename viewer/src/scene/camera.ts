// Where the picture is taken from. The eye keeps its place relative to the vehicle (or stands beside the track), and
// mouse and keys turn it about the vehicle.
import * as THREE from 'three';
import type { Frame, Path } from './path';

export type View = 'chase' | 'side' | 'front' | 'above' | 'trackside';

export const views: [View, string][] = [
  ['chase', 'chase'],
  ['side', 'side'],
  ['front', 'front'],
  ['above', 'above'],
  ['trackside', 'trackside'],
];

// azimuth 0 looks forward from behind, in degrees; height above the horizon.
const start: Record<Exclude<View, 'trackside'>, { azimuth: number; height: number; far: number }> = {
  chase: { azimuth: 22, height: 18, far: 1.15 },
  side: { azimuth: 90, height: 5, far: 1.05 },
  front: { azimuth: 172, height: 9, far: 0.8 },
  above: { azimuth: 0, height: 80, far: 1.2 },
};

export class Eye {
  readonly camera = new THREE.PerspectiveCamera(40, 1, 0.05, 3000);
  view: View = 'chase';
  private azimuth = 22;
  private height = 18;
  private far = 1;
  private post: THREE.Vector3 | null = null;

  constructor(
    private readonly path: Path,
    private readonly size: number, // length of the vehicle [m]
  ) {
    this.camera.up.set(0, 0, 1);
    this.set('chase');
  }

  set(view: View): void {
    this.view = view;
    this.post = null;
    if (view === 'trackside') return;
    ({ azimuth: this.azimuth, height: this.height, far: this.far } = start[view]);
  }

  turn(azimuth: number, height: number): void {
    this.azimuth += azimuth;
    this.height = Math.max(-5, Math.min(89, this.height + height));
  }

  zoom(factor: number): void {
    this.far = Math.max(0.1, Math.min(12, this.far * factor));
  }

  // centre: the track frame under the middle of the vehicle.
  place(centre: Frame, s: number): void {
    const target = new THREE.Vector3(0, 0, Math.min(1.2, 0.35 + this.size * 0.05)).applyQuaternion(centre.rotation).add(centre.position);
    if (this.view === 'trackside') this.standBeside(target, s);
    else {
      const heading = new THREE.Vector3(1, 0, 0).applyQuaternion(centre.rotation);
      const azimuth = Math.atan2(heading.y, heading.x) + Math.PI + THREE.MathUtils.degToRad(this.azimuth);
      const height = THREE.MathUtils.degToRad(this.height);
      const distance = (4.2 + this.size * 0.88) * this.far;
      const flat = Math.cos(height) * distance;
      this.camera.position.set(Math.cos(azimuth) * flat, Math.sin(azimuth) * flat, Math.sin(height) * distance).add(target);
    }
    this.camera.lookAt(target);
  }

  // A post beside the track ahead; the next one when the vehicle has passed.
  private standBeside(target: THREE.Vector3, s: number): void {
    const ahead = 14 + this.size;
    if (!this.post || this.post.distanceTo(target) > 2.2 * ahead) {
      const frame = this.path.frame(s + ahead);
      this.post = new THREE.Vector3(0, -(3.5 + this.size * 0.12), 2.1).applyQuaternion(frame.rotation).add(frame.position);
    }
    this.camera.position.copy(this.post);
  }
}
