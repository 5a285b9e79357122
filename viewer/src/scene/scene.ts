// The runs in 3-D: track, vehicle and forces at the moment of the state; further runs as ghosts.
import { h } from '../dom';
import { formatQuantity } from '../format';
import type { Run } from '../data/run';
import type { State } from '../state';
import { ForceArrows, legend } from './arrows';
import { Eye } from './camera';
import { readElements, type Element } from './elements';
import { Path } from './path';
import { makeMaterials, type Materials } from './shapes';
import { readRailSections, TrackMesh, type RailSections } from './track_mesh';
import { calcDrift, calcExtent, calcPose, loadMotion, readBodies, type Body, type Extent, type Pose } from './vehicle';
import { readOutlines, VehicleMesh, type WheelOutlines } from './vehicle_mesh';
import { View3d } from './view';

// What one run brings into the picture.
class Actor {
  mesh: VehicleMesh | null = null;

  private constructor(
    readonly run: Run,
    readonly path: Path,
    readonly bodies: Body[],
    private readonly elements: Element[],
    private readonly outlines: WheelOutlines,
  ) {}

  static async make(run: Run): Promise<Actor | null> {
    const { track, bodies: table, elements, profiles } = run.document;
    const path = await Path.read(track);
    const bodies = readBodies(table, elements);
    if (!path || bodies.length === 0 || !run.channels.has('s')) return null;
    await Promise.all([loadMotion(run, bodies), run.load('s')]);
    return new Actor(run, path, bodies, readElements(elements, bodies), await readOutlines(profiles, path.contactDistance));
  }

  build(materials: Materials): VehicleMesh {
    const vehicle = this.run.document.bodies.texts?.['vehicle'] ?? '';
    return (this.mesh = new VehicleMesh(this.bodies, this.elements, vehicle, this.path.contactDistance, this.outlines, materials));
  }

  update(t: number, exaggeration: number): Map<Body, Pose> {
    const drift = calcDrift(this.run, this.bodies, t);
    const poses = new Map(this.bodies.map((body) => [body, calcPose(this.run, this.path, body, t, exaggeration, drift)]));
    this.mesh?.place(poses);
    return poses;
  }
}

// The bodies about the first bogie, or the first wheelset.
export function chooseNear(bodies: Body[]): Extent {
  const front = Math.max(...bodies.filter((b) => b.role === 'wheelset').map((b) => b.x));
  const bogie = bodies.filter((b) => b.role === 'bogie').sort((a, b) => b.x - a.x)[0];
  const [from, to] = bogie ? [bogie.x + bogie.span[0], bogie.x + bogie.span[1]] : [front, front];
  return { x: [from - 0.7, to + 0.7], z: [-0.15, 1.2], half: 1.2 };
}

export class SceneView extends View3d {
  exaggeration = 1;
  protected readonly eye: Eye;
  private track!: TrackMesh;
  private showForces = true;
  private seeThrough = false;
  private showGhosts = true;

  private constructor(
    private readonly state: State,
    private readonly actor: Actor,
    private readonly ghosts: Actor[],
    private readonly arrows: ForceArrows,
    private readonly rails: RailSections,
    private readonly player: () => HTMLElement | null,
  ) {
    super(`${actor.run.label}_3d`);
    this.eye = new Eye(actor.path, calcExtent(actor.bodies), chooseNear(actor.bodies));
    this.caption.append(...this.explain());
    this.start('3-D view of the vehicle on the track', this.listControls(), () => [this.player()].filter((e): e is HTMLElement => e !== null));
    state.on('cursor', () => this.refresh());
    state.on('axis', () => this.refresh());
  }

  static async make(state: State, run: Run, player: () => HTMLElement | null): Promise<SceneView | null> {
    const actor = await Actor.make(run);
    if (!actor) return null;
    const others = await Promise.all(state.runs.filter((other) => other !== run).slice(0, 3).map((other) => Actor.make(other)));
    const arrows = new ForceArrows(run, actor.bodies, actor.path.contactDistance);
    await arrows.load();
    return new SceneView(state, actor, others.filter((a): a is Actor => a !== null), arrows, await readRailSections(run.document.profiles, run.document.rails), player);
  }

  private explain(): (HTMLElement | string)[] {
    const ghost = this.ghosts.length > 0 ? ` Solid: ${this.actor.run.label}; pale orange: ${this.ghosts.map((g) => g.run.label).join(', ')}, at the same time, or over distance at the same position.` : '';
    const bodies = `Sketched bodies; positions, wheel radii and gauge as modelled.${ghost}`;
    if (this.arrows.count === 0) return [bodies];
    const keys = legend.filter((entry) => this.arrows.has(entry.axis)).map((entry) => h('span', { class: 'key' }, h('span', { class: `swatch force-${entry.axis}`, 'aria-hidden': 'true' }), entry.name));
    return [h('span', { class: 'keys' }, 'Forces on the wheels: ', ...keys, ` longest arrow ${formatQuantity(this.arrows.largest, 'N', 2)}.`), ` ${bodies}`];
  }

  protected build(dark: boolean): void {
    this.arrows.group.removeFromParent();
    this.track = new TrackMesh(this.actor.path, dark, this.rails);
    const materials = makeMaterials(dark);
    if (this.seeThrough) for (const m of [materials.car, materials.roof, materials.stripe, materials.glass]) Object.assign(m, { transparent: true, opacity: 0.22, depthWrite: false });
    this.scene.add(this.track.group, this.actor.build(materials).group, this.arrows.group);
    for (const ghost of this.ghosts) this.scene.add(ghost.build(makeMaterials(dark, 'ghost')).group);
  }

  protected update(): number {
    const t = this.state.timeOf(this.actor.run);
    const poses = this.actor.update(t, this.exaggeration);
    this.arrows.group.visible = this.showForces;
    this.arrows.update(t, poses);
    for (const ghost of this.ghosts) {
      ghost.update(this.state.timeOf(ghost.run), this.exaggeration);
      ghost.mesh!.group.visible = this.showGhosts;
    }
    const s = this.actor.run.sample('s', t) + calcDrift(this.actor.run, this.actor.bodies, t);
    this.track.update(s);
    return s;
  }

  // The visible range, at the speed of the player.
  protected makeFilm(): { duration: number; moveTo: (time: number) => void; end: () => void } {
    const [from, to] = this.state.visibleTimes();
    const speed = this.state.speed;
    this.state.setPlaying(false);
    return { duration: (to - from) / speed, moveTo: (time) => this.state.setTime(Math.min(to, from + time * speed)), end: () => {} };
  }

  private listControls(): (HTMLElement | false)[] {
    const factor = h('output', {}, '1×');
    const slider = h('input', { type: 'range', min: 0, max: 2.3, step: 0.02, value: 0, 'aria-label': 'exaggeration of the motion' });
    slider.addEventListener('input', () => {
      this.exaggeration = Number((10 ** Number(slider.value)).toPrecision(2));
      factor.textContent = `${this.exaggeration}×`;
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
      h('label', {}, 'exaggerate ', slider, factor),
      this.arrows.count > 0 && check('forces', true, (on) => (this.showForces = on)),
      this.actor.bodies.some((b) => b.role === 'car') && check('see through', false, (on) => {
        this.seeThrough = on;
        this.rebuild();
      }),
      this.ghosts.length > 0 && check('other runs', true, (on) => (this.showGhosts = on)),
    ];
  }
}
