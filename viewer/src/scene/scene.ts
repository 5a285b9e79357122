// The 3-D view: track, vehicle and forces at the moment of the state.
import * as THREE from 'three';
import { h } from '../dom';
import { formatQuantity } from '../format';
import type { Run } from '../data/run';
import type { State } from '../state';
import { currentTheme, isPrinting, onTheme } from '../theme';
import { ForceArrows } from './arrows';
import { Eye, views, type View } from './camera';
import { Path } from './path';
import { dispose, makeMaterials, makeShape } from './shapes';
import { TrackMesh } from './track_mesh';
import { calcPose, loadMotion, readBodies, readElements, type Body, type Element, type Pose } from './vehicle';

// Without a graphics card (remote desktops, virtual machines) smooth edges cost more than they are worth.
function drawsInSoftware(): boolean {
  const context = h('canvas').getContext('webgl2');
  const info = context?.getExtension('WEBGL_debug_renderer_info');
  const name = context && info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

export class SceneView {
  readonly element: HTMLElement;
  exaggeration = 1;
  private readonly renderer: THREE.WebGLRenderer;
  private scene = new THREE.Scene();
  private shapes = new Map<Body, THREE.Group>();
  private springs = new THREE.LineSegments();
  private track!: TrackMesh;
  private readonly eye: Eye;
  private readonly holder = h('div', { class: 'scene', tabindex: '0', role: 'img' });
  private readonly caption = h('p', { class: 'hint' });
  private readonly paper = h('canvas', { class: 'print-only', 'aria-hidden': 'true' });
  private readonly slow = drawsInSoftware();
  private showForces = true;
  private pending = false;
  private readonly front: number;
  private readonly back: number;

  private constructor(
    private readonly state: State,
    readonly run: Run,
    private readonly path: Path,
    private readonly bodies: Body[],
    private readonly elements: Element[],
    private readonly arrows: ForceArrows,
  ) {
    this.front = Math.max(...bodies.map((b) => b.x + b.span[1]));
    this.back = Math.min(...bodies.map((b) => b.x + b.span[0]));
    this.eye = new Eye(path, this.front - this.back + 1);
    this.renderer = new THREE.WebGLRenderer({ antialias: !this.slow, preserveDrawingBuffer: true });
    this.holder.append(this.renderer.domElement);
    this.holder.setAttribute('aria-label', '3-D view of the vehicle on the track; arrow keys turn it, plus and minus zoom');
    this.element = h('div', { class: 'scene-box' }, this.holder, this.paper, this.makeControls(), this.caption);
    this.build();
    onTheme(() => this.build());
    state.on('cursor', () => this.refresh());
    new ResizeObserver(() => this.refresh()).observe(this.holder);
    this.listen();
    const wheels = arrows.count > 0 ? `Arrows: forces on the wheels, the longest is ${formatQuantity(arrows.largest, 'N', 3)}. ` : '';
    this.caption.textContent = `${wheels}Bodies are sketched; wheel radii, places and gauge are the model's.`;
  }

  static async make(state: State, run: Run): Promise<SceneView | null> {
    const path = await Path.read(run.document.track);
    const bodies = readBodies(run);
    if (!path || bodies.length === 0 || !run.channels.has('s')) return null;
    const arrows = new ForceArrows(run, bodies, path.contactDistance);
    await Promise.all([loadMotion(run, bodies), arrows.load(), run.load('s')]);
    return new SceneView(state, run, path, bodies, readElements(run, bodies), arrows);
  }

  private build(): void {
    const dark = currentTheme().dark;
    this.arrows.group.removeFromParent();
    dispose(this.scene);
    this.scene = new THREE.Scene();
    const sky = dark ? 0x10151b : 0xeef3f8;
    this.scene.background = new THREE.Color(sky);
    this.scene.fog = new THREE.Fog(sky, 70, 170);
    this.scene.add(new THREE.HemisphereLight(0xffffff, dark ? 0x445566 : 0x99a0a8, dark ? 1.6 : 2.2));
    const sun = new THREE.DirectionalLight(0xffffff, dark ? 1.2 : 1.6);
    sun.position.set(-30, -40, 60);
    this.scene.add(sun);
    this.track = new TrackMesh(this.path, dark);
    const materials = makeMaterials(dark);
    this.shapes.clear();
    for (const body of this.bodies) {
      const shape = makeShape(body, this.path.contactDistance, materials);
      this.shapes.set(body, shape);
      this.scene.add(shape);
    }
    const places = new THREE.BufferAttribute(new Float32Array(this.elements.length * 6), 3);
    this.springs = new THREE.LineSegments(
      new THREE.BufferGeometry().setAttribute('position', places),
      new THREE.LineBasicMaterial({ color: dark ? 0xf0e442 : 0x8a5a00 }),
    );
    this.springs.frustumCulled = false;
    this.scene.add(this.track.group, this.springs, this.arrows.group);
    this.draw();
    if (isPrinting()) this.copyForPaper();
  }

  // Printing does not wait until the screen shows the scene anew, so paper has a copy of its own.
  private copyForPaper(): void {
    const { width, height } = this.renderer.domElement;
    if (width === 0 || height === 0) return;
    this.paper.width = width;
    this.paper.height = height;
    this.paper.getContext('2d')!.drawImage(this.renderer.domElement, 0, 0);
  }

  refresh(): void {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
    });
  }

  private draw(): void {
    const { clientWidth: width, clientHeight: height } = this.holder;
    if (width === 0 || height === 0) return;
    const t = this.state.time;
    const poses = new Map<Body, Pose>();
    for (const body of this.bodies) {
      const pose = calcPose(this.run, this.path, body, t, this.exaggeration);
      poses.set(body, pose);
      const shape = this.shapes.get(body)!;
      shape.position.copy(pose.position);
      shape.quaternion.copy(pose.rotation);
    }
    this.placeSprings(poses);
    this.arrows.group.visible = this.showForces;
    this.arrows.update(t, poses);
    const s = this.run.sample('s', t) + (this.front + this.back) / 2;
    this.track.update(s);
    this.eye.place(this.path.frame(s), s);
    this.eye.camera.aspect = width / height;
    this.eye.camera.updateProjectionMatrix();
    this.renderer.setPixelRatio(this.slow ? 1 : Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height);
    this.renderer.render(this.scene, this.eye.camera);
  }

  private placeSprings(poses: Map<Body, Pose>): void {
    const places = this.springs.geometry.getAttribute('position') as THREE.BufferAttribute;
    this.elements.forEach((element, i) => {
      const second = poses.get(this.bodies[element.second]!);
      if (!second) return;
      const first = element.first < 0 ? second.track : poses.get(this.bodies[element.first]!)!;
      const a = this.withoutSpin(element.first, first, element.atFirst);
      const b = this.withoutSpin(element.second, second, element.atSecond);
      places.setXYZ(2 * i, a.x, a.y, a.z);
      places.setXYZ(2 * i + 1, b.x, b.y, b.z);
    });
    places.needsUpdate = true;
  }

  // Axleboxes do not turn with the wheelset: its points are placed by the track frame's axes.
  private withoutSpin(index: number, at: { position: THREE.Vector3; rotation: THREE.Quaternion }, point: THREE.Vector3): THREE.Vector3 {
    const turns = this.bodies[index]?.role === 'wheelset';
    const rotation = turns ? (at as Pose).track.rotation : at.rotation;
    return point.clone().applyQuaternion(rotation).add(at.position);
  }

  private makeControls(): HTMLElement {
    const camera = h('select', { 'aria-label': 'camera' }, ...views.map(([value, text]) => h('option', { value }, text)));
    camera.addEventListener('change', () => {
      this.eye.set(camera.value as View);
      this.refresh();
    });
    const factor = h('output', {}, '1×');
    const slider = h('input', { type: 'range', min: 0, max: 2.3, step: 0.02, value: 0, 'aria-label': 'exaggeration of the motion' });
    slider.addEventListener('input', () => {
      this.exaggeration = Number((10 ** Number(slider.value)).toPrecision(2));
      factor.textContent = `${this.exaggeration}×`;
      this.refresh();
    });
    const forces = h('input', { type: 'checkbox', checked: true });
    forces.addEventListener('change', () => {
      this.showForces = forces.checked;
      this.refresh();
    });
    const full = h('button', { type: 'button', title: 'fill the screen', onclick: () => void this.toggleFull() }, 'full screen');
    return h(
      'div',
      { class: 'scene-controls controls' },
      h('label', {}, 'camera ', camera),
      h('label', {}, 'exaggerate ', slider, factor),
      this.arrows.count > 0 && h('label', {}, forces, ' forces'),
      full,
    );
  }

  private async toggleFull(): Promise<void> {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await this.holder.requestFullscreen?.();
  }

  private listen(): void {
    const holder = this.holder;
    let last: PointerEvent | null = null;
    holder.addEventListener('pointerdown', (e) => {
      holder.setPointerCapture(e.pointerId);
      last = e;
    });
    holder.addEventListener('pointermove', (e) => {
      if (!last) return;
      this.eye.turn((last.clientX - e.clientX) * 0.4, (e.clientY - last.clientY) * 0.3);
      last = e;
      this.refresh();
    });
    for (const end of ['pointerup', 'pointercancel']) holder.addEventListener(end, () => (last = null));
    holder.addEventListener('wheel', (e) => {
      if (!(e.ctrlKey || e.metaKey) && document.activeElement !== holder) return; // else the page scrolls
      e.preventDefault();
      this.eye.zoom(Math.exp(e.deltaY * 0.001));
      this.refresh();
    }, { passive: false });
    holder.addEventListener('keydown', (e) => {
      const actions: Record<string, () => void> = {
        ArrowLeft: () => this.eye.turn(-5, 0),
        ArrowRight: () => this.eye.turn(5, 0),
        ArrowUp: () => this.eye.turn(0, 4),
        ArrowDown: () => this.eye.turn(0, -4),
        '+': () => this.eye.zoom(0.85),
        '-': () => this.eye.zoom(1 / 0.85),
      };
      if (!actions[e.key]) return;
      e.preventDefault();
      actions[e.key]!();
      this.refresh();
    });
  }
}
