// Names and ends of the scales of parallel coordinates, on as many rows as they need to stand clear of each other.
import { formatWithin, shorten } from '../format';
import type { Mapping } from '../plot/chart';
import type { Painter } from '../plot/painter';
import type { Theme } from '../theme';

export interface ParallelAxis {
  title: string;
  min: number;
  max: number;
}

const letter = 6.8; // [px] typical width of a letter
const row = 13; // [px]

interface Placed {
  text: string;
  middle: number;
  level: number;
}

// Each text stands at its axis, within the frame, on the lowest row on which it touches none that is there.
function place(texts: string[], map: Mapping): Placed[] {
  const ends: number[] = [];
  return texts.map((text, k) => {
    const wide = text.length * letter;
    const middle = Math.min(Math.max(map.x(k), map.box.x + wide / 2 + 2), map.box.x + map.box.w - wide / 2 - 2);
    const left = middle - wide / 2;
    let level = 0;
    while ((ends[level] ?? -Infinity) > left) level++;
    ends[level] = left + wide + 6;
    return { text, middle, level };
  });
}

const most = (placed: Placed[]): number => Math.max(0, ...placed.map((p) => p.level));

// Both ends with the same decimals, as many as tell them apart.
function writeEnds({ min, max }: ParallelAxis): [string, string] {
  const size = Math.max(Math.abs(min), Math.abs(max));
  const write = (digits: number): [string, string] => [formatWithin(min, size, digits), formatWithin(max, size, digits)];
  let digits = 3;
  while (max > min && digits < 9 && new Set(write(digits)).size < 2) digits++; // until the ends differ
  return write(digits);
}

export function drawParallelLabels(painter: Painter, map: Mapping, theme: Theme, axes: ParallelAxis[]): void {
  const ends = axes.map(writeEnds);
  const tops = place(ends.map(([, max]) => max), map);
  const feet = place(ends.map(([min]) => min), map);
  const names = place(axes.map((axis) => shorten(axis.title, 32)), map);
  const above = map.y(1) - 5;
  const text = (p: Placed, y: number, color: string): void => painter.text(p.text, p.middle, y, { color, size: 11, align: 'middle' });
  for (const p of tops) text(p, above - row * p.level, theme.faint);
  for (const p of feet) text(p, map.y(0) + 14 + row * p.level, theme.faint);
  for (const p of names) text(p, above - row * (most(tops) + 1 + p.level), theme.text);
}

// The vertical scale of the chart, with room for the rows above and below; the axes run from 0 to 1.
export function chooseParallelScale(axes: ParallelAxis[], wide: number, tall: number): [number, number] {
  const box = { x: 0, y: 0, w: wide, h: tall };
  const map: Mapping = { box, x: (k) => ((k + 0.12) / (axes.length - 0.76)) * wide, y: () => 0, y2: () => 0 };
  const ends = axes.map(writeEnds);
  const above = most(place(ends.map(([, max]) => max), map)) + most(place(axes.map((axis) => shorten(axis.title, 32)), map)) + 2;
  const below = most(place(ends.map(([min]) => min), map)) + 1;
  const [up, down] = [above * row + 8, below * row + 8];
  const axis = Math.max(40, tall - up - down);
  return [-down / axis, 1 + up / axis];
}
