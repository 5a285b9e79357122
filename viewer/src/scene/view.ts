// A 3-D view on the page: picture, cameras, turning by mouse and keys, full screen, and saving as picture or video.
// What it shows is up to who derives from it.
import * as THREE from 'three';
import { download, fileName, h } from '../dom';
import { currentTheme, isPrinting, onTheme } from '../theme';
import { Eye, views, type View } from './camera';
import { canRecord, rate, recordFilm, type Video } from './record';
import { dispose } from './shapes';

// Without a graphics card (remote desktops, virtual machines) smooth edges cost more than they are worth.
function drawsInSoftware(): boolean {
  const context = h('canvas').getContext('webgl2');
  const info = context?.getExtension('WEBGL_debug_renderer_info');
  const name = context && info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

let slow: boolean | null = null;

export abstract class View3d {
  readonly element = h('div', { class: 'scene-box' });
  readonly holder = h('div', { class: 'scene', tabindex: '0', role: 'img' });
  protected scene = new THREE.Scene();
  protected readonly caption = h('p', { class: 'hint' });
  protected abstract readonly eye: Eye;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly paper = h('canvas', { class: 'print-only', 'aria-hidden': 'true' });
  private readonly slow = (slow ??= drawsInSoftware());
  private fog = new THREE.Fog(0);
  private pending = false;
  private drawnSize: [number, number] = [0, 0]; // of the last picture
  private readonly note = h('span', { class: 'hint', role: 'status' });

  // title: of the files that are saved.
  constructor(private readonly title: string) {
    this.renderer = new THREE.WebGLRenderer({ antialias: !this.slow, preserveDrawingBuffer: true });
    this.holder.append(this.renderer.domElement);
  }

  // Fills this.scene for the theme; light, sky and fog are there already.
  protected abstract build(dark: boolean): void;
  // Moves everything to where it is now; returns the arc length of the vehicle's origin.
  protected abstract update(): number;
  // What a video shows: how long it is [s], and how to move to a time of it.
  protected abstract makeFilm(): { duration: number; moveTo: (time: number) => void; end: () => void };

  // To be called when the one who derives is ready.
  protected start(spoken: string, controls: (HTMLElement | false)[], guests: () => HTMLElement[]): void {
    this.holder.setAttribute('aria-label', `${spoken}; arrow keys turn it, plus and minus zoom`);
    this.element.append(this.holder, this.paper, this.makeControls(controls), this.caption);
    this.listen();
    this.followFullScreen(guests);
    this.rebuild();
    onTheme(() => this.rebuild());
    new ResizeObserver(() => this.refresh()).observe(this.holder);
  }

  protected rebuild(): void {
    const dark = currentTheme().dark;
    dispose(this.scene);
    this.scene = new THREE.Scene();
    const sky = dark ? 0x1a232d : 0xe6eef6;
    this.scene.background = new THREE.Color(sky);
    this.scene.fog = this.fog = new THREE.Fog(sky);
    this.scene.add(new THREE.HemisphereLight(0xffffff, dark ? 0x445566 : 0x99a0a8, dark ? 1.6 : 2.2));
    const sun = new THREE.DirectionalLight(0xffffff, dark ? 1.2 : 1.6);
    sun.position.set(-30, -40, 60);
    this.scene.add(sun);
    this.build(dark);
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

  protected draw(): void {
    // On paper the holder is hidden: the copy for it has the size that it had.
    const { clientWidth, clientHeight } = this.holder;
    const [width, height] = clientWidth === 0 && isPrinting() ? this.drawnSize : [clientWidth, clientHeight];
    if (width === 0 || height === 0) return;
    this.drawnSize = [width, height];
    this.eye.place(this.update(), width / height);
    this.fog.near = Math.max(90, 1.1 * this.eye.reach); // a train is seen to its end
    this.fog.far = this.fog.near + 140;
    this.renderer.setPixelRatio(this.slow ? 1 : Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height);
    this.renderer.render(this.scene, this.eye.camera);
  }

  private makeControls(own: (HTMLElement | false)[]): HTMLElement {
    const camera = h('select', { 'aria-label': 'camera' }, ...views.map(([value, text]) => h('option', { value }, text)));
    camera.value = this.eye.view;
    camera.addEventListener('change', () => {
      this.eye.set(camera.value as View);
      this.refresh();
    });
    const full = h('button', { type: 'button', title: 'fill the screen', onclick: () => void this.toggleFull() }, 'full screen');
    const picture = h('button', { type: 'button', title: 'save this picture as PNG', onclick: () => this.savePicture() }, 'picture');
    return h('div', { class: 'scene-controls controls' }, h('label', {}, 'camera ', camera), ...own, full, picture, canRecord() && this.makeVideoButton(), this.note);
  }

  private savePicture(): void {
    this.draw();
    this.renderer.domElement.toBlob((blob) => blob && download(fileName(this.title, 'png'), blob), 'image/png');
  }

  private makeVideoButton(): HTMLElement {
    let recording = false;
    let stopped = false;
    const button = h('button', { type: 'button', class: 'video', title: 'save as WebM video' }, 'video');
    button.addEventListener('click', async () => {
      if (recording) {
        stopped = true;
        return;
      }
      [recording, stopped] = [true, false];
      button.textContent = '■ stop recording';
      this.note.textContent = '';
      try {
        const { blob, ending } = await this.record(() => stopped);
        download(fileName(this.title, ending), blob);
        this.note.textContent = `Saved ${(blob.size / 1e6).toFixed(1)} MB.`;
      } catch (error) {
        this.note.textContent = `No video: ${error instanceof Error ? error.message : String(error)}`;
      }
      recording = false;
      button.textContent = 'video';
    });
    return button;
  }

  private async record(isStopped: () => boolean): Promise<Video> {
    const film = this.makeFilm();
    const show = (frame: number): void => {
      film.moveTo(frame / rate);
      this.draw();
    };
    try {
      return await recordFilm(this.renderer.domElement, { count: Math.max(1, Math.ceil(film.duration * rate)), show }, isStopped);
    } finally {
      film.end();
    }
  }

  private async toggleFull(): Promise<void> {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await this.element.requestFullscreen?.();
  }

  // Guests, such as the player, come along into the full screen and go home after it.
  private followFullScreen(guests: () => HTMLElement[]): void {
    let homes: [HTMLElement, HTMLElement][] = [];
    document.addEventListener('fullscreenchange', () => {
      if (document.fullscreenElement === this.element) {
        homes = guests().map((guest) => [guest, guest.parentElement!]);
        for (const [guest] of homes) this.element.append(guest);
      } else {
        for (const [guest, home] of homes) home.append(guest);
        homes = [];
      }
      this.refresh();
    });
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
        '=': () => this.eye.zoom(0.85),
        '-': () => this.eye.zoom(1 / 0.85),
      };
      if (!actions[e.key] || e.altKey || e.ctrlKey || e.metaKey) return;
      e.preventDefault();
      actions[e.key]!();
      this.refresh();
    });
  }
}
