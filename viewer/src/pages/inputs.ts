// The input files as they were, to read and to take out, and the channels with what they mean.
import type { Channel } from '../data/document';
import type { Run } from '../data/run';
import { breakable, download, h, makeStacked } from '../dom';
import { chooseUnit, formatFixed, formatWithin } from '../format';

// Without "folder/../" in it.
function tidy(path: string): string[] {
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && out.length > 0 && out.at(-1) !== '..' && out.at(-1) !== '') out.pop();
    else if (part !== '.') out.push(part);
  }
  return out;
}

// Names from the folder on that all files share.
function shortNames(names: string[]): string[] {
  const paths = names.map(tidy);
  let common = 0;
  while (paths.every((path) => path.length > common + 1 && path[common] === paths[0]![common])) common++;
  return paths.map((path) => path.slice(common).join('/'));
}

function sizeText(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  return bytes < 100 ? `${bytes}\u00a0B` : `${formatFixed(bytes / 1000, bytes < 1e5 ? 1 : 0)}\u00a0kB`;
}

function makeFile(name: string, short: string, text: string, sha256: string): HTMLElement {
  const base = name.split('/').pop() || 'input.toml';
  const save = h('button', { type: 'button', class: 'controls', 'aria-label': `download ${base}`, onclick: () => download(base, new Blob([text], { type: 'text/plain' })) }, 'download');
  return h(
    'div',
    { class: 'file with-button' },
    save,
    h(
      'details',
      {},
      h('summary', { title: name }, h('code', {}, ...breakable(short)), h('span', { class: 'faint' }, ` ${sizeText(text)} `)),
      h('pre', { tabindex: '0' }, text),
      h('p', { class: 'hint' }, `${tidy(name).join('/')}\u00a0· SHA\u2011256 ${sha256}`),
    ),
  );
}

// Such as second patches of wheels that never had one: their rows would hide the others.
const isZero = ({ summary }: Channel): boolean => summary.min === 0 && summary.max === 0 && summary.not_finite === 0;

function makeZeros(run: Run): HTMLElement | false {
  const names = run.document.channels.filter(isZero).map((c) => c.name);
  if (names.length === 0) return false;
  // Once for all that share their last names: "wheelset_1/left/patch_2, …: N, a, angle, …".
  const leaves = new Map<string, string[]>();
  for (const name of names) {
    const at = name.lastIndexOf('/');
    leaves.set(name.slice(0, Math.max(0, at)), [...(leaves.get(name.slice(0, Math.max(0, at))) ?? []), name.slice(at + 1)]);
  }
  const owners = new Map<string, string[]>();
  for (const [owner, own] of leaves) owners.set(own.join(', '), [...(owners.get(own.join(', ')) ?? []), owner]);
  const items = [...owners].map(([own, all]) => h('li', {}, ...all.filter(Boolean).flatMap((owner, i) => [i > 0 && ', ', ...breakable(owner)]), all.some(Boolean) && ': ', h('strong', {}, own)));
  return h('div', { class: 'hint zeros' }, `Zero all the time: ${names.length} channel${names.length === 1 ? '' : 's'}.`, h('ul', {}, ...items));
}

function makeChannelTable(run: Run): HTMLElement {
  const rows = run.document.channels.filter((c) => !isZero(c)).map((c) => {
    const largest = Math.max(Math.abs(c.summary.min ?? 0), Math.abs(c.summary.max ?? 0));
    const unit = chooseUnit(c.unit, largest);
    const cell = (value: number | undefined): HTMLElement => h('td', { class: 'number' }, value === undefined ? '–' : formatWithin(value * unit.factor, largest * unit.factor));
    return h(
      'tr',
      {},
      h('th', { scope: 'row', class: 'channel-name' }, h('span', {}, ...breakable(c.name))), // one item where the cell is a column (style.css, stacked)
      h('td', { class: 'unit-cell' }, unit.label || '1'),
      h('td', {}, c.description.replaceAll('> ', '>\u00a0') + (c.frame ? ` (${c.frame} axes)` : '')),
      cell(c.summary.min),
      cell(c.summary.max),
      cell(c.summary.rms),
    );
  });
  const head = ['channel', 'unit', 'meaning', 'min', 'max', 'rms'].map((word, i) => h('th', { scope: 'col', class: i > 2 && 'number' }, word));
  return h('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': 'channels' }, makeStacked(h('table', { class: 'channels' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows))));
}

const many = 8; // files of one folder that are listed one by one

function makeFiles(run: Run): HTMLElement[] {
  const inputs = run.document.inputs.filter((input, i, all) => all.findIndex((other) => other.name === input.name && other.sha256 === input.sha256) === i);
  const short = shortNames(inputs.map((input) => input.name));
  const folders = new Map<string, HTMLElement[]>();
  inputs.forEach((input, i) => {
    const folder = short[i]!.split('/').slice(0, -1).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), makeFile(input.name, short[i]!, input.text, input.sha256)]);
  });
  return [...folders].flatMap(([folder, files]) =>
    files.length <= many ? files : [h('details', { class: 'file' }, h('summary', {}, h('code', {}, `${folder}/`), h('span', { class: 'faint' }, ` ${files.length} files`)), ...files)],
  );
}

export function makeInputs(runs: Run[]): HTMLElement {
  const parts = runs.flatMap((run) => [
    runs.length > 1 && h('h3', {}, run.label),
    ...makeFiles(run),
    h('details', { class: 'file' }, h('summary', {}, `All ${run.channels.size} channels with their extremes`), makeChannelTable(run), makeZeros(run)),
  ]);
  return h('section', { id: 'inputs', 'aria-labelledby': 'inputs-title' }, h('h2', { id: 'inputs-title' }, 'Inputs and channels'), ...parts);
}
