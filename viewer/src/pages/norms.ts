// The norms' figures of the runs, in the summary: of one run with limits, of several side by side.
import type { Evaluation, NormFigure } from '../data/document';
import type { Run } from '../data/run';
import { h } from '../dom';
import { chooseWriting, formatFixed, write, type Writing } from '../format';
import { describeHow, judged, listWorst, makeEvaluation, norms, words } from '../studies/evaluation';
import { spoken } from './wheels';

export function getEvaluation(run: Run): Evaluation | null {
  const found = run.document.evaluation;
  return found && 'figures' in found ? found : null;
}

function describeFault(run: Run): string {
  const found = run.document.evaluation;
  return found && 'fault' in found ? `Not judged by norms: ${found.fault}. ${found.hint.charAt(0).toUpperCase()}${found.hint.slice(1)}.` : '';
}

type Key = string;
const keyOf = (f: NormFigure): Key => `${f.norm}/${f.figure}`;

// What rounds to nothing is no change.
function describeChange(change: number, first: number, writing: Writing): string {
  const text = write(change, writing);
  if (!/[1-9]/.test(write(change, writing, false))) return 'same';
  const sign = change > 0 ? '+' : '';
  const share = first === 0 ? '' : ` (${sign}${formatFixed((change / Math.abs(first)) * 100, 0)} %)`;
  return `${sign}${text}${share}`;
}

function makeCells(figures: (NormFigure | undefined)[]): HTMLElement[] {
  const values = figures.map((f) => (f ? judged(f) : null));
  const unit = figures.find((f) => f)?.unit ?? '';
  const writing = unit === '%' ? { label: '%', factor: 1, decimals: 1 } : chooseWriting(unit, Math.max(0, ...values.map((v) => Math.abs(v ?? 0))));
  const first = values[0] ?? null;
  return values.flatMap((value, i) => {
    const cell = h('td', { class: `number${figures[i]?.verdict === 'exceeds' ? ' over' : ''}`, title: figures[i] ? `${spoken(figures[i].subject)}; ${describeHow(figures[i])}` : '' }, value === null ? '–' : write(value, writing));
    if (i === 0) return [cell];
    return [cell, h('td', { class: 'number faint' }, value === null || first === null ? '–' : describeChange(value - first, first, writing))];
  });
}

// The worst value of each figure, run by run, with what changed against the first run.
function makeComparison(runs: Run[], evaluations: (Evaluation | null)[]): HTMLElement {
  const worst = evaluations.map((e) => new Map(listWorst((e?.figures ?? []).filter((f) => judged(f) !== null)).map((f) => [keyOf(f), f])));
  const keys = [...new Set(worst.flatMap((figures) => [...figures.keys()]))];
  const rows: HTMLElement[] = [];
  let last = '';
  for (const key of keys.sort((a, b) => Object.keys(norms).indexOf(a.split('/')[0]!) - Object.keys(norms).indexOf(b.split('/')[0]!))) {
    const [norm, figure] = key.split('/') as [string, string];
    if (norm !== last) rows.push(h('tr', {}, h('th', { colspan: 2 * runs.length + 1, scope: 'rowgroup', class: 'norm' }, norms[norm] ?? norm)));
    last = norm;
    const found = worst.map((figures) => figures.get(key));
    const unit = found.find((f) => f)!.unit;
    // One limit where all runs have the same: Nadal's depends on the friction of the run.
    const limits = [...new Set(found.flatMap((f) => (f && f.limit !== null ? [write(f.limit, chooseWriting(unit, f.limit))] : [])))];
    rows.push(h('tr', {}, h('th', { scope: 'row' }, words[figure] ?? spoken(figure)), ...makeCells(found), h('td', { class: 'number' }, limits.join(' / ') || '–')));
  }
  const head = runs.flatMap((run, i) => [h('th', { scope: 'col', class: 'number' }, run.label), ...(i > 0 ? [h('th', { scope: 'col', class: 'number' }, `change from ${runs[0]!.label}`)] : [])]);
  return h(
    'div',
    { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': 'runs side by side' },
    h('table', { class: 'channels acceptance compared' }, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'figure, worst location'), ...head, h('th', { scope: 'col', class: 'number' }, 'limit'))), h('tbody', {}, ...rows)),
  );
}

export function makeNorms(runs: Run[]): HTMLElement[] {
  const evaluations = runs.map(getEvaluation);
  const faults = runs.map(describeFault).filter(Boolean);
  const out: HTMLElement[] = [];
  if (evaluations.some((e) => e !== null)) out.push(h('h3', {}, 'Figures of the norms'));
  if (runs.length > 1 && evaluations.filter((e) => e !== null).length > 1) out.push(makeComparison(runs, evaluations));
  evaluations.forEach((evaluation, i) => {
    if (!evaluation) return;
    const parts = makeEvaluation(evaluation);
    out.push(...(runs.length === 1 ? parts : [h('details', { class: 'fold' }, h('summary', {}, `${runs[i]!.label}: limits and verdicts`), ...parts)]));
  });
  return [...out, ...faults.map((text) => h('p', { class: 'hint' }, text))];
}
