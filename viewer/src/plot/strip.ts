// Curvature and cant under the plots, over the same axis.
import { h } from '../dom';
import { interpolate, readColumn, type Run } from '../data/run';
import type { State } from '../state';
import type { Theme } from '../theme';
import { ChartCanvas } from './canvas';
import type { Chart, Curve, Mapping } from './chart';
import { Gestures } from './gestures';
import { xTitle } from './panel_charts';
import { linearTicks } from './scale';

type Numbers = number[];

export class Strip {
  readonly element: HTMLElement;
  private readonly chart: ChartCanvas;
  private readonly gestures: Gestures;

  private constructor(
    private readonly state: State,
    private readonly run: Run,
    private readonly s: ArrayLike<number>,
    private readonly curvature: Numbers,
    private readonly cant: Numbers,
  ) {
    this.chart = new ChartCanvas((theme) => this.make(theme), (painter, map, theme) => {
      const x = map.x(state.cursorOf(run));
      const { box } = map;
      const selection = this.gestures.selection;
      if (selection) painter.rect(selection.from, box.y, selection.to - selection.from, box.h, `${theme.cursor}33`);
      painter.clip(box.x, box.y, box.w, box.h, () => painter.stroke([x, box.y, x, box.y + box.h], theme.cursor, 1));
    });
    this.gestures = new Gestures(this.chart, state);
    this.chart.describe('curvature and cant of the track');
    this.chart.element.classList.add('strip');
    this.element = h('figure', { class: 'panel' }, this.chart.element);
    state.on('range', () => this.chart.refresh());
    state.on('cursor', () => this.chart.drawOverlay());
  }

  static async make(state: State): Promise<Strip | null> {
    const run = state.runs[0];
    if (!run || !run.document.track.columns['s']) return null;
    const [s, curvature, cant] = await Promise.all(
      ['s', 'curvature', 'cant'].map((name) => readColumn(run.document.track, name)),
    );
    return s!.length > 1 ? new Strip(state, run, s!, Array.from(curvature!), Array.from(cant!)) : null;
  }

  // Points of a track column over the axis, between the stations seen.
  private trace(column: ArrayLike<number>, map: Mapping, vertical: (v: number) => number): number[] {
    const overTime = this.state.xAxis === 'time';
    const toS = (x: number): number => (overTime ? interpolate(this.run.time, this.run.axis('s'), x) : x);
    const points: number[] = [];
    const steps = Math.max(2, Math.round(map.box.w / 1.5));
    for (let i = 0; i <= steps; i++) {
      const x = this.state.from + ((this.state.to - this.state.from) * i) / steps;
      points.push(map.x(x), vertical(interpolate(this.s, column, toS(x))));
    }
    return points;
  }

  // The largest value to either side, as a part of the largest of all: both scales have their zero at one height.
  private reach(): { left: number; right: number } {
    const parts = [this.curvature, this.cant].flatMap((column) => {
      const [low, high] = [column.reduce((a, b) => Math.min(a, b), 0), column.reduce((a, b) => Math.max(a, b), 0)];
      const most = Math.max(high, -low);
      return most > 0 ? [{ low: low / most, high: high / most }] : [];
    });
    if (parts.length === 0) return { left: 1, right: -1 };
    return { left: Math.max(0.1, ...parts.map((part) => part.high)), right: Math.min(-0.1, ...parts.map((part) => part.low)) };
  }

  private ticks(column: Numbers, factor: number) {
    let most = column.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
    if (most * factor < 1e-9) most = 1 / factor;
    const { left, right } = this.reach();
    return linearTicks(right * most * 1.1, left * most * 1.1, 4, factor, false);
  }

  private make(theme: Theme): Chart {
    const curve = (name: string, color: string, column: ArrayLike<number>, right: boolean): Curve => ({
      name,
      color,
      dash: right ? [7, 7] : [],
      width: right ? 1.8 : 3.2, // where the cant follows the curvature both are seen
      right,
      trace: (map) => this.trace(column, map, right ? map.y2 : map.y),
    });
    return {
      x: { ticks: linearTicks(this.state.from, this.state.to, 8, 1, false), title: xTitle(this.state) },
      y: { ticks: this.ticks(this.curvature, 1e3), title: '1/R [1/km]' },
      y2: { ticks: this.ticks(this.cant, 1e3), title: 'cant [mm]' },
      curves: [
        curve('curvature, > 0 to the left', theme.curves[0]!, this.curvature, false),
        curve('cant, > 0 right rail raised', theme.curves[1]!, this.cant, true),
      ],
      legend: true,
    };
  }
}
