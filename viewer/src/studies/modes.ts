// Modes at one value: table, and the chosen one in motion. Each coordinate swings on a line of its own with its
// amplitude and phase, so that who leads and who follows is seen.
import { h } from '../dom';
import { formatNumber } from '../format';
import { currentTheme } from '../theme';

export interface Share {
  body: string;
  coordinate: string;
  amplitude: number;
  phase: number; // [rad]
}

export interface Mode {
  track: number;
  re: number;
  im: number;
  frequency: number;
  damping: number;
  shape?: string;
  shares?: Share[];
}

const rowHeight = 24;

class ModePicture {
  readonly element = h('div', { class: 'mode-picture' });
  private readonly canvas = h('canvas', { role: 'img' });
  private mode: Mode | null = null;
  private angle = 0;
  private running = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  private last = 0;
  private readonly button = h('button', { type: 'button', class: 'controls' }, this.running ? 'pause' : 'play');

  constructor() {
    this.button.addEventListener('click', () => {
      this.running = !this.running;
      this.button.textContent = this.running ? 'pause' : 'play';
      this.last = performance.now();
      requestAnimationFrame((now) => this.step(now));
    });
    this.element.append(this.button, this.canvas);
    requestAnimationFrame((now) => this.step(now));
  }

  show(mode: Mode): void {
    this.mode = mode;
    this.canvas.setAttribute('aria-label', `mode ${mode.shape ?? ''} at ${formatNumber(mode.frequency)} Hz in motion`);
    this.draw();
  }

  // A swing every two seconds, whatever the frequency.
  private step(now: number): void {
    this.angle += ((now - this.last) / 2000) * 2 * Math.PI * (this.mode && this.mode.im !== 0 ? 1 : 0);
    this.last = now;
    this.draw();
    if (this.running && this.element.isConnected) requestAnimationFrame((next) => this.step(next));
    else if (this.running) setTimeout(() => requestAnimationFrame((next) => this.step(next)), 200);
  }

  private draw(): void {
    const shares = (this.mode?.shares ?? []).slice(0, 24);
    const width = Math.min(760, this.element.clientWidth || 600);
    const ratio = window.devicePixelRatio || 1;
    const height = shares.length * rowHeight + 8;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const c = this.canvas.getContext('2d')!;
    const theme = currentTheme();
    c.scale(ratio, ratio);
    c.font = '12px system-ui, sans-serif';
    const most = Math.max(1e-30, ...shares.map((s) => s.amplitude));
    const left = 190;
    const half = (width - left - 20) / 2;
    shares.forEach((share, i) => {
      const y = i * rowHeight + 16;
      const reach = (share.amplitude / most) * half;
      c.fillStyle = theme.text;
      c.fillText(`${share.body}/${share.coordinate}`.slice(0, 28), 0, y + 4);
      c.strokeStyle = theme.grid;
      c.lineWidth = 6;
      c.beginPath();
      c.moveTo(left + half - reach, y);
      c.lineTo(left + half + reach, y);
      c.stroke();
      c.fillStyle = theme.curves[i % theme.curves.length]!;
      c.beginPath();
      c.arc(left + half + reach * Math.cos(this.angle + share.phase), y, 6, 0, 2 * Math.PI);
      c.fill();
    });
  }
}

export function makeModeTable(modes: Mode[]): HTMLElement {
  const picture = new ModePicture();
  const rows = modes.map((mode) => {
    const choose = (): void => {
      picture.show(mode);
      for (const other of rows) other.classList.toggle('chosen', other === row);
    };
    const name = mode.shape || `root ${mode.track + 1}`;
    const row: HTMLElement = h(
      'tr',
      {},
      h('td', {}, mode.shares ? h('button', { type: 'button', class: 'link', onclick: choose }, name) : name),
      h('td', { class: 'number' }, formatNumber(mode.frequency)),
      h('td', { class: 'number' }, `${formatNumber(mode.damping * 100, 3)} %`),
      h('td', { class: 'number' }, formatNumber(mode.re)),
      h('td', { class: 'number' }, formatNumber(mode.im)),
    );
    return row;
  });
  const head = ['mode', 'frequency [Hz]', 'damping', 'Re λ [1/s]', 'Im λ [rad/s]'].map((text) => h('th', { scope: 'col' }, text));
  const first = modes.findIndex((mode) => mode.shares && mode.im > 0);
  if (first >= 0) {
    picture.show(modes[first]!);
    rows[first]!.classList.add('chosen');
  }
  return h(
    'div',
    { class: 'panel modes' },
    h('div', { class: 'wide' }, h('table', { class: 'channels' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows))),
    first >= 0 && picture.element,
  );
}
