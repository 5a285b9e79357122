// What was run, how it went, and the headline figures.
import type { Run } from '../data/run';
import { h } from '../dom';
import { formatNumber, formatQuantity } from '../format';
import type { State } from '../state';
import { listFigures } from './figures';

const statusWords: Record<string, string> = {
  done: 'done',
  'done with warnings': 'done with warnings',
  running: 'not finished: still running, or killed',
  stopped: 'stopped by the user',
  failed: 'failed',
};

function speedText(run: Run): string {
  const { min, max } = run.channels.get('speed')?.summary ?? {};
  if (min === undefined || max === undefined) return '';
  const one = (v: number): string => `${formatNumber(v)} m/s (${formatNumber(v * 3.6)} km/h)`;
  return max - min < 1e-9 * Math.abs(max) ? one(max) : `${one(min)} to ${one(max)}`;
}

function facts(run: Run): [string, string][] {
  const { meta, numbers } = run.document;
  const texts = run.document.run.texts ?? {};
  const runNumbers = run.document.run.numbers ?? {};
  const n = (name: string): number | undefined => numbers?.[name];
  const end = run.time[run.time.length - 1] ?? 0;
  const simulated = end - (run.time[0] ?? 0);
  const wall = n('wall_time');
  const planned = runNumbers['duration'];
  const duration = planned && Math.abs(planned - simulated) > 1e-9 * planned ? `${formatNumber(simulated)} s of ${formatNumber(planned)} s` : `${formatNumber(simulated)} s`;
  const s = run.channels.get('s')?.summary;
  const integrator = texts['integrator'] ? `${texts['integrator']}${runNumbers['rtol'] ? `, tolerance ${runNumbers['rtol']}` : ''}` : '';
  const rows: [string, string][] = [
    ['status', statusWords[meta['status'] ?? ''] ?? meta['status'] ?? ''],
    ['message', meta['message'] ?? ''],
    ['vehicle', texts['vehicle'] ?? ''],
    ['track', texts['track'] ?? ''],
    ['speed', speedText(run)],
    ['contact', texts['contact'] ?? ''],
    ['equations', texts['formulation'] ?? ''],
    ['integrator', integrator],
    ['simulated', `${duration}, ${run.document.rows.toLocaleString('en')} rows, ${run.channels.size} channels`],
    ['distance', s?.first !== undefined ? `${formatNumber(s.first)} m to ${formatNumber(s.last)} m` : ''],
    ['computing time', wall !== undefined ? `${formatNumber(wall, 3)} s (${formatNumber(simulated / wall, 3)} times real time)` : ''],
    ['steps', n('statistics/steps') !== undefined ? `${n('statistics/steps')} (${n('statistics/rejected_steps') ?? 0} rejected)` : ''],
    ['changed by --set', (meta['overrides'] ?? '').trim()],
    ['made', [meta['program'], meta['version'], meta['commit'] ? `(${meta['commit']})` : '', meta['created']].filter(Boolean).join(' ')],
  ];
  return rows.filter(([, value]) => value !== '');
}

function warnings(run: Run): string[] {
  const { meta, rows, channels } = run.document;
  const out: string[] = [];
  if (!(meta['status'] ?? '').startsWith('done')) out.push(`${run.label}: ${statusWords[meta['status'] ?? ''] ?? 'the file does not say how the run ended'}; what it holds is shown.`);
  if (rows === 0) out.push(`${run.label}: the file holds no rows.`);
  const holes = channels.filter((c) => c.summary.not_finite > 0);
  if (holes.length > 0) out.push(`${run.label}: ${holes.length} channels hold values that are not numbers, first ${holes[0]!.name}.`);
  return out;
}

// What the run itself warns of: wheels that lift, are overloaded, vibrate.
function alarms(run: Run, isOne: boolean): string[] {
  const lines = (run.document.meta['warnings'] ?? '').split('\n').filter(Boolean);
  return lines.map((line) => (isOne ? line : `${run.label}: ${line}`));
}

function factTable(runs: Run[]): HTMLElement {
  const all = runs.map((run) => new Map(facts(run)));
  if (all.length === 1)
    return h('dl', { class: 'facts-list' }, ...[...all[0]!].map(([key, value]) => h('div', {}, h('dt', {}, key), h('dd', {}, value))));
  const keys = [...new Set(all.flatMap((f) => [...f.keys()]))];
  return h(
    'table',
    { class: 'facts' },
    h('thead', {}, h('tr', {}, h('td'), ...runs.map((run) => h('th', { scope: 'col' }, run.label)))),
    h('tbody', {}, ...keys.map((key) => h('tr', {}, h('th', { scope: 'row' }, key), ...all.map((f) => h('td', {}, f.get(key) ?? ''))))),
  );
}

function cards(state: State): HTMLElement {
  const lists = state.runs.map(listFigures);
  const titles = [...new Set(lists.flatMap((list) => list.map((f) => f.title)))];
  return h(
    'div',
    { class: 'cards' },
    ...titles.map((title) => {
      const card = h('div', { class: 'card' }, h('h3', {}, title));
      state.runs.forEach((run, i) => {
        const figure = lists[i]!.find((f) => f.title === title);
        if (!figure) return;
        const value = figure.title.includes('unloading') ? `${formatNumber(figure.value * 100, 3)} %` : formatQuantity(figure.value, figure.unit, 3);
        const at = figure.at !== null ? ` at ${formatNumber(run.time[figure.at], 4)} s` : '';
        const jump = figure.at !== null ? () => state.setTime(run.time[figure.at!]!) : undefined;
        card.append(
          state.runs.length > 1 ? h('p', { class: 'run-name' }, run.label) : '',
          h('p', { class: 'figure-value' }, value),
          h('p', { class: 'figure-place' }, h('span', { title: figure.channel }, figure.channel), at),
        );
        if (jump && i === 0) {
          card.append(h('button', { type: 'button', class: 'link controls', onclick: jump }, 'show this moment'));
        }
      });
      return card;
    }),
  );
}

export function makeSummary(state: State): HTMLElement {
  const notes = state.runs.flatMap(warnings);
  const alarmed = state.runs.flatMap((run) => alarms(run, state.runs.length === 1));
  return h(
    'section',
    { id: 'summary', 'aria-labelledby': 'summary-title' },
    h('h2', { id: 'summary-title' }, 'Summary'),
    notes.length > 0 && h('ul', { class: 'warnings', role: 'status' }, ...notes.map((note) => h('li', {}, note))),
    alarmed.length > 0 && h('ul', { class: 'alarms', role: 'alert' }, ...alarmed.map((line) => h('li', {}, line))),
    cards(state),
    h('p', { class: 'hint' }, 'Extremes of the recorded values, unfiltered; acceptance standards ask for filtered ones.'),
    factTable(state.runs),
  );
}
