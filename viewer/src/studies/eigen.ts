// Eigenvalues: modes with their names, the chosen one in 3-D, and how the roots move over a parameter.
import type { RunDocument, Table } from '../data/document';
import { h } from '../dom';
import { bindSpeeds, formatFixed, formatNumber } from '../format';
import type { Mapping } from '../plot/chart';
import type { Painter } from '../plot/painter';
import { ModeView, type ModeVehicle } from '../scene/mode_view';
import type { Theme } from '../theme';
import { dampingText, frequencyText, grows, growthText, makeShareTable, ModeTable, nameOf, swings, type Mode, type Share } from './modes';
import { makeLiveChart, type PlainCurve, type StudyChart } from './study_chart';

interface Point {
  value: number;
  modes: Mode[];
}

interface VehicleEntry {
  name: string;
  gauge?: number;
  contact_distance?: number;
  bodies: Record<string, string | number | null>[];
  elements: Record<string, string | number | null>[];
}

export interface EigenContent {
  parameter: string;
  critical_value: number | null;
  crossings: { value: number; frequency: number; type: string; track: number }[];
  points: Point[];
  freedoms?: { body: string; coordinate: string }[];
  vehicle?: VehicleEntry;
}

export function parameterTitle(key: string): string {
  return key === 'speed.v' ? 'speed [m/s]' : key;
}

// "70 m/s (252 km/h)", "66.66 m/s (240.0 km/h)"
export function parameterText(key: string, value: number): string {
  const plain = (v: number, decimals: number): string => formatFixed(v, Math.abs(v - Math.round(v)) < 0.05 * 10 ** -decimals ? 0 : decimals);
  return key === 'speed.v' ? `${plain(value, 2)} m/s (${plain(value * 3.6, 1)} km/h)` : `${key} = ${formatNumber(value, 5)}`;
}

function toTable(rows: Record<string, string | number | null>[]): Table {
  const columns: Table['columns'] = {};
  for (const name of new Set(rows.flatMap((row) => Object.keys(row)))) {
    const values = rows.map((row) => row[name] ?? null);
    const isText = values.some((v) => typeof v === 'string');
    columns[name] = { unit: '', description: '', ...(isText ? { texts: values.map((v) => String(v ?? '')) } : { values: values as (number | null)[] }) };
  }
  return { texts: null, numbers: null, columns };
}

// The vehicle of the file itself, else one of a run beside it that has the same bodies.
function findVehicle(content: EigenContent, runs: RunDocument[]): ModeVehicle | null {
  const own = content.vehicle;
  if (own) return { name: own.name, gauge: own.gauge, contactDistance: own.contact_distance, bodies: toTable(own.bodies), elements: toTable(own.elements) };
  const names = new Set(content.points.flatMap((point) => point.modes.flatMap((mode) => (mode.shares ?? []).map((s) => s.body))));
  const run = runs.find((r) => names.size > 0 && [...names].every((name) => r.bodies.columns['name']?.texts?.includes(name)));
  if (!run) return null;
  const numbers = run.track.numbers ?? {};
  return { name: run.bodies.texts?.['vehicle'] ?? '', gauge: numbers['gauge'], contactDistance: numbers['contact_distance'], bodies: run.bodies, elements: run.elements };
}

function listShares(content: EigenContent, mode: Mode): Share[] {
  if (mode.shares) return mode.shares;
  const shares = (content.freedoms ?? []).map((f, i) => ({ ...f, amplitude: mode.amplitudes?.[i] ?? 0, phase: mode.phases?.[i] ?? 0 }));
  return shares.filter((s) => s.amplitude > 0).sort((a, b) => b.amplitude - a.amplitude);
}

function judge(content: EigenContent, point: Point): string {
  if (content.points.length === 1) {
    const bad = point.modes.filter(grows).sort((a, b) => b.re - a.re);
    const swinging = point.modes.filter((mode) => swings(mode) && mode.frequency < 10);
    const least = swinging.sort((a, b) => a.damping - b.damping)[0];
    const weakest = least && bad.length === 0 ? ` Least damped below 10 Hz: ${nameOf(least)}, ${frequencyText(least)} Hz, ${dampingText(least)} %.` : '';
    const word = bad.length > 0 ? `unstable: ${bad.map((mode) => `${nameOf(mode)}${swings(mode) ? ` (${frequencyText(mode)} Hz)` : ''}`).join(', ')} ${bad.length > 1 ? 'grow' : 'grows'}.` : 'stable.';
    return `At ${parameterText(content.parameter, point.value)}: ${word}${weakest}`;
  }
  const critical = content.critical_value;
  if (critical === null) return 'Stable throughout: no mode begins to grow in this range.';
  return content.parameter === 'speed.v' ? `Linear critical speed: ${parameterText(content.parameter, critical)}.` : `Linear critical value: ${parameterText(content.parameter, critical)}.`;
}

const palette = [0, 1, 2, 3, 6, 7, 5, 4]; // colours that are alike stand far from each other
const limits: [string, number][] = [['5 Hz', 5], ['10 Hz', 10], ['30 Hz', 30], ['100 Hz', 100], ['all', Infinity]];

class EigenStudy {
  readonly elements: HTMLElement[];
  private index = 0;
  private track = -1;
  private limit: number;
  private readonly table = new ModeTable((mode) => this.choose(mode.track));
  private readonly words = h('p', { class: 'mode-words', role: 'status' });
  private readonly shares = h('details', { class: 'fold' }, h('summary', {}, 'bodies that take part'), h('div'));
  private readonly view: ModeView | null;
  private readonly charts: StudyChart[] = [];

  constructor(
    private readonly content: EigenContent,
    runs: RunDocument[],
  ) {
    const all = content.points.flatMap((point) => point.modes).filter(swings);
    this.limit = Math.max(0, ...all.map((mode) => mode.frequency)) > 60 ? 30 : Infinity;
    this.view = this.makeView(findVehicle(content, runs));
    const roots = this.makeRoots();
    const beside = [this.view ? this.view.element : null, this.words, this.shares].filter((e) => e !== null);
    const list = h('div', { class: 'panel' }, this.makeValueBar(), this.table.element, h('p', { class: 'hint' }, 'Sorted by frequency; choose a row, or a dot of the root locus, to see the mode move. The name is found from the bodies and directions that hold the kinetic energy.'));
    const verdict = h('p', { class: `verdict${this.isUnstable() ? ' bad' : ''}` }, bindSpeeds(judge(content, content.points[0]!)));
    const below = content.points.length > 1 ? [this.makeGrowth(), ...this.makeCrossings()] : [];
    this.elements = [verdict, h('div', { class: 'mode-page' }, h('div', { class: 'mode-left' }, list, ...below), h('div', { class: 'mode-side' }, ...beside, roots))];
    this.setValue(0);
  }

  private isUnstable(): boolean {
    return this.content.points.length === 1 && this.content.points[0]!.modes.some(grows);
  }

  private makeView(vehicle: ModeVehicle | null): ModeView | null {
    const anyShape = this.content.points.some((point) => point.modes.some((mode) => mode.shares || mode.amplitudes));
    if (!vehicle || !anyShape) {
      this.words.append('No 3-D: this file was made by an older version and does not hold the vehicle. Run eigen again, or put a results file of the same vehicle beside it.');
      return null;
    }
    try {
      return new ModeView(vehicle);
    } catch {
      this.words.append('No 3-D: this browser offers no WebGL.');
      return null;
    }
  }

  private get point(): Point {
    return this.content.points[this.index]!;
  }

  private makeValueBar(): HTMLElement {
    const { points, parameter } = this.content;
    const shown = h('output', {}, parameterText(parameter, points[0]!.value));
    if (points.length === 1) return h('h4', {}, `Modes at ${shown.textContent}`);
    const slider = h('input', { type: 'range', min: 0, max: points.length - 1, step: 1, value: 0, 'aria-label': parameterTitle(parameter) });
    slider.addEventListener('input', () => {
      this.setValue(Number(slider.value));
      shown.textContent = parameterText(parameter, this.point.value);
    });
    this.onValue = (index) => {
      slider.value = String(index);
      shown.textContent = parameterText(parameter, this.point.value);
    };
    return h('label', { class: 'value-bar' }, h('span', {}, 'Modes at '), slider, shown);
  }
  private onValue: (index: number) => void = () => {};

  private setValue(index: number): void {
    this.index = index;
    const modes = this.point.modes;
    if (!modes.some((mode) => mode.track === this.track)) {
      // What engineers ask for first: what grows, else the least damped swinging mode of vehicle and bogies.
      const candidates = modes.filter((mode) => swings(mode) && listShares(this.content, mode).length > 0);
      const first = candidates.find(grows) ?? candidates.filter((mode) => mode.frequency < 10).sort((a, b) => a.damping - b.damping)[0] ?? candidates[0] ?? modes[0];
      this.track = first?.track ?? -1;
    }
    this.table.set(modes, this.track);
    this.choose(this.track);
  }

  private choose(track: number): void {
    this.track = track;
    this.table.mark(track);
    for (const { chart } of this.charts) chart.drawOverlay();
    const mode = this.point.modes.find((m) => m.track === track);
    if (!mode) return;
    const shares = listShares(this.content, mode);
    const numbers = swings(mode) ? `${frequencyText(mode)} Hz, damping ${dampingText(mode)} %` : `no oscillation, Re λ = ${growthText(mode)} 1/s`;
    if (this.view) this.words.replaceChildren(h('strong', {}, nameOf(mode)), ` · ${numbers}${swings(mode) ? ' · shown with one swing in 2 s' : ''}`);
    this.shares.hidden = shares.length === 0;
    this.shares.lastElementChild!.replaceChildren(makeShareTable(mode, shares));
    this.view?.show({ re: mode.re, im: mode.im, shares }, `${nameOf(mode)}, ${numbers}`);
  }

  // Two modes of one name are told apart by their frequencies at the value where they are met first.
  private tellApart(mode: Mode, point: Point): string {
    const isOne = point.modes.filter((other) => nameOf(other) === nameOf(mode)).length < 2;
    return isOne ? nameOf(mode) : `${nameOf(mode)}, ${swings(mode) ? `${frequencyText(mode)} Hz` : `${growthText(mode)} 1/s`}`;
  }

  // The least damped roots have a colour each, the same in both charts; beyond the palette all are grey.
  private colorTracks(): Map<number, number | string> {
    const largest = new Map<number, number>();
    for (const mode of this.content.points.flatMap((point) => point.modes)) largest.set(mode.track, Math.max(mode.re, largest.get(mode.track) ?? -Infinity));
    const ranked = [...largest.keys()].sort((a, b) => largest.get(b)! - largest.get(a)!);
    return new Map(ranked.map((track, i) => [track, palette[i] ?? '#8a8f96']));
  }

  // One curve for each root that is followed over the parameter.
  private listTracks(x: (mode: Mode, point: Point) => number, y: (mode: Mode) => number): PlainCurve[] {
    const tracks = new Map<number, PlainCurve>();
    const colors = this.colorTracks();
    for (const point of this.content.points) {
      for (const mode of point.modes) {
        let curve = tracks.get(mode.track);
        if (!curve) tracks.set(mode.track, (curve = { name: this.tellApart(mode, point), x: [], y: [], color: colors.get(mode.track)! }));
        curve.x.push(x(mode, point));
        curve.y.push(y(mode));
      }
    }
    return [...tracks.values()];
  }

  // Heavily damped roots far to the left would press all others into a line: the scale reaches as far as roots that swing.
  private chooseScale(): { across: [number, number]; up: [number, number] } {
    const all = this.content.points.flatMap((point) => point.modes).filter((mode) => mode.frequency <= this.limit);
    const swinging = all.filter((mode) => mode.im > 0.3 && mode.damping < 0.9);
    const growths = (swinging.length > 0 ? swinging : all).map((mode) => mode.re);
    const [min, max] = [Math.min(...growths, 0), Math.max(...growths, 0)];
    const room = 0.08 * (max - min) || 1;
    const top = Math.max(1e-3, ...all.map((mode) => mode.frequency));
    return { across: [min - room, max + room], up: [0, 1.06 * top] };
  }

  private makeRoots(): HTMLElement {
    const isLocus = this.content.points.length > 1;
    const locus = this.listTracks((mode) => mode.re, (mode) => mode.frequency).map((curve) => ({ ...curve, dots: !isLocus, color: isLocus ? curve.color : 0 }));
    const underlay = (painter: Painter, map: Mapping, theme: Theme): void => {
      const x = Math.max(map.box.x, map.x(0));
      painter.rect(x, map.box.y, Math.max(0, map.box.x + map.box.w - x), map.box.h, `${theme.curves[1]}26`);
    };
    const above = (painter: Painter, map: Mapping, theme: Theme): void => {
      painter.clip(map.box.x, map.box.y, map.box.w, map.box.h, () => {
        for (const mode of this.point.modes) if (isLocus) painter.dot(map.x(mode.re), map.y(mode.frequency), 3.2, theme.text);
        const chosen = this.point.modes.find((mode) => mode.track === this.track);
        if (!chosen) return;
        painter.dot(map.x(chosen.re), map.y(chosen.frequency), 7.5, theme.cursor);
        painter.dot(map.x(chosen.re), map.y(chosen.frequency), 3.5, theme.background);
      });
    };
    const select = h('select', { 'aria-label': 'highest frequency of the root locus' }, ...limits.map(([text, value]) => h('option', { value }, value === Infinity ? text : `up to ${text}`)));
    select.value = String(this.limit);
    const live = makeLiveChart(
      () => ({ title: isLocus ? 'Root locus' : 'Roots', x: 'Re λ [1/s]; to the right of 0: unstable', y: 'frequency [Hz]', curves: locus, legend: false, underlay, above, ...this.chooseScale() }),
      [h('span', { class: 'controls' }, select)],
    );
    select.addEventListener('change', () => {
      this.limit = Number(select.value);
      live.chart.refresh();
    });
    live.chart.element.classList.add('pick');
    live.chart.element.addEventListener('click', (event) => this.pick(live, event));
    this.charts.push(live);
    return live.element;
  }

  // The root nearest to the pointer, at whatever value it stands.
  private pick(live: StudyChart, event: MouseEvent): void {
    const map = live.chart.map;
    if (!map) return;
    const box = live.chart.element.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    let best: { distance: number; index: number; track: number } | null = null;
    this.content.points.forEach((point, index) => {
      for (const mode of point.modes) {
        const distance = Math.hypot(map.x(mode.re) - px, map.y(mode.frequency) - py);
        if (!best || distance < best.distance) best = { distance, index, track: mode.track };
      }
    });
    const found = best as { distance: number; index: number; track: number } | null;
    if (!found || found.distance > 24) return;
    this.track = found.track;
    this.setValue(found.index);
    this.onValue(found.index);
  }

  private makeGrowth(): HTMLElement {
    // The five least damped ones have their names in the legend.
    const damping = this.listTracks((_, point) => point.value, (mode) => mode.re)
      .filter((c) => Math.max(...c.y) > -30)
      .sort((a, b) => Math.max(...b.y) - Math.max(...a.y))
      .map((c, i) => (i < 5 ? c : { ...c, name: '', color: '#8a8f9680' })); // a colour of their own would be that of a name
    const least: PlainCurve = { name: 'largest of all', x: [], y: [], color: '#888888', dash: [5, 3] };
    for (const point of this.content.points) {
      least.x.push(point.value);
      least.y.push(Math.max(...point.modes.map((mode) => mode.re)));
    }
    const above = (painter: Painter, map: Mapping, theme: Theme): void => {
      const { box } = map;
      painter.clip(box.x, box.y, box.w, box.h, () => {
        const x = map.x(this.point.value);
        painter.stroke([box.x, map.y(0), box.x + box.w, map.y(0)], theme.frame, 1.5);
        painter.stroke([x, box.y, x, box.y + box.h], theme.cursor, 1);
        const mode = this.point.modes.find((m) => m.track === this.track);
        if (mode) painter.dot(x, map.y(mode.re), 5, theme.cursor);
      });
    };
    const live = makeLiveChart(() => ({ title: 'Growth of the least damped modes', x: parameterTitle(this.content.parameter), y: 'Re λ [1/s]', curves: [...damping, least], legend: true, above }));
    this.charts.push(live);
    return live.element;
  }

  private makeCrossings(): HTMLElement[] {
    const { crossings, parameter, points } = this.content;
    if (crossings.length === 0) return [];
    const name = (track: number): string => nameOf(points.flatMap((p) => p.modes).find((mode) => mode.track === track) ?? { track, re: 0, im: 0, frequency: 0, damping: 0 });
    const rows = crossings.map((c) =>
      h('tr', {}, h('td', {}, parameterText(parameter, c.value)), h('td', {}, `${name(c.track)} ${c.type === 'destabilises' ? 'begins to grow' : 'ceases to grow'}`), h('td', { class: 'number' }, `${formatFixed(c.frequency, 2)} Hz`)),
    );
    const head = [parameterTitle(parameter).replace(' [m/s]', ''), 'what happens', 'frequency'].map((text, i) => h('th', { scope: 'col', class: i === 2 ? 'number' : undefined }, text));
    return [h('div', { class: 'panel' }, h('h4', {}, 'Where stability changes'), h('table', { class: 'channels' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)))];
  }
}

export function makeEigen(content: EigenContent, runs: RunDocument[]): HTMLElement[] {
  return new EigenStudy(content, runs).elements;
}
