// A chart on the page: canvas for the curves, a second one above for cursor and selection, and an SVG twin in print.
import { h } from '../dom';
import { currentTheme, light, onTheme, type Theme } from '../theme';
import { drawChart, type Chart, type Mapping } from './chart';
import { CanvasPainter, SvgPainter, type Painter } from './painter';

let count = 0;

export class ChartCanvas {
  readonly element: HTMLElement;
  readonly overlay = h('canvas', { class: 'overlay', 'aria-hidden': 'true' });
  map: Mapping | null = null;
  overlayInFiles = false; // what is drawn above belongs to the picture
  private readonly canvas = h('canvas', { role: 'img' });
  private readonly print = h('div', { class: 'print-only' });
  private readonly id = `chart-${count++}`;
  private pending = false;
  private height = 0; // 0: by the class
  private paper: [number, number] | null = null; // while it is drawn for print

  // make: the chart as it is now; `whole` for files and print, where it must explain itself. drawAbove: what changes
  // often, on the overlay.
  constructor(
    private readonly make: (theme: Theme, whole: boolean) => Chart | null,
    private readonly drawAbove: (painter: Painter, map: Mapping, theme: Theme) => void = () => {},
  ) {
    this.element = h('div', { class: 'chart' }, this.canvas, this.overlay, this.print);
    new ResizeObserver(() => this.refresh()).observe(this.element);
    onTheme(() => this.refresh());
    window.addEventListener('beforeprint', () => this.makePrint());
    window.matchMedia('print').addEventListener('change', (event) => event.matches && this.makePrint());
  }

  // Instead of the one that its class has.
  setHeight(pixels: number): void {
    this.height = pixels;
    this.element.style.setProperty('--height', `${pixels}px`);
  }

  // Width and height of what is drawn now, on the screen or on paper.
  get size(): [number, number] {
    return this.paper ?? [this.element.clientWidth, this.element.clientHeight];
  }

  describe(text: string): void {
    this.canvas.setAttribute('aria-label', text);
  }

  refresh(): void {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
    });
  }

  private fit(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
    const ratio = window.devicePixelRatio || 1;
    const w = Math.round(width * ratio);
    const hh = Math.round(height * ratio);
    if (canvas.width !== w || canvas.height !== hh) {
      canvas.width = w;
      canvas.height = hh;
    }
    const context = canvas.getContext('2d')!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    return context;
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    const theme = currentTheme();
    const chart = width > 0 && height > 0 ? this.make(theme, false) : null;
    if (!chart) return;
    this.map = drawChart(new CanvasPainter(this.fit(this.canvas, width, height)), chart, theme, width, height);
    this.drawOverlay();
  }

  drawOverlay(): void {
    if (!this.map) return;
    const context = this.fit(this.overlay, this.element.clientWidth, this.element.clientHeight);
    this.drawAbove(new CanvasPainter(context), this.map, currentTheme());
  }

  toSvg(width = this.element.clientWidth, height = this.element.clientHeight, theme = light): string {
    const painter = new SvgPainter(width, height, this.id);
    const chart = this.make(theme, true);
    const map = chart && drawChart(painter, chart, theme, width, height);
    if (map && this.overlayInFiles) this.drawAbove(painter, map, theme);
    return painter.finish();
  }

  toPng(): Promise<Blob | null> {
    const width = this.element.clientWidth;
    const height = this.element.clientHeight;
    const canvas = h('canvas', { width: width * 2, height: height * 2 });
    const context = canvas.getContext('2d')!;
    context.scale(2, 2);
    const chart = this.make(light, true);
    if (chart) drawChart(new CanvasPainter(context), chart, light, width, height);
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  }

  private makePrint(): void {
    // As on the screen (style.css), but three of a page; on paper the element itself has no height.
    const { classList } = this.element;
    const height = this.height || classList.contains('tall') ? Math.min(this.height || 360, 290) : classList.contains('closeup') ? 270 : classList.contains('strip') ? 150 : 232;
    this.paper = [720, height];
    const parsed = new DOMParser().parseFromString(this.toSvg(...this.paper), 'image/svg+xml');
    this.paper = null;
    this.print.replaceChildren(document.importNode(parsed.documentElement, true));
  }
}
