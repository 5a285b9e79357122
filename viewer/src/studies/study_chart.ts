// Charts of studies: few points, no zoom, saved like all others.
import { download, fileName, h } from '../dom';
import { ChartCanvas } from '../plot/canvas';
import type { Chart, Curve } from '../plot/chart';
import type { Painter } from '../plot/painter';
import { linearTicks } from '../plot/scale';
import type { Mapping } from '../plot/chart';
import type { Theme } from '../theme';

export interface PlainCurve {
  name: string;
  x: number[];
  y: number[];
  color: number | string; // index into the palette, or a colour
  dash?: number[];
  dots?: boolean;
  size?: number; // radius of the dots
  open?: boolean; // rings
}

export interface PlainChart {
  title: string;
  x: string;
  y: string;
  curves: PlainCurve[];
  legend?: boolean;
  keys?: PlainCurve[]; // stand in the legend instead of the curves
  underlay?: (painter: Painter, map: Mapping, theme: Theme) => void;
  fromZero?: boolean; // the vertical scale begins at 0
  across?: [number, number]; // the horizontal scale, where not all points are to be seen
  up?: [number, number]; // the vertical one likewise
  bare?: 'y' | 'both'; // no numbers on this scale
  height?: number; // [px], where the usual one is too much
  above?: (painter: Painter, map: Mapping, theme: Theme) => void; // what changes often
}

// A chart whose curves may change: call refresh() after it.
export interface StudyChart {
  element: HTMLElement;
  chart: ChartCanvas;
}

function extent(values: number[][], fromZero: boolean): [number, number] {
  let [min, max] = fromZero ? [0, -Infinity] : [Infinity, -Infinity];
  for (const list of values)
    for (const v of list) if (Number.isFinite(v)) [min, max] = [Math.min(min, v), Math.max(max, v)];
  if (!(min <= max)) return [0, 1];
  const room = (max - min) * 0.06 || 0.1 * Math.abs(max) || 1;
  return [fromZero ? -0.4 * room : min - room, max + room]; // marks at zero are seen whole
}

function toChart(plain: PlainChart, theme: Theme): Chart {
  const x = plain.across ?? extent(plain.curves.map((c) => c.x), false);
  const y = plain.up ?? extent(plain.curves.map((c) => c.y), plain.fromZero ?? false);
  const convert = (c: PlainCurve): Curve => {
    const color = typeof c.color === 'number' ? theme.curves[c.color % theme.curves.length]! : c.color;
    const trace: Curve['trace'] = (map) => c.x.flatMap((v, i) => [map.x(v), map.y(c.y[i]!)]);
    return { name: c.name, color, dash: c.dash ?? [], dots: c.dots, size: c.size, open: c.open, trace, width: 1.8 };
  };
  const underlay = plain.underlay;
  return {
    x: { ticks: plain.bare === 'both' ? { ...linearTicks(...x, 8, 1, false), values: [] } : linearTicks(...x, 8, 1, false), title: plain.x },
    y: { ticks: plain.bare ? { ...linearTicks(...y, 6, 1, false), values: [] } : linearTicks(...y, 6, 1, false), title: plain.y },
    curves: plain.curves.map(convert),
    keys: plain.keys?.map(convert),
    legend: plain.legend ?? true,
    underlay: underlay && ((painter, map) => underlay(painter, map, theme)),
  };
}

export function makeStudyChart(plain: PlainChart): HTMLElement {
  return makeLiveChart(() => plain).element;
}

export function makeLiveChart(make: () => PlainChart, controls: HTMLElement[] = []): StudyChart {
  const plain = make();
  const chart = new ChartCanvas((theme) => toChart(make(), theme), (painter, map, theme) => make().above?.(painter, map, theme));
  if (plain.above) chart.overlayInFiles = true;
  chart.element.classList.add('tall');
  if (plain.height) chart.setHeight(plain.height);
  chart.describe(`${plain.title}: ${plain.y} over ${plain.x}`);
  const save = (text: string, action: () => void) => h('button', { type: 'button', title: `save as ${text}`, onclick: action }, text);
  const element = h(
    'figure',
    { class: 'panel study-chart' },
    h(
      'div',
      { class: 'panel-head' },
      h('h4', {}, plain.title),
      ...controls,
      h(
        'span',
        { class: 'group controls', role: 'group', 'aria-label': 'save this plot' },
        save('PNG', async () => {
          const blob = await chart.toPng();
          if (blob) download(fileName(plain.title, 'png'), blob);
        }),
        save('SVG', () => download(fileName(plain.title, 'svg'), new Blob([chart.toSvg()], { type: 'image/svg+xml' }))),
      ),
    ),
    chart.element,
  );
  return { element, chart };
}
