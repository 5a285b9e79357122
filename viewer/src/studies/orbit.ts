// A periodic motion of a bifurcation diagram: one period over time, and in the phase plane. A click on the diagram chooses it, or the list.
import { h } from '../dom';
import type { ChartCanvas } from '../plot/canvas';
import type { Mapping } from '../plot/chart';
import type { Painter } from '../plot/painter';
import type { Theme } from '../theme';
import type { BifurcationContent } from './bifurcation';
import { parameterText } from './eigen';
import type { ObservedWords } from './observed';
import { calcRates, type Motion } from './orbit_data';
import { makeLiveChart, type StudyChart } from './study_chart';

export function listMotions(content: BifurcationContent): Motion[] {
  const motions: Motion[] = [];
  const add = (name: string, m: { value: number; max_abs: number; period?: number; samples?: number[] }): void => {
    if (m.samples && m.samples.length > 3 && m.period && m.period > 0) motions.push({ name: `${parameterText(content.parameter, m.value)}, ${name}`, value: m.value, largest: m.max_abs, period: m.period, samples: m.samples });
  };
  for (const point of content.points) add(`swept ${point.sweep}`, point);
  for (const branch of content.branches) for (const orbit of branch.orbits ?? []) add(orbit.stable ? 'stable orbit' : 'unstable orbit', orbit);
  return motions.sort((a, b) => a.value - b.value);
}

const reach = 28; // [px]

export class MotionShown {
  readonly elements: HTMLElement[];
  private index: number;
  private readonly charts: StudyChart[];
  private readonly select: HTMLSelectElement;

  constructor(
    private readonly motions: Motion[],
    private readonly observed: ObservedWords,
    private readonly changed: () => void,
  ) {
    this.index = motions.reduce((best, m, i) => (m.largest > motions[best]!.largest ? i : best), 0);
    this.select = h('select', { 'aria-label': 'periodic motion shown' }, ...motions.map((m, i) => h('option', { value: i }, m.name)));
    this.select.value = String(this.index);
    this.select.addEventListener('change', () => this.choose(Number(this.select.value)));
    const time = makeLiveChart(() => this.makeTime(), [this.select]);
    const plane = makeLiveChart(() => this.makePlane());
    this.charts = [time, plane];
    this.elements = [time.element, plane.element];
  }

  private get motion(): Motion {
    return this.motions[this.index]!;
  }

  choose(index: number): void {
    this.index = index;
    this.select.value = String(index);
    for (const { chart } of this.charts) chart.refresh();
    this.changed();
  }

  attach(chart: ChartCanvas): void {
    chart.element.addEventListener('click', (event) => {
      const map = chart.map;
      if (!map) return;
      const box = chart.element.getBoundingClientRect();
      const away = (m: Motion): number => Math.hypot(map.x(m.value) - (event.clientX - box.left), map.y(m.largest * 1e3) - (event.clientY - box.top));
      const best = this.motions.reduce((b, m, i) => (away(m) < away(this.motions[b]!) ? i : b), 0);
      if (away(this.motions[best]!) < reach) this.choose(best);
    });
  }

  mark(painter: Painter, map: Mapping, theme: Theme): void {
    painter.dot(map.x(this.motion.value), map.y(this.motion.largest * 1e3), 7.5, theme.cursor);
    painter.dot(map.x(this.motion.value), map.y(this.motion.largest * 1e3), 4, theme.background);
  }

  private makeTime() {
    const { samples, period } = this.motion;
    const n = samples.length;
    const x = [...samples.map((_, i) => (i * period) / n), period];
    return { title: 'One period, over time', x: 'time [s]', y: `${this.observed.name} [${this.observed.unit}]`, curves: [{ name: '', x, y: [...samples, samples[0]!].map((v) => v * 1e3), color: 0 }], legend: false };
  }

  private makePlane() {
    const rates = calcRates(this.motion);
    const close = (values: number[]): number[] => [...values, values[0]!].map((v) => v * 1e3);
    return { title: 'The same in the phase plane', x: `${this.observed.name} [${this.observed.unit}]`, y: `its rate [${this.observed.unit.replaceAll(/mm|mrad/g, '$&/s')}]`, curves: [{ name: '', x: close(this.motion.samples), y: close(rates), color: 2 }], legend: false };
  }
}
