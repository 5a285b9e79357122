// The input files as they were, to read and to take out, and the channels with what they mean.
import type { Run } from '../data/run';
import { download, h } from '../dom';
import { formatQuantity } from '../format';

function makeFile(name: string, text: string, sha256: string): HTMLElement {
  const base = name.split('/').pop() || 'input.toml';
  const save = h('button', { type: 'button', class: 'controls', onclick: () => download(base, new Blob([text], { type: 'text/plain' })) }, 'download');
  return h(
    'details',
    { class: 'file' },
    h('summary', {}, h('code', {}, name), h('span', { class: 'faint' }, ` ${text.length.toLocaleString('en')} letters `), save),
    h('pre', {}, text),
    h('p', { class: 'hint' }, `SHA-256 ${sha256}`),
  );
}

function makeChannelTable(run: Run): HTMLElement {
  const rows = run.document.channels.map((c) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, c.name),
      h('td', {}, c.unit || '1'),
      h('td', {}, c.description + (c.frame ? ` (${c.frame} axes)` : '')),
      h('td', { class: 'number' }, formatQuantity(c.summary.min, c.unit)),
      h('td', { class: 'number' }, formatQuantity(c.summary.max, c.unit)),
      h('td', { class: 'number' }, formatQuantity(c.summary.rms, c.unit)),
    ),
  );
  const head = ['channel', 'unit', 'meaning', 'min', 'max', 'rms'].map((word) => h('th', { scope: 'col' }, word));
  return h('div', { class: 'wide' }, h('table', { class: 'channels' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)));
}

export function makeInputs(runs: Run[]): HTMLElement {
  const parts = runs.flatMap((run) => [
    runs.length > 1 && h('h3', {}, run.label),
    ...run.document.inputs.map((input) => makeFile(input.name, input.text, input.sha256)),
    h('details', { class: 'file' }, h('summary', {}, `All ${run.channels.size} channels with their extremes`), makeChannelTable(run)),
  ]);
  return h('section', { id: 'inputs', 'aria-labelledby': 'inputs-title' }, h('h2', { id: 'inputs-title' }, 'Inputs and channels'), ...parts);
}
