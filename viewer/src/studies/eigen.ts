// Eigenvalues over a parameter (root locus), or the modes at one value.
import { h } from '../dom';
import { formatNumber } from '../format';
import type { Mapping } from '../plot/chart';
import type { Painter } from '../plot/painter';
import type { Theme } from '../theme';
import { makeModeTable, type Mode } from './modes';
import { makeStudyChart, type PlainCurve } from './study_chart';

interface Point {
  value: number;
  modes: Mode[];
}

export interface EigenContent {
  parameter: string;
  critical_value: number | null;
  crossings: { value: number; frequency: number; type: string; track: number }[];
  points: Point[];
}

export function parameterTitle(key: string): string {
  return key === 'speed.v' ? 'speed [m/s]' : key;
}

// One curve for each root that is followed over the parameter.
function listTracks(content: EigenContent, x: (mode: Mode, point: Point) => number, y: (mode: Mode) => number): PlainCurve[] {
  const tracks = new Map<number, PlainCurve>();
  for (const point of content.points) {
    for (const mode of point.modes) {
      let curve = tracks.get(mode.track);
      if (!curve) tracks.set(mode.track, (curve = { name: `root ${mode.track + 1}`, x: [], y: [], color: tracks.size }));
      curve.x.push(x(mode, point));
      curve.y.push(y(mode));
    }
  }
  return [...tracks.values()];
}

function makeCrossings(content: EigenContent): HTMLElement | null {
  if (content.crossings.length === 0) return null;
  const rows = content.crossings.map((c) =>
    h('tr', {}, h('td', {}, formatNumber(c.value, 5)), h('td', {}, c.type), h('td', {}, `${formatNumber(c.frequency)} Hz`)),
  );
  const head = [parameterTitle(content.parameter), 'crossing', 'frequency'].map((text) => h('th', { scope: 'col' }, text));
  return h('table', { class: 'channels' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows));
}

function judge(content: EigenContent): string {
  const unit = content.parameter === 'speed.v' ? ' m/s' : '';
  if (content.points.length === 1) {
    const growth = Math.max(...content.points[0]!.modes.map((mode) => mode.re));
    const word = growth > 0 ? 'unstable' : 'stable';
    return `At ${formatNumber(content.points[0]!.value, 5)}${unit}: ${word}, the least damped root grows by ${formatNumber(growth)} 1/s.`;
  }
  const critical = content.critical_value;
  if (critical === null) return 'No root crosses into growth in this range.';
  return `Linear critical value: ${formatNumber(critical, 5)}${unit}${unit ? ` (${formatNumber(critical * 3.6, 4)} km/h)` : ''}.`;
}

// Overdamped roots far to the left would press all others into a line: the scale reaches as far as roots that swing.
function chooseScale(content: EigenContent): [number, number] {
  const all = content.points.flatMap((point) => point.modes);
  const swinging = all.filter((mode) => mode.im > 0.3);
  const growths = (swinging.length > 0 ? swinging : all).map((mode) => mode.re);
  const [min, max] = [Math.min(...growths), Math.max(...growths, 0)];
  const room = 0.08 * (max - min) || 1;
  return [min - room, max + room];
}

export function makeEigen(content: EigenContent): HTMLElement[] {
  const verdict = judge(content);
  const parts: (HTMLElement | null)[] = [verdict ? h('p', { class: 'verdict' }, verdict) : null];
  if (content.points.length === 1) parts.push(makeModeTable(content.points[0]!.modes));
  const underlay = (painter: Painter, map: Mapping, theme: Theme): void => {
    const x = Math.max(map.box.x, map.x(0));
    painter.rect(x, map.box.y, Math.max(0, map.box.x + map.box.w - x), map.box.h, `${theme.curves[1]}1c`);
  };
  const starts: PlainCurve = { name: 'first value', x: [], y: [], color: 6, dots: true };
  for (const mode of content.points[0]!.modes) {
    starts.x.push(mode.re);
    starts.y.push(mode.im / (2 * Math.PI));
  }
  const locus = listTracks(content, (mode) => mode.re, (mode) => mode.im / (2 * Math.PI));
  parts.push(
    makeStudyChart({ title: content.points.length > 1 ? 'Root locus' : 'Roots', x: 'growth Re λ [1/s], unstable to the right of 0', y: 'frequency Im λ / 2π [Hz]', curves: [...locus, starts], legend: false, underlay, across: chooseScale(content) }),
  );
  if (content.points.length > 1) {
    const damping = listTracks(content, (_, point) => point.value, (mode) => mode.re).filter((c) => Math.max(...c.y) > -30);
    const least: PlainCurve = { name: 'largest', x: [], y: [], color: '#888888', dash: [5, 3] };
    for (const point of content.points) {
      least.x.push(point.value);
      least.y.push(Math.max(...point.modes.map((mode) => mode.re)));
    }
    parts.push(
      makeStudyChart({ title: 'Growth of the least damped roots', x: parameterTitle(content.parameter), y: 'Re λ [1/s]', curves: [...damping, least], legend: false }),
      makeCrossings(content),
    );
  }
  return parts.filter((part): part is HTMLElement => part !== null);
}
