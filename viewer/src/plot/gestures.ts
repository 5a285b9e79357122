// Zoom, pan and cursor by mouse, touch and keys, on a chart whose horizontal axis all share.
import type { State } from '../state';
import type { ChartCanvas } from './canvas';

export interface Selection {
  from: number; // pixels
  to: number;
}

export class Gestures {
  selection: Selection | null = null;
  private start: { x: number; from: number; to: number; panning: boolean } | null = null;

  constructor(
    private readonly chart: ChartCanvas,
    private readonly state: State,
  ) {
    const element = chart.element;
    element.tabIndex = 0;
    element.addEventListener('pointerdown', (e) => this.press(e));
    element.addEventListener('pointermove', (e) => this.move(e));
    element.addEventListener('pointerup', (e) => this.release(e));
    element.addEventListener('pointercancel', () => this.cancel());
    element.addEventListener('dblclick', () => state.resetRange());
    element.addEventListener('wheel', (e) => this.wheel(e), { passive: false });
    element.addEventListener('keydown', (e) => this.key(e));
  }

  private place(event: MouseEvent): number {
    return event.clientX - this.chart.element.getBoundingClientRect().left;
  }

  private value(pixel: number): number {
    const { box } = this.chart.map!;
    return this.state.from + ((pixel - box.x) / box.w) * (this.state.to - this.state.from);
  }

  private press(event: PointerEvent): void {
    if (!this.chart.map || event.button !== 0) return;
    this.chart.element.setPointerCapture(event.pointerId);
    const panning = event.shiftKey || event.pointerType === 'touch';
    this.start = { x: this.place(event), from: this.state.from, to: this.state.to, panning };
  }

  private move(event: PointerEvent): void {
    if (!this.chart.map) return;
    const x = this.place(event);
    const start = this.start;
    if (!start) {
      if (!this.state.playing && event.pointerType === 'mouse') this.state.setCursor(this.value(x));
      return;
    }
    if (start.panning) {
      const shift = ((start.x - x) / this.chart.map.box.w) * (start.to - start.from);
      this.state.setRange(start.from + shift, start.to + shift);
    } else {
      this.selection = { from: Math.min(start.x, x), to: Math.max(start.x, x) };
      this.chart.drawOverlay();
    }
  }

  private release(event: PointerEvent): void {
    const start = this.start;
    this.start = null;
    const chosen = this.selection;
    this.selection = null;
    if (!start || !this.chart.map) return;
    if (chosen && chosen.to - chosen.from > 5) this.state.setRange(this.value(chosen.from), this.value(chosen.to));
    else if (Math.abs(this.place(event) - start.x) < 4) this.state.setCursor(this.value(this.place(event)));
    this.chart.drawOverlay();
  }

  private cancel(): void {
    this.start = null;
    this.selection = null;
    this.chart.drawOverlay();
  }

  private wheel(event: WheelEvent): void {
    if (!(event.ctrlKey || event.metaKey || event.shiftKey) || !this.chart.map) return; // else the page scrolls
    event.preventDefault();
    const delta = event.deltaY || event.deltaX;
    if (event.shiftKey) this.state.pan(delta > 0 ? 0.1 : -0.1);
    else this.state.zoom(Math.exp(delta * 0.002), this.value(this.place(event)));
  }

  private key(event: KeyboardEvent): void {
    const step = (this.state.to - this.state.from) / (event.ctrlKey ? 20 : 200);
    const run = this.state.runs[0];
    const cursor = run ? this.state.cursorOf(run) : 0;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? this.state.pan(-0.1) : this.state.setCursor(cursor - step)),
      ArrowRight: () => (event.shiftKey ? this.state.pan(0.1) : this.state.setCursor(cursor + step)),
      '+': () => this.state.zoom(0.7, cursor),
      '=': () => this.state.zoom(0.7, cursor),
      '-': () => this.state.zoom(1 / 0.7, cursor),
      '0': () => this.state.resetRange(),
      Escape: () => this.cancel(),
    };
    const action = actions[event.key];
    if (!action || event.altKey) return;
    event.preventDefault();
    action();
  }
}
