// What was run, how it went, and the headline figures.
import type { Run } from '../data/run';
import { breakable, h } from '../dom';
import { bindUnits, chooseWriting, formatFixed, formatNumber, write } from '../format';
import type { State } from '../state';
import { listFigures, type Figure } from './figures';
import { getEvaluation, makeNorms } from './norms';
import { makeWheelTable, spoken } from './wheels';

const contactWords: Record<string, string> = {
  profiles: 'wheel and rail profiles, multi-point contact',
  textbook: 'cone on a rail, linear creep law',
};
const formulationWords: Record<string, string> = {
  kane: "Kane's method in track coordinates",
  inertial: 'Newton–Euler in inertial coordinates (reference)',
  'track-frame': 'Newton–Euler in the track frame (reference)',
};
const integratorWords: Record<string, string> = {
  bdf: 'BDF, variable step',
  adams: 'Adams–Moulton, variable step',
  rk4: 'Runge–Kutta of order 4, fixed step',
  dopri5: 'Dormand–Prince 5(4), variable step',
  'central-difference': 'central differences, fixed step',
  newmark: 'Newmark, fixed step',
  hht: 'Hilber–Hughes–Taylor, fixed step',
  'generalized-alpha': 'generalized-α, fixed step',
  park: 'Park, fixed step',
  rosenbrock: 'Rosenbrock (ROS2), fixed step',
};

const statusWords: Record<string, string> = {
  done: 'done',
  'done with warnings': 'done with warnings',
  running: 'not finished: still running, or killed',
  stopped: 'stopped by the user',
  failed: 'failed',
};

// "wheelset_1 has left its rails" without the underscore.
const spokenNames = (text: string): string => text.replace(/(?<=[a-z])_(?=\d)/g, '\u00a0');

const changedBy = 'changed by -\u2060-\u2060set'; // no line ends within the option

function speedText(run: Run): string {
  const { min, max } = run.channels.get('speed')?.summary ?? {};
  const s = run.channels.get('s')?.summary;
  const simulated = (run.time[run.time.length - 1] ?? 0) - (run.time[0] ?? 0);
  const one = (v: number): string => `${formatNumber(Number((v * 3.6).toFixed(1)))} km/h (${formatFixed(v, 1)}\u00a0m/s)`;
  if (min === undefined || max === undefined) return s?.first !== undefined && s.last !== undefined && simulated > 0 ? `${one(Math.abs(s.last - s.first) / simulated)} on average` : '';
  return max - min < 1e-9 * Math.abs(max) ? one(max) : `${one(min)} to ${one(max)}`;
}

const isAdaptive = (integrator: string): boolean => (integratorWords[integrator] ?? '').includes('variable');

// What was run, and how it was computed.
function facts(run: Run): { run: [string, string][]; computing: [string, string][] } {
  const { meta, numbers } = run.document;
  const texts = run.document.run.texts ?? {};
  const runNumbers = run.document.run.numbers ?? {};
  const n = (name: string): number | undefined => numbers?.[name];
  const simulated = (run.time[run.time.length - 1] ?? 0) - (run.time[0] ?? 0);
  const wall = n('wall_time');
  const planned = runNumbers['duration'];
  const duration = planned && Math.abs(planned - simulated) > 1e-9 * planned ? `${formatNumber(simulated)} s of ${formatNumber(planned)} s` : `${formatNumber(simulated)} s`;
  const s = run.channels.get('s')?.summary;
  const integrator = texts['integrator'] ?? '';
  const tolerance = isAdaptive(integrator) && runNumbers['rtol'] ? `, relative tolerance ${formatNumber(runNumbers['rtol'])}` : '';
  const steps = n('statistics/steps');
  const keep = (rows: [string, string][]): [string, string][] => rows.filter(([, value]) => value !== '');
  return {
    run: keep([
      ['result', statusWords[meta['status'] ?? ''] ?? meta['status'] ?? ''],
      ['message', spokenNames(meta['message'] ?? '')],
      ['vehicle', texts['vehicle'] ?? ''],
      ['track', texts['track'] ?? ''],
      ['speed', speedText(run)],
      ['contact', contactWords[texts['contact'] ?? ''] ?? texts['contact'] ?? ''],
      ['duration', duration],
      ['distance', s?.first !== undefined ? `${formatFixed(s.first, 1)} m to ${formatFixed(s.last, 1)} m` : ''],
      [changedBy, (meta['overrides'] ?? '').trim()],
    ]),
    computing: keep([
      ['equations', formulationWords[texts['formulation'] ?? ''] ?? texts['formulation'] ?? ''],
      ['integration', integrator ? `${integratorWords[integrator] ?? integrator}${tolerance}` : ''],
      ['steps', steps !== undefined ? `${steps.toLocaleString('en')} (${n('statistics/rejected_steps') ?? 0} rejected)` : ''],
      ['computing time', wall !== undefined ? `${formatNumber(wall, 3)} s${simulated > 0 ? ` (${formatNumber(simulated / wall, 3)} times real time)` : ''}` : ''],
      ['recorded', `${run.document.rows.toLocaleString('en')} row${run.document.rows === 1 ? '' : 's'}, ${run.channels.size.toLocaleString('en')} channels`],
      ['made by', [meta['program']?.replace(/^fourfoot$/, 'Fourfoot'), meta['version'], meta['commit'] ? `(${meta['commit']})` : '', (meta['created'] ?? '').replace('T', ' ').replace('Z', ' UTC').replaceAll('-', '\u2011')].filter(Boolean).join(' ')],
    ]),
  };
}

// The run did not end as it should: why, where, and what is shown.
function failures(run: Run, isOne: boolean): string[] {
  const { status = '', message = '' } = run.document.meta;
  if (status.startsWith('done')) return [];
  const how = statusWords[status] ?? 'the file does not say how the run ended';
  const t = run.time[run.time.length - 1];
  const s = run.channels.get('s')?.summary.last;
  const until = t === undefined ? '' : ` Shown is the record until t\u00a0=\u00a0${formatFixed(t, 2)}\u00a0s${s === undefined ? '' : `, s\u00a0=\u00a0${formatFixed(s, 1)}\u00a0m`}.`;
  const text = `${how}${message ? `: ${spokenNames(message)}` : ''}.${until}`;
  return [isOne ? `Run ${text}` : `${run.label}: ${text}`];
}

function warnings(run: Run): string[] {
  const { rows, channels } = run.document;
  const out: string[] = [];
  if (rows === 0) out.push(`${run.label}: the file holds no rows.`);
  const holes = channels.filter((c) => c.summary.not_finite > 0);
  if (holes.length > 0) out.push(`${run.label}: ${holes.length} channels hold values that are not numbers, first ${holes[0]!.name}.`);
  return out;
}

// What the run itself warns of: wheels that lift, are overloaded, vibrate.
function alarms(run: Run, isOne: boolean): string[] {
  const lines = (run.document.meta['warnings'] ?? '').split('\n').filter(Boolean).map((line) => line.replace(/^[\w/]+\/(left|right)\b/, spoken));
  return lines.map((line) => (isOne ? line : `${run.label}: ${line}`));
}

function factTable(runs: Run[], which: 'run' | 'computing'): HTMLElement {
  const all = runs.map((run) => new Map(facts(run)[which]));
  if (all.length === 1)
    return h('dl', { class: 'facts-list' }, ...[...all[0]!].map(([key, value]) => h('div', {}, h('dt', {}, key), h('dd', {}, ...(key === changedBy ? breakable(value) : [value])))));
  const keys = [...new Set(all.flatMap((f) => [...f.keys()]))];
  return h(
    'div',
    { class: 'wide', tabindex: '0', role: 'group', 'aria-label': which === 'run' ? 'what was run' : 'how it was computed' },
    h(
      'table',
      { class: 'facts' },
      h('thead', {}, h('tr', {}, h('td'), ...runs.map((run) => h('th', { scope: 'col' }, run.label)))),
      h(
        'tbody',
        {},
        ...keys.map((key) => {
          const values = all.map((f) => f.get(key) ?? '');
          const cells = new Set(values).size === 1 ? [h('td', { colspan: values.length }, values[0])] : values.map((value) => h('td', {}, ...(key === changedBy ? breakable(value.replace(/(\d) (?=\p{L})/gu, '$1\u00a0')) : [value]))); // said once, where all runs have it
          return h('tr', {}, h('th', { scope: 'row' }, key), ...cells);
        }),
      ),
    ),
  );
}

function writeFigure(figure: Figure, largest: number): string {
  if (figure.title.includes('unloading')) return `${formatFixed(figure.value * 100, 0)} %`;
  return write(figure.value, chooseWriting(figure.unit, largest));
}

type Show = (run: Run, time: number) => void;

function cards(state: State, lists: Figure[][], show: Show): HTMLElement {
  const titles = [...new Set(lists.flatMap((list) => list.map((f) => f.title)))];
  return h(
    'div',
    { class: 'cards' },
    ...titles.map((title) => {
      const card = h('div', { class: 'card' }, h('h3', {}, title));
      const found = state.runs.map((run, i) => ({ run, figure: lists[i]!.find((f) => f.title === title) }));
      const largest = Math.max(0, ...found.map(({ figure }) => Math.abs(figure?.value ?? 0))); // one unit for all runs
      for (const { run, figure } of found) {
        if (!figure) continue;
        const { time } = figure;
        const place = spoken(figure.channel.slice(0, figure.channel.lastIndexOf('/')));
        card.append(
          state.runs.length > 1 ? h('p', { class: 'run-name' }, run.label) : '',
          h('p', { class: 'figure-value' }, writeFigure(figure, largest)),
          h('p', { class: 'figure-place' }, h('span', { title: figure.channel }, place), time !== undefined && ', ', time !== undefined && h('span', { class: 'nowrap' }, `t = ${formatFixed(time, 2)} s`)),
          figure.note ? h('p', { class: 'figure-place' }, figure.note) : '',
        );
        if (time !== undefined) card.append(h('button', { type: 'button', class: 'link controls', onclick: () => show(run, time) }, 'show this moment'));
      }
      return card;
    }),
  );
}

// The plots, the 3-D view and the contact at that moment, in view.
function showMoment(state: State, run: Run, time: number): void {
  state.setTimeOf(run, time);
  const gentle = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById('plots')?.scrollIntoView({ behavior: gentle ? 'auto' : 'smooth' });
}

function makeWheels(state: State, show: Show): HTMLElement[] {
  return state.runs.flatMap((run) => {
    const table = makeWheelTable(run, (time) => show(run, time));
    return table ? [h('h3', {}, state.runs.length > 1 ? `Wheels: ${run.label}` : 'Wheels'), ...table] : [];
  });
}

function describeFiltering(runs: Run[]): string {
  const isRaw = runs.map((run) => getEvaluation(run) === null && run.channels.size > 0);
  if (isRaw.every(Boolean)) return 'All values are as recorded, not filtered.';
  const raw = runs.filter((_, i) => isRaw[i]).map((run) => run.label);
  return `Forces and accelerations are filtered as the norms say; displacements, creep forces and Tγ are as recorded.${raw.length > 0 ? ` Not filtered: ${raw.join(', ')}.` : ''}`;
}

// What the figures given as a file say, which stand below: on the first screen, and a way to them.
function makeVerdicts(acceptance: HTMLElement | null): HTMLElement[] {
  return [...(acceptance?.querySelectorAll('.verdict') ?? [])].map((verdict) => h('p', { class: verdict.className }, `${verdict.textContent} `, h('a', { href: '#acceptance', class: 'controls' }, 'Figures and limits')));
}

// acceptance: the section of figures of norms that were given as a file and stand below.
export function makeSummary(state: State, acceptance: HTMLElement | null): HTMLElement {
  const show: Show = (run, time) => showMoment(state, run, time);
  const notes = state.runs.flatMap(warnings);
  const alarmed = state.runs.flatMap((run) => [...failures(run, state.runs.length === 1), ...alarms(run, state.runs.length === 1)]);
  const wheels = makeWheels(state, show);
  const lists = state.runs.map(listFigures);
  return h(
    'section',
    { id: 'summary', 'aria-labelledby': 'summary-title' },
    h('h2', { id: 'summary-title' }, 'Summary'),
    alarmed.length > 0 && h('ul', { class: 'alarms', role: 'alert' }, ...alarmed.map((line) => h('li', {}, bindUnits(line)))),
    notes.length > 0 && h('ul', { class: 'warnings', role: 'status' }, ...notes.map((note) => h('li', {}, note))),
    factTable(state.runs, 'run'),
    ...(acceptance ? makeVerdicts(acceptance) : makeNorms(state.runs)),
    ...(lists.some((list) => list.length > 0) ? [h('h3', {}, 'Largest values'), cards(state, lists, show)] : []),
    ...wheels,
    lists.some((list) => list.length > 0) && h('p', { class: 'hint' }, `${describeFiltering(state.runs)} ${wheels.length > 0 ? 'Bold: the largest of its column, or the smallest Q. ' : ''}`, wheels.length > 0 && h('span', { class: 'controls' }, 'A click on a number shows its moment.')),
    h('details', { class: 'fold in-print' }, h('summary', {}, 'How it was computed'), factTable(state.runs, 'computing')),
  );
}
