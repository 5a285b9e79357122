// The contact of one wheel from behind: wheel over rail as they are at the moment, patches with their normal forces and
// pressures, and the wheel's numbers.
import type { RunDocument } from '../data/document';
import { readColumn, type Run } from '../data/run';
import { h } from '../dom';
import { formatFixed } from '../format';
import type { State } from '../state';
import type { Theme } from '../theme';
import { ChartCanvas } from '../plot/canvas';
import type { Chart, Mapping } from '../plot/chart';
import type { Painter } from '../plot/painter';
import { linearTicks } from '../plot/scale';
import { ContactTable } from './contact_table';
import { listWheelsets, spoken } from './wheels';
import { drawPatch, traceOutline, type Outline } from './closeup_drawing';

interface Wheel {
  wheelset: string;
  side: string;
  rail: Outline;
  wheel: Outline;
  nominal: { y: number; z: number };
}

async function readWheels(run: Run): Promise<Wheel[]> {
  const bodies = run.document.bodies.columns;
  const readOne = async (entry: RunDocument['profiles'][number]): Promise<Wheel> => {
    const outline = async (table: typeof entry.wheel): Promise<Outline> => ({
      y: await readColumn(table, 'y'),
      z: await readColumn(table, 'z'),
    });
    const i = bodies['name']?.texts?.indexOf(entry.wheelset) ?? -1;
    const nominal = { y: bodies['y']?.values?.[i] ?? 0, z: bodies['z']?.values?.[i] ?? 0 };
    const { wheelset, side } = entry;
    return { wheelset, side, rail: await outline(entry.rail), wheel: await outline(entry.wheel), nominal };
  };
  return Promise.all(run.document.profiles.map(readOne));
}

// Least and largest of an outline, and some room.
function extent(values: ArrayLike<number>): [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) [min, max] = [Math.min(min, values[i]!), Math.max(max, values[i]!)];
  return [min, max];
}

export class CloseUp {
  readonly element: HTMLElement;
  private readonly chart: ChartCanvas | null = null;
  private readonly numbers = h('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': 'numbers of the wheel' });
  private readonly onPaper = h('p', { class: 'print-only hint' }); // the menu and the player are not printed
  private table: ContactTable | null = null;
  private wheel: Wheel | null;

  private constructor(
    private readonly state: State,
    private readonly run: Run,
    places: string[], // "wheelset_1/left", …
    wheels: Wheel[],
    first: string, // the one that is shown at the start
  ) {
    const find = (place: string): Wheel | null => wheels.find((w) => `${w.wheelset}/${w.side}` === place) ?? null;
    this.wheel = find(first);
    const select = h('select', { 'aria-label': 'wheel' }, ...places.map((place) => h('option', { value: place }, spoken(place))));
    select.addEventListener('change', () => {
      this.wheel = find(select.value);
      this.choose(select.value);
    });
    if (wheels.length > 0)
      this.chart = new ChartCanvas((theme) => this.make(theme), (p, map, theme) => this.drawContact(p, map, theme));
    if (this.chart) this.chart.overlayInFiles = true;
    this.chart?.element.classList.add('closeup');
    this.chart?.describe('wheel and rail profile at the contact');
    this.element = h(
      'section',
      { class: 'closeup-box' },
      h('div', { class: 'panel-head spread' }, h('h3', {}, 'Wheel–rail contact'), h('label', { class: 'controls' }, 'wheel ', select)),
      this.onPaper,
      this.chart?.element,
      this.numbers,
    );
    state.on('cursor', () => this.refresh());
    select.value = first;
    this.choose(first);
  }

  static async make(state: State, run: Run): Promise<CloseUp | null> {
    const wheels = await readWheels(run);
    const wheelsets = listWheelsets(run);
    const places = new Set<string>();
    for (const name of run.channels.keys()) {
      const match = /^((.*)\/(?:left|right))\/[^/]+$/.exec(name);
      if (match && (wheelsets.length === 0 || wheelsets.includes(match[2]!))) places.add(match[1]!); // sleepers have a left and a right end, too
    }
    const channels = [...run.channels.keys()];
    const count = (place: string): number => channels.filter((name) => name.startsWith(`${place}/`)).length;
    const most = Math.max(...[...places].map(count));
    const first = [...places].find((place) => count(place) === most) ?? ''; // where there is most to see
    return places.size > 0 ? new CloseUp(state, run, [...places], wheels, first) : null;
  }

  private place = '';
  private choose(place: string): void {
    this.place = place;
    this.table = new ContactTable(this.run, place);
    this.numbers.replaceChildren(this.table.element);
    const wheelset = place.slice(0, place.lastIndexOf('/'));
    const wanted = [...this.run.channels.keys()].filter((name) => name.startsWith(`${place}/`));
    wanted.push(...['y', 'z', 'phi', 'psi'].map((c) => `${wheelset}/${c}`), this.nameRail('y'), this.nameRail('z'));
    void Promise.all(wanted.map((name) => this.run.load(name))).then(() => {
      this.chart?.refresh();
      this.refresh();
    });
  }

  private value(name: string): number {
    return this.run.sample(`${this.place}/${name}`, this.state.time);
  }

  private refresh(): void {
    this.chart?.drawOverlay();
    this.table?.show(this.state.time);
    this.onPaper.textContent = `${spoken(this.place)}, t = ${formatFixed(this.state.time, 3)} s`;
  }

  // From behind, left is left: the axis runs against y.
  private make(theme: Theme): Chart | null {
    const wheel = this.wheel;
    if (!wheel) return null;
    const [yMin, yMax] = extent(wheel.rail.y);
    const [, zMax] = extent(wheel.rail.z);
    const middle = -(yMin + yMax) / 2;
    const half = Math.max(0.06, (yMax - yMin) * 0.8);
    const { clientWidth = 340, clientHeight = 260 } = this.chart?.element ?? {};
    const tall = (2 * half * Math.max(40, clientHeight - 68)) / Math.max(40, clientWidth - 78); // one scale both ways
    const across = linearTicks(middle - half, middle + half, 5, 1e3, false);
    const still = { y: 0, z: 0, roll: 0 };
    return {
      x: { ticks: { ...across, label: (v) => across.label(-v) }, title: 'y [mm], seen from behind' },
      y: { ticks: linearTicks(zMax - 0.6 * tall, zMax + 0.4 * tall, 5, 1e3, false), title: 'z [mm]' },
      curves: [
        { name: 'rail as laid', color: theme.frame, dash: [3, 3], trace: (map) => traceOutline(wheel.rail, still, map), width: 1 },
        { name: 'rail', color: theme.curves[0]!, dash: [], trace: () => [] },
        { name: 'wheel', color: theme.curves[1]!, dash: [], trace: () => [] },
      ],
      legend: true,
    };
  }

  // "rail_1_left/z" of "wheelset_1/left"
  private nameRail(axis: 'y' | 'z'): string {
    return `${this.place.replace('wheelset', 'rail').replace(/\/(?=[^/]*$)/, '_')}/${axis}`;
  }

  // Of the wheel's own channel, or of the rail below it; 0 where the run recorded neither.
  private findRail(axis: 'y' | 'z'): number {
    const own = this.value(`rail_${axis}`);
    const below = Number.isFinite(own) ? own : this.run.sample(this.nameRail(axis), this.state.time);
    return Number.isFinite(below) ? below : 0;
  }

  private drawContact(painter: Painter, map: Mapping, theme: Theme): void {
    const wheel = this.wheel;
    if (!wheel) return;
    const zeroed = (v: number): number => (Number.isFinite(v) ? v : 0);
    const at = (c: string): number => zeroed(this.run.sample(`${wheel.wheelset}/${c}`, this.state.time));
    const rail = { y: this.findRail('y'), z: this.findRail('z'), roll: 0 };
    const { box } = map;
    painter.clip(box.x, box.y, box.w, box.h, () => {
      painter.stroke(traceOutline(wheel.rail, rail, map), theme.curves[0]!, 2);
      const pose = { y: wheel.nominal.y + at('y'), z: wheel.nominal.z + at('z'), roll: at('phi') };
      painter.stroke(traceOutline(wheel.wheel, pose, map), theme.curves[1]!, 2);
      for (let k = 1; this.run.channels.has(`${this.place}/patch_${k}/N`); k++) {
        const load = this.value(`patch_${k}/N`);
        if (!(load > 0)) continue;
        const { max = load } = this.run.channels.get(`${this.place}/patch_${k}/N`)!.summary;
        const patch = { load, part: load / Math.max(max, load), y: this.value(`patch_${k}/y_rail`), b: this.value(`patch_${k}/b`) };
        drawPatch(painter, map, theme, wheel.rail, rail, patch);
      }
    });
  }
}
