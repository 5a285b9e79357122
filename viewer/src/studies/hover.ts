// A note beside the pointer on a chart: what the nearest point stands for.
import { h } from '../dom';
import type { ChartCanvas } from '../plot/canvas';
import type { Mapping } from '../plot/chart';

export interface Spot {
  x: number; // pixels
  y: number;
  lines: string[];
  row?: number; // of a study's table
}

const reach = 28; // [px]

export function attachHover(chart: ChartCanvas, list: (map: Mapping) => Spot[], inside?: (map: Mapping, x: number, y: number) => string[] | null, onClick?: (spot: Spot) => void): void {
  const note = h('div', { class: 'note', hidden: true });
  chart.element.append(note);
  const show = (x: number, y: number, lines: string[]): void => {
    note.replaceChildren(...lines.map((line) => h('div', {}, line)));
    note.hidden = false;
    const wide = note.offsetWidth;
    note.style.left = `${Math.max(0, Math.min(chart.element.clientWidth - wide, x + 12))}px`;
    note.style.top = `${Math.max(0, y - note.offsetHeight - 10)}px`;
  };
  const find = (map: Mapping, px: number, py: number): Spot | null => {
    let best: Spot | null = null;
    let least = reach;
    for (const spot of list(map)) {
      const distance = Math.hypot(spot.x - px, spot.y - py);
      if (distance < least) [best, least] = [spot, distance];
    }
    return best;
  };
  const place = (event: MouseEvent): [number, number] => {
    const box = chart.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  if (onClick)
    chart.element.addEventListener('click', (event) => {
      const best = chart.map && find(chart.map, ...place(event));
      if (best) onClick(best);
    });
  chart.element.addEventListener('pointermove', (event) => {
    if (!chart.map) return;
    const [px, py] = place(event);
    const best = find(chart.map, px, py);
    const under = best ? null : inside?.(chart.map, px, py);
    if (best) show(best.x, best.y, best.lines);
    else if (under) show(px, py, under);
    else note.hidden = true;
  });
  chart.element.addEventListener('pointerleave', () => (note.hidden = true));
}
