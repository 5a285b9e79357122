// A sweep: one figure over its inputs as lines, contour map, tornado and parallel coordinates, and all runs as a table.
import { h, makeStacked } from '../dom';
import { bindUnits, formatColumn, formatNumber, formatWithin, shorten } from '../format';
import { bareEdges, type Mapping } from '../plot/chart';
import { shade, traceContour } from '../plot/contour';
import type { Painter } from '../plot/painter';
import { linearTicks } from '../plot/scale';
import { dashes, type Theme } from '../theme';
import { attachHover, type Spot } from './hover';
import { ChosenRun, makeRunLinks } from './kept_run';
import { distinct, listEffects, readSweep, type Sweep, type SweepColumn, type SweepContent } from './sweep_data';
import { chooseParallelScale, drawParallelLabels, type ParallelAxis } from './parallel_labels';
import { makeLiveChart, type PlainChart, type PlainCurve, type StudyChart } from './study_chart';

const pick = (columns: SweepColumn[], name: string): SweepColumn => columns.find((c) => c.name === name) ?? columns[0]!;

export class SweepStudy {
  readonly elements: HTMLElement[] = [];
  private readonly sweep: Sweep;
  private figure: SweepColumn;
  private across: SweepColumn;
  private by: SweepColumn | null;
  private readonly charts: StudyChart[] = [];
  private readonly chosen: ChosenRun | null;

  constructor(content: SweepContent) {
    this.sweep = readSweep(content);
    const { inputs, figures, failed, count } = this.sweep;
    const numbers = inputs.filter((c) => c.isNumber);
    // The input with the most values goes along the axis.
    this.across = [...numbers].sort((a, b) => distinct(b).length - distinct(a).length)[0] ?? inputs[0]!;
    this.by = inputs.find((c) => c !== this.across && new Set(c.texts).size > 1) ?? null;
    this.figure = figures[0] ?? inputs[0]!;
    const { runs } = this.sweep;
    this.chosen = runs && new ChosenRun(runs, (i) => inputs.map((c) => `${c.name} = ${c.texts[i]}`).join(', '));
    const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
    const lost = failed.length > 0 ? ` ${failed.length} of ${plural(count + failed.length, 'run')} failed.` : '';
    this.elements.push(h('p', { class: 'verdict' }, `${plural(count, 'run')} over ${inputs.map((c) => c.title).join(', ')}.${lost}`));
    if (failed.length > 0)
      this.elements.push(h('ul', { class: 'alarms' }, ...failed.slice(0, 8).map((f) => h('li', {}, `failed at ${f.inputs.map((v, i) => `${inputs[i]?.name ?? ''} = ${v}`).join(', ')}: ${bindUnits(f.fault)}`, ...(f.run ? [' (', ...makeRunLinks(f.run), ')'] : []))), failed.length > 8 && h('li', {}, `and ${failed.length - 8} more`)));
    if (count === 0 || figures.length === 0) return;
    this.elements.push(this.makeBar());
    if (this.chosen) this.elements.push(this.chosen.element);
    this.elements.push(this.makeLines());
    if (numbers.length >= 2) this.elements.push(this.makeMap());
    if (inputs.filter((c) => new Set(c.texts).size > 1).length >= 2) this.elements.push(this.makeTornado());
    if (inputs.length + figures.length > 2) this.elements.push(this.makeParallel());
    this.elements.push(this.makeTable());
  }

  private makeBar(): HTMLElement {
    const { inputs, figures } = this.sweep;
    const choose = (title: string, columns: SweepColumn[], now: SweepColumn | null, none: boolean, set: (c: SweepColumn | null) => void): HTMLElement => {
      const select = h('select', { 'aria-label': title }, ...(none ? [h('option', { value: '' }, 'nothing')] : []), ...columns.map((c) => h('option', { value: c.name }, shorten(c.title, 40))));
      select.value = now?.name ?? '';
      select.addEventListener('change', () => {
        set(select.value ? pick(columns, select.value) : null);
        for (const { chart } of this.charts) chart.refresh();
      });
      return h('label', {}, `${title} `, select);
    };
    return h(
      'div',
      { class: 'bar controls wide' },
      choose('figure', figures, this.figure, false, (c) => (this.figure = c!)),
      inputs.length > 1 && choose('over', inputs.filter((c) => c.isNumber), this.across, false, (c) => (this.across = c!)),
      inputs.length > 1 && choose('curves by', inputs, this.by, true, (c) => (this.by = c)),
    );
  }

  // What a run was given and what came out, for the note at the pointer.
  private describe(i: number): string[] {
    const line = (c: SweepColumn): string => `${shorten(c.title, 34)}: ${c.isNumber ? formatNumber(c.values[i]) : c.texts[i]}`;
    const motion = this.sweep.motions?.[i];
    return [...this.sweep.inputs.map(line), ...[this.figure].map(line), ...(motion ? [motion] : [])];
  }

  private readonly open = (spot: Spot): void => {
    if (spot.row !== undefined) this.chosen?.choose(spot.row);
  };

  private hover(chart: StudyChart['chart'], list: (map: Mapping) => Spot[]): void {
    attachHover(chart, list, undefined, this.chosen ? this.open : undefined);
    chart.element.classList.toggle('opens', this.chosen !== null);
  }

  private add(make: () => PlainChart): StudyChart {
    const live = makeLiveChart(make);
    this.charts.push(live);
    return live;
  }

  // Rows that differ in no input but the one across make a curve; curves with the same value of `by` share a colour.
  private listGroups(): { by: string; rows: number[] }[] {
    const groups = new Map<string, { by: string; rows: number[] }>();
    const others = this.sweep.inputs.filter((c) => c !== this.across);
    this.across.values.forEach((_, i) => {
      const key = others.map((c) => c.texts[i]).join('\0');
      if (!groups.has(key)) groups.set(key, { by: this.by?.texts[i] ?? '', rows: [] });
      groups.get(key)!.rows.push(i);
    });
    for (const { rows } of groups.values()) rows.sort((a, b) => this.across.values[a]! - this.across.values[b]!);
    return [...groups.values()];
  }

  private makeLines(): HTMLElement {
    const curves = (): PlainCurve[] => {
      const named = new Map<string, number>();
      const rest = this.sweep.inputs.filter((c) => c !== this.across && c !== this.by && new Set(c.texts).size > 1);
      const cases = new Map<string, number>(); // of all other inputs: told apart by dashes
      const groups = this.listGroups().map((group) => {
        const words = rest.map((c) => `${c.title} = ${c.texts[group.rows[0]!]}`).join(', ');
        if (!cases.has(words)) cases.set(words, cases.size);
        return { ...group, dash: dashes[cases.get(words)! % dashes.length]! };
      });
      const curves = groups.flatMap(({ by, rows, dash }): PlainCurve[] => {
        const kept = rows.filter((i) => Number.isFinite(this.figure.values[i]!));
        const x = kept.map((i) => this.across.values[i]!);
        const y = kept.map((i) => this.figure.values[i]!);
        const name = named.has(by) || !this.by ? '' : `${this.by.title} = ${by}`;
        if (!named.has(by)) named.set(by, named.size);
        const color = named.get(by)!;
        return [{ name, x, y, color, dash }, { name: '', x, y, color, dots: true }];
      });
      const keys = rest.length > 0 && cases.size <= dashes.length ? [...cases].map(([name, k]): PlainCurve => ({ name, x: [], y: [], color: '#8a8f96', dash: dashes[k]! })) : [];
      return [...curves, ...keys];
    };
    const live = this.add(() => ({ title: 'Lines', x: this.across.title, y: this.figure.title, curves: curves(), legend: this.by !== null }));
    this.hover(live.chart, (map) => this.figure.values.map((v, i) => ({ x: map.x(this.across.values[i]!), y: map.y(v), lines: this.describe(i), row: i })));
    return live.element;
  }

  // The second input of the map: the one that splits the curves, if it is a number.
  private get second(): SweepColumn {
    const others = this.sweep.inputs.filter((c) => c.isNumber && c !== this.across);
    return this.by?.isNumber && this.by !== this.across ? this.by : (others[0] ?? this.across);
  }

  private makeMap(): HTMLElement {
    const grid = () => {
      const [xs, ys] = [distinct(this.across), distinct(this.second)];
      const sums = ys.map(() => xs.map(() => ({ sum: 0, count: 0, row: -1 })));
      this.figure.values.forEach((v, i) => {
        const cell = sums[ys.indexOf(this.second.values[i]!)]?.[xs.indexOf(this.across.values[i]!)];
        if (!cell || !Number.isFinite(v)) return;
        cell.sum += v;
        cell.count++;
        cell.row = i;
      });
      const field = sums.map((row) => row.map((cell) => (cell.count > 0 ? cell.sum / cell.count : NaN)));
      const finite = field.flat().filter(Number.isFinite);
      return { xs, ys, field, sums, min: Math.min(...finite), max: Math.max(...finite) };
    };
    const levels = (min: number, max: number): number[] => linearTicks(min, max, 6, 1, false).values.filter((v) => v > min && v < max);
    const at = (values: number[], k: number): number => {
      const i = Math.min(values.length - 2, Math.floor(k));
      return i < 0 ? values[0]! : values[i]! + (values[i + 1]! - values[i]!) * (k - i);
    };
    const edges = (values: number[]): number[] => values.map((v, i) => (i === 0 ? v : (v + values[i - 1]!) / 2)).concat(values.at(-1)!);
    const underlay = (painter: Painter, map: Mapping, theme: Theme): void => {
      const { xs, ys, field, min, max } = grid();
      const [ex, ey] = [edges(xs), edges(ys)];
      field.forEach((row, r) =>
        row.forEach((v, c) => {
          if (!Number.isFinite(v)) return;
          const [x0, x1, y0, y1] = [map.x(ex[c]!), map.x(ex[c + 1]!), map.y(ey[r + 1]!), map.y(ey[r]!)];
          painter.rect(x0, y0, x1 - x0 + 0.5, y1 - y0 + 0.5, shade(max > min ? (v - min) / (max - min) : 0));
        }),
      );
      for (const level of levels(min, max)) {
        const line = traceContour(field, level, (c) => map.x(at(xs, c)), (r) => map.y(at(ys, r)));
        painter.stroke(line, '#ffffffb0', 3); // a pale seam: the line is seen on dark colours
        painter.stroke(line, '#1c2430', 1.2);
        const text = formatNumber(level, 3);
        const [x, y] = findMiddle(line, map, 3.6 * text.length + 4);
        if (Number.isNaN(x)) continue;
        painter.rect(x - 3.6 * text.length - 3, y - 8, 7.2 * text.length + 6, 15, '#ffffffd8');
        painter.text(text, x, y + 4, { color: '#1c2430', align: 'middle', size: 11 });
      }
      void theme;
    };
    const live = this.add(() => {
      const { xs, ys, min, max } = grid();
      const key = (name: string, part: number): PlainCurve => ({ name, x: [], y: [], color: shade(part) });
      const tell = (value: number): string => formatWithin(value, Math.max(Math.abs(min), Math.abs(max)), 3);
      const far = (values: number[]): [number, number] => (values.length > 1 ? [values[0]!, values.at(-1)!] : [values[0]! - 0.5, values[0]! + 0.5]);
      return { title: 'Contour map', x: this.across.title, y: this.second.title, curves: [key(`${shorten(this.figure.title, 22)}: pale ${tell(min)}`, 0.15), key(`dark ${tell(max)}`, 0.95)], legend: true, underlay, across: far(xs), up: far(ys) };
    });
    this.hover(live.chart, (map) => this.figure.values.map((_, i) => ({ x: map.x(this.across.values[i]!), y: map.y(this.second.values[i]!), lines: this.describe(i), row: i })));
    return live.element;
  }

  private makeTornado(): HTMLElement {
    let tornado: StudyChart['chart'] | null = null; // its size is known once it stands in the page
    const effects = () => listEffects(this.sweep, this.figure);
    const bars = (painter: Painter, map: Mapping, theme: Theme): void => {
      const list = effects();
      const finite = this.figure.values.filter(Number.isFinite);
      const middle = map.x(finite.reduce((sum, v) => sum + v, 0) / finite.length);
      list.forEach((effect, i) => {
        const y = map.y(list.length - i - 0.5);
        const tall = Math.min(26, (map.box.h / list.length) * 0.55);
        const rising = effect.low.mean <= effect.high.mean;
        for (const [end, tone] of [[effect.low, 0], [effect.high, 1]] as [typeof effect.low, number][]) {
          const x = map.x(end.mean);
          painter.rect(Math.min(x, middle), y - tall / 2, Math.max(1, Math.abs(x - middle)), tall, theme.curves[tone]!);
          const left = rising === (tone === 0); // the smaller end stands to the left, also where the bar has no length
          painter.text(`${end.at}`, left ? Math.min(x, middle) - 5 : Math.max(x, middle) + 5, y + 4, { color: theme.text, size: 11, align: left ? 'end' : 'start' });
        }
        painter.text(shorten(effect.name, 40), map.box.x + 6, y - tall / 2 - 4, { color: theme.text, size: 11 });
      });
      painter.stroke([middle, map.box.y, middle, map.box.y + map.box.h], theme.frame, 1.5);
    };
    const live = this.add(() => {
      const list = effects();
      const all = list.flatMap((e) => [e.low.mean, e.high.mean]);
      const longest = Math.max(3, ...list.flatMap((e) => [e.low.at.length, e.high.at.length]));
      const part = Math.min(0.4, (longest * 6.5 + 12) / ((tornado?.size[0] || 640) - bareEdges)); // of the width, at each end
      const room = (part / (1 - 2 * part)) * (Math.max(...all) - Math.min(...all)) || 1;
      return { title: 'Tornado', x: `mean ${this.figure.title} at both ends of each input`, y: '', curves: [], legend: false, underlay: bars, across: [Math.min(...all) - room, Math.max(...all) + room], up: [0, Math.max(1, list.length)], bare: 'y' };
    });
    tornado = live.chart;
    return live.element;
  }

  private makeParallel(): HTMLElement {
    let chosen = -1;
    const axes = (): SweepColumn[] => [...this.sweep.inputs.filter((c) => c.isNumber && distinct(c).length > 1), ...[this.figure], ...this.sweep.figures.filter((c) => c !== this.figure && distinct(c).length > 1)].slice(0, 7);
    const scale = (column: SweepColumn): [number, number] => {
      const values = distinct(column);
      return values.length > 1 ? [values[0]!, values.at(-1)!] : [(values[0] ?? 0) - 1, (values[0] ?? 0) + 1];
    };
    const height = (column: SweepColumn, i: number, map: Mapping): number => {
      const [min, max] = scale(column);
      return map.y((column.values[i]! - min) / (max - min));
    };
    const [low, high] = [() => scale(this.figure)[0], () => scale(this.figure)[1]];
    const draw = (painter: Painter, map: Mapping, theme: Theme): void => {
      const columns = axes();
      const line = (i: number): number[] => columns.flatMap((c, k) => [map.x(k), height(c, i, map)]);
      for (let i = 0; i < this.sweep.count; i++) {
        const part = (this.figure.values[i]! - low()) / (high() - low() || 1);
        if (Number.isFinite(part)) painter.stroke(line(i), theme.dark ? mixWhite(shade(1 - part)) : shade(0.25 + 0.75 * part), 1.2);
      }
      if (chosen >= 0) painter.stroke(line(chosen), theme.cursor, 3);
      for (let k = 0; k < columns.length; k++) painter.stroke([map.x(k), map.y(0), map.x(k), map.y(1)], theme.frame, 1.5);
      drawParallelLabels(painter, map, theme, columns.map(describeAxis));
    };
    const describeAxis = (c: SweepColumn): ParallelAxis => ({ title: c.title, min: scale(c)[0], max: scale(c)[1] });
    let parallel: StudyChart['chart'] | null = null; // its size is known once it stands in the page
    const live = this.add(() => ({ title: 'Parallel coordinates', x: `lines: runs, colour: ${shorten(this.figure.title, 26)}`, y: '', curves: [], legend: false, underlay: draw, across: [-0.12, Math.max(1, axes().length - 1) + 0.12], up: chooseParallelScale(axes().map(describeAxis), (parallel?.size[0] || 640) - bareEdges, (parallel?.size[1] || 360) - 50), bare: 'both' }));
    parallel = live.chart;
    this.hover(live.chart, (map) => {
      const columns = axes();
      return this.figure.values.flatMap((_, i) => columns.map((c, k): Spot => ({ x: map.x(k), y: height(c, i, map), lines: this.describe(i), row: i })));
    });
    live.chart.element.addEventListener('pointermove', (event) => {
      const map = live.chart.map;
      if (!map) return;
      const box = live.chart.element.getBoundingClientRect();
      const [px, py] = [event.clientX - box.left, event.clientY - box.top];
      const columns = axes();
      let [best, least] = [-1, 30];
      for (let i = 0; i < this.sweep.count; i++)
        for (const [k, c] of columns.entries()) {
          const distance = Math.hypot(map.x(k) - px, height(c, i, map) - py);
          if (distance < least) [best, least] = [i, distance];
        }
      if (best !== chosen) {
        chosen = best;
        live.chart.refresh();
      }
    });
    return live.element;
  }

  private makeTable(): HTMLElement {
    const { inputs, figures, motions, runs, count } = this.sweep;
    const head = [...inputs, ...figures].map((c) => h('th', { scope: 'col', class: c.isNumber ? 'number' : '' }, c.title));
    const written = new Map([...inputs, ...figures].map((c) => [c, c.isNumber ? formatColumn(c.values) : c.texts]));
    const cell = (c: SweepColumn, i: number): HTMLElement => h('td', { class: c.isNumber ? 'number' : '' }, written.get(c)![i] ?? '');
    const rows = Array.from({ length: Math.min(count, 2000) }, (_, i) => h('tr', {}, ...[...inputs, ...figures].map((c) => cell(c, i)), motions && h('td', {}, motions[i] ?? ''), runs && h('td', {}, runs[i] ? h('span', {}, ...makeRunLinks(runs[i])) : null)));
    return h('details', { class: 'fold wide' }, h('summary', {}, `All ${count} runs as a table`), h('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': 'all runs' }, makeStacked(h('table', { class: 'channels runs' }, h('thead', {}, h('tr', {}, ...head, motions && h('th', { scope: 'col' }, 'motion'), runs && h('th', { scope: 'col' }, 'run'))), h('tbody', {}, ...rows)))));
  }
}

// The middle of that piece of a line which is nearest to the middle of the map, moved so far inside that a label of this half width is not cut off.
function findMiddle(line: number[], map: Mapping, half: number): [number, number] {
  const { x, y, w, h: tall } = map.box;
  const [cx, cy] = [x + w / 2, y + tall / 2];
  let best: [number, number] = [NaN, NaN];
  for (let i = 0; i + 3 < line.length; i += 6) {
    const middle: [number, number] = [(line[i]! + line[i + 2]!) / 2, (line[i + 1]! + line[i + 3]!) / 2];
    const far = Math.hypot(middle[0] - cx, middle[1] - cy);
    if (!Number.isNaN(far) && !(far >= Math.hypot(best[0] - cx, best[1] - cy))) best = middle;
  }
  return [Math.max(x + half, Math.min(x + w - half, best[0])), Math.max(y + 10, Math.min(y + tall - 9, best[1]))];
}

function mixWhite(color: string): string {
  const parts = [1, 3, 5].map((i) => Math.round(parseInt(color.slice(i, i + 2), 16) * 0.75 + 60));
  return `#${parts.map((v) => Math.min(255, v).toString(16).padStart(2, '0')).join('')}`;
}

export function makeSweep(content: SweepContent): HTMLElement[] {
  return new SweepStudy(content).elements;
}
