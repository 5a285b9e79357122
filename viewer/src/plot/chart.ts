// Draws one chart: frame, scales, curves, legend. Knows no events and no runs.
import { shorten } from '../format';
import type { Theme } from '../theme';
import type { Painter } from './painter';
import type { Ticks } from './scale';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Mapping {
  box: Box;
  x: (value: number) => number;
  y: (value: number) => number;
  y2: (value: number) => number; // of the right-hand scale
}

export interface Curve {
  name: string;
  color: string;
  dash: number[];
  right?: boolean; // belongs to the right-hand scale
  // Points in pixels, for stroke().
  trace: (map: Mapping) => number[];
  width?: number;
  dots?: boolean; // marks instead of a line
  size?: number; // radius of the marks
  open?: boolean; // marks are rings
}

export interface Axis {
  ticks: Ticks;
  title: string;
}

export interface Chart {
  x: Axis;
  y: Axis;
  y2?: Axis;
  curves: Curve[];
  legend: boolean;
  keys?: Curve[]; // stand in the legend instead of the curves
  underlay?: (painter: Painter, map: Mapping) => void;
}

export const legendHeight = 18;
const edge = 14; // beside the frame where no scale stands

const leftOf = (chart: Chart): number => (chart.y.title || chart.y.ticks.values.length > 0 ? 64 : edge);

// What the frame of a chart without a vertical scale does not have of the chart's width.
export const bareEdges = 2 * edge;

export function layout(chart: Chart, width: number, height: number): Box {
  const left = leftOf(chart);
  const rows = chart.legend ? legendRows(chart, width - left - edge).length : 0;
  const top = 10 + rows * legendHeight;
  return { x: left, y: top, w: Math.max(20, width - left - (chart.y2 ? 60 : edge)), h: Math.max(20, height - top - 40) };
}

export function makeMapping(chart: Chart, box: Box): Mapping {
  const vertical = (ticks: Ticks) => (v: number) => box.y + box.h - ((v - ticks.min) / (ticks.max - ticks.min)) * box.h;
  const { min, max } = chart.x.ticks;
  return {
    box,
    x: (v) => box.x + ((v - min) / (max - min)) * box.w,
    y: vertical(chart.y.ticks),
    y2: vertical((chart.y2 ?? chart.y).ticks),
  };
}

const clipName = (name: string): string => shorten(name, 48);

const letter = 6.9; // width of a letter, for the line breaks of the legend: rather too much than over each other

// A title in the room it has: smaller, then cut in its middle.
export function fitTitle(title: string, room: number): { text: string; size: number } {
  const size = Math.max(9.5, Math.min(12, (12 * room) / (title.length * 6.6)));
  return { text: shorten(title, Math.max(8, Math.floor(room / (0.55 * size)))), size };
}

const mostRows = 8;

function legendRows(chart: Chart, width: number): Curve[][] {
  const rows: Curve[][] = [[]];
  let used = 0;
  for (const curve of (chart.keys ?? chart.curves).filter((c) => c.name)) {
    const need = 44 + clipName(curve.name).length * letter;
    if (used + need > width && used > 0) {
      rows.push([]);
      used = 0;
    }
    rows[rows.length - 1]!.push(curve);
    used += need;
  }
  if (rows.length <= mostRows) return rows;
  const left = rows.slice(mostRows - 1).flat().length;
  return [...rows.slice(0, mostRows - 1), [{ name: `and ${left} more`, color: '', dash: [], trace: () => [] }]];
}

// A dot, or a ring.
export function drawMark(painter: Painter, x: number, y: number, size: number, mark: { color: string; open?: boolean }, theme: Theme): void {
  painter.dot(x, y, size, mark.color);
  if (mark.open) painter.dot(x, y, 0.5 * size, theme.background);
}

function drawLegend(painter: Painter, chart: Chart, theme: Theme, width: number): void {
  const left = leftOf(chart);
  legendRows(chart, width - left - edge).forEach((row, r) => {
    let x = left;
    for (const curve of row) {
      const y = 12 + r * legendHeight;
      if (curve.color === '') x -= 28; // no curve: it tells how many are left out
      else if (curve.dots) drawMark(painter, x + 11, y - 4, Math.min(5, curve.size ?? 3), curve, theme);
      else painter.stroke([x, y - 4, x + 22, y - 4], curve.color, 2.5, curve.dash);
      const room = width - x - 30;
      const fitted = row.length === 1 ? fitTitle(clipName(curve.name), room) : { text: clipName(curve.name), size: 12 };
      painter.text(fitted.text, x + 28, y, { color: theme.text, size: fitted.size });
      x += 44 + clipName(curve.name).length * letter;
    }
  });
}

function drawScales(painter: Painter, chart: Chart, map: Mapping, theme: Theme): void {
  const { box } = map;
  let free = -Infinity;
  const right = box.x + box.w + (chart.y2 ? 60 : edge); // of the chart
  for (const v of chart.x.ticks.values) {
    const x = map.x(v);
    const label = chart.x.ticks.label(v);
    painter.stroke([x, box.y, x, box.y + box.h], theme.grid, 1);
    const half = label.length * 3.5;
    if (x - half < free) continue;
    painter.text(label, Math.min(x, right - half), box.y + box.h + 15, { color: theme.faint, align: 'middle', size: 11 });
    free = x + half + 6;
  }
  for (const v of chart.y.ticks.values) {
    painter.stroke([box.x, map.y(v), box.x + box.w, map.y(v)], theme.grid, 1);
    painter.text(chart.y.ticks.label(v), box.x - 6, map.y(v) + 4, { color: theme.faint, align: 'end', size: 11 });
  }
  for (const v of chart.y2?.ticks.values ?? [])
    painter.text(chart.y2!.ticks.label(v), box.x + box.w + 6, map.y2(v) + 4, { color: theme.faint, size: 11 });
  const across = fitTitle(chart.x.title, right - 8);
  const half = 0.28 * across.text.length * across.size;
  painter.text(across.text, Math.max(half + 4, Math.min(box.x + box.w / 2, right - half - 4)), box.y + box.h + 32, { color: theme.text, align: 'middle', size: across.size });
  const middle = box.y + box.h / 2;
  let up = fitTitle(chart.y.title, box.h + 30);
  if (up.text !== chart.y.title) up = fitTitle(chart.y.title, 2 * Math.min(middle, box.h / 2 + 40) - 6); // rather beside the legend and the scale than cut
  painter.text(up.text, 14, middle, { color: theme.text, align: 'middle', turned: true, size: up.size });
  if (chart.y2)
    painter.text(chart.y2.title, box.x + box.w + 52, middle, { color: theme.text, align: 'middle', turned: true });
}

export function drawChart(painter: Painter, chart: Chart, theme: Theme, width: number, height: number): Mapping {
  const box = layout(chart, width, height);
  const map = makeMapping(chart, box);
  painter.rect(0, 0, width, height, theme.background);
  drawScales(painter, chart, map, theme);
  painter.clip(box.x, box.y, box.w, box.h, () => {
    chart.underlay?.(painter, map);
    for (const curve of chart.curves) {
      const points = curve.trace(map);
      if (!curve.dots) painter.stroke(points, curve.color, curve.width ?? 1.5, curve.dash);
      else for (let i = 0; i + 1 < points.length; i += 2) drawMark(painter, points[i]!, points[i + 1]!, curve.size ?? 2.6, curve, theme);
    }
  });
  const { x, y, w, h } = box;
  painter.stroke([x, y, x + w, y, x + w, y + h, x, y + h, x, y], theme.frame, 1);
  if (chart.legend) drawLegend(painter, chart, theme, width);
  return map;
}
