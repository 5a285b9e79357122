// A mode in 3-D: the vehicle swings about its position at rest, on straight track.
import { h } from '../dom';
import type { Table } from '../data/document';
import { Eye } from './camera';
import { readElements, type Element } from './elements';
import { Path } from './path';
import { chooseNear } from './scene';
import { makeMaterials } from './shapes';
import { TrackMesh } from './track_mesh';
import { calcExtent, coordinates, makePose, readBodies, type Body, type Pose, type SixValues } from './vehicle';
import { VehicleMesh } from './vehicle_mesh';
import { View3d } from './view';

export interface ModeVehicle {
  name: string;
  gauge?: number;
  contactDistance?: number;
  bodies: Table;
  elements: Table;
}

// amplitude and phase by body and coordinate
export interface Motion {
  im: number;
  re: number;
  shares: { body: string; coordinate: string; amplitude: number; phase: number }[];
}

const period = 2; // [s] of one swing on the screen, whatever the frequency
const still = Object.fromEntries(coordinates.map((c) => [c, 0])) as SixValues;

export class ModeView extends View3d {
  protected readonly eye: Eye;
  running = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  clock = 0; // [s]
  private readonly path: Path;
  private readonly bodies: Body[];
  private readonly elements: Element[];
  private track!: TrackMesh;
  private mesh!: VehicleMesh;
  private rest!: VehicleMesh;
  private motion: Motion | null = null;
  private scale = 0;
  private size = 1;
  private showRest = true;
  private seeThrough = false;
  private last = 0;
  private visible = false;
  private readonly button = h('button', { type: 'button', class: 'play-mode' });

  constructor(private readonly vehicle: ModeVehicle) {
    super(`${vehicle.name || 'vehicle'}_mode`);
    this.path = Path.makeStraight(vehicle.gauge, vehicle.contactDistance);
    this.bodies = readBodies(vehicle.bodies, vehicle.elements);
    this.elements = readElements(vehicle.elements, this.bodies);
    this.eye = new Eye(this.path, calcExtent(this.bodies), chooseNear(this.bodies), this.bodies.some((b) => b.role === 'car') ? 'chase' : 'bogie');
    this.button.addEventListener('click', () => this.setRunning(!this.running));
    this.start('the chosen mode in motion', this.listControls(), () => []);
    new IntersectionObserver((entries) => {
      this.visible = entries[entries.length - 1]!.isIntersecting;
      if (this.visible) this.wake();
    }).observe(this.holder);
    this.setRunning(this.running);
  }

  show(motion: Motion, words: string): void {
    this.motion = motion;
    this.scale = this.chooseScale(motion);
    this.clock = 0;
    this.holder.setAttribute('aria-label', `the vehicle swings: ${words}; arrow keys turn it, plus and minus zoom`);
    this.refresh();
  }

  private setRunning(on: boolean): void {
    this.running = on;
    this.button.textContent = on ? '❚❚ pause' : '▶ play';
    this.wake();
  }

  private wake(): void {
    this.last = performance.now();
    requestAnimationFrame((now) => this.step(now));
  }

  private pending_ = false;
  private step(now: number): void {
    if (!this.running || !this.visible || this.pending_) return;
    this.clock += Math.max(0, now - this.last) / 1000;
    this.last = now;
    this.draw();
    this.pending_ = true;
    requestAnimationFrame((next) => {
      this.pending_ = false;
      this.step(next);
    });
  }

  // The point that moves most moves by so much on the screen, in a vehicle of any length.
  private chooseScale(motion: Motion): number {
    const { x } = calcExtent(this.bodies);
    const wanted = Math.max(0.07, Math.min(0.4, 0.016 * (x[1] - x[0])));
    let most = 0;
    for (const body of this.bodies) {
      const reach = body.role === 'car' ? Math.max(2, body.span[1]) : body.role === 'bogie' ? 1.5 : 0.8;
      let [shift, turn] = [0, 0];
      for (const share of motion.shares.filter((s) => s.body === body.name)) {
        if (['x', 'y', 'z'].includes(share.coordinate)) shift = Math.max(shift, share.amplitude);
        else turn = Math.max(turn, share.amplitude * (share.coordinate === 'phi' ? 1.5 : share.coordinate === 'chi' && body.role === 'wheelset' ? 0.4 : reach));
      }
      most = Math.max(most, shift, turn);
    }
    return most > 0 ? wanted / most : 0;
  }

  private calcPoses(moved: boolean): Map<Body, Pose> {
    const swing = this.motion && this.motion.im > 0;
    const angle = (2 * Math.PI * this.clock) / period;
    const fade = swing ? 1 : Math.exp(-1.5 * (this.clock % period)); // what does not swing dies out, over and over
    const poses = new Map<Body, Pose>();
    for (const body of this.bodies) {
      const q = { ...still };
      if (moved)
        for (const share of this.motion?.shares ?? [])
          if (share.body === body.name && share.coordinate in q)
            q[share.coordinate as keyof SixValues] = this.size * this.scale * share.amplitude * fade * Math.cos((swing ? angle : 0) + share.phase);
      poses.set(body, makePose(body, this.path.frame(body.x), q));
    }
    return poses;
  }

  protected build(dark: boolean): void {
    this.track = new TrackMesh(this.path, dark);
    const materials = makeMaterials(dark);
    if (this.seeThrough) for (const m of [materials.car, materials.roof, materials.stripe, materials.glass]) Object.assign(m, { transparent: true, opacity: 0.22, depthWrite: false });
    const make = (m: typeof materials): VehicleMesh => new VehicleMesh(this.bodies, this.elements, this.vehicle.name, this.path.contactDistance, new Map(), m);
    this.mesh = make(materials);
    this.rest = make(makeMaterials(dark, 'edges'));
    this.rest.place(this.calcPoses(false));
    this.scene.add(this.track.group, this.mesh.group, this.rest.group);
  }

  protected update(): number {
    this.mesh.place(this.calcPoses(true));
    this.rest.group.visible = this.showRest;
    this.track.update(0);
    return 0;
  }

  // Three swings.
  protected makeFilm(): { duration: number; moveTo: (time: number) => void; end: () => void } {
    const was = this.running;
    this.setRunning(false);
    return { duration: 3 * period, moveTo: (time) => (this.clock = time), end: () => this.setRunning(was) };
  }

  private listControls(): HTMLElement[] {
    const slider = h('input', { type: 'range', min: -1, max: 0.7, step: 0.05, value: 0, 'aria-label': 'size of the motion' });
    slider.addEventListener('input', () => {
      this.size = 10 ** Number(slider.value);
      this.refresh();
    });
    const check = (text: string, on: boolean, set: (on: boolean) => void): HTMLElement => {
      const box = h('input', { type: 'checkbox', checked: on });
      box.addEventListener('change', () => {
        set(box.checked);
        this.refresh();
      });
      return h('label', {}, box, ` ${text}`);
    };
    return [
      this.button,
      h('label', {}, 'size ', slider),
      check('position at rest', true, (on) => (this.showRest = on)),
      ...(this.bodies.some((b) => b.role === 'car') ? [check('see through', false, (on) => { this.seeThrough = on; this.rebuild(); })] : []),
    ];
  }
}
