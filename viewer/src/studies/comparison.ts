// Figures of the norms of several files side by side: what `fourfoot evaluate a.h5 b.h5 --format json` wrote.
import { h } from '../dom';
import { bindUnits, chooseWriting } from '../format';
import { spoken } from '../pages/wheels';
import { norms, sayWhere, sizeOf, words } from './evaluation';
import { makeSideHeads, makeSides, makeSideTable } from './side_by_side';

interface ComparedFigure {
  norm: string;
  figure: string;
  subject: string;
  zone: string;
  unit: string;
  values: (number | null)[];
  differences: (number | null)[];
  changes: (number | null)[];
  verdicts: string[];
}

export interface ComparisonContent {
  files: string[];
  limits: { edition: string; source: string };
  notes: string[][];
  figures: ComparedFigure[];
}

const largest = (f: ComparedFigure): number => Math.max(0, ...f.values.map((v) => Math.abs(v ?? 0)));

function makeRow(f: ComparedFigure): HTMLElement {
  const writing = f.unit === '%' ? { label: '%', factor: 1, decimals: 1 } : chooseWriting(f.unit, largest(f));
  const cells = makeSides(f.values.map((value, i) => ({ value, over: f.verdicts[i] === 'exceeds' })), writing);
  return h('tr', {}, h('th', { scope: 'row' }, words[f.figure] ?? spoken(f.figure)), h('td', { class: 'where' }, sayWhere(f)), ...cells);
}

function makeTable(content: ComparisonContent, figures: ComparedFigure[], label: string): HTMLElement {
  const names = content.files.map((file) => file.replace(/^.*\//, '').replace(/\.h5$/, ''));
  const head = [h('th', { scope: 'col' }, 'figure'), h('th', { scope: 'col', class: 'where' }, 'where'), ...makeSideHeads(names)];
  const rows: HTMLElement[] = [];
  for (const norm of new Set(figures.map((f) => f.norm))) {
    rows.push(h('tr', {}, h('th', { colspan: 2 * names.length + 1, scope: 'rowgroup', class: 'norm' }, norms[norm] ?? norm)));
    rows.push(...figures.filter((f) => f.norm === norm).map(makeRow));
  }
  return makeSideTable(label, names.length, head, rows);
}

const worst = (f: ComparedFigure): number => Math.max(...f.values.map((v) => sizeOf(f.figure, v)));

// Of each figure the location where it is worst in any of the files.
function listLargest(figures: ComparedFigure[]): ComparedFigure[] {
  const found = new Map<string, ComparedFigure>();
  for (const f of figures) {
    const key = `${f.norm}/${f.figure}`;
    const old = found.get(key);
    if (!old || worst(f) > worst(old)) found.set(key, f);
  }
  return [...found.values()];
}

export function makeComparison(content: ComparisonContent): HTMLElement[] {
  const figures = content.figures.filter((f) => f.values.some((v) => v !== null));
  const over = figures.filter((f) => f.verdicts.includes('exceeds')).length;
  const notes = content.files.flatMap((file, i) => (content.notes[i] ?? []).map((note) => `${file.replace(/^.*\//, '')}: ${note}.`));
  return [
    h('p', { class: `verdict${over > 0 ? ' bad' : ''}` }, over > 0 ? `${over} of ${figures.length} figures exceed their limit in a file (red).` : `${content.files.length} files side by side; no figure exceeds its limit.`),
    makeTable(content, listLargest(figures), 'largest figures side by side'),
    h('ul', { class: 'hint evaluation-notes' }, ...[...notes, `Limits ${content.limits.edition}: ${content.limits.source}`].map((text) => h('li', {}, bindUnits(text)))),
    h('details', { class: 'fold' }, h('summary', {}, `All ${figures.length} figures`), makeTable(content, figures, 'all figures side by side')),
  ];
}
