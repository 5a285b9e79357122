// The norms' figures of the runs, in the summary: of one run with limits, of several side by side.
import type { Evaluation, NormFigure } from '../data/document';
import type { Run } from '../data/run';
import { h } from '../dom';
import { chooseWriting, write } from '../format';
import { describeHow, judge, judged, listWorst, makeEvaluation, makeUnjudged, norms, words } from '../studies/evaluation';
import { makeLast, makeSideHeads, makeSides, makeSideTable } from '../studies/side_by_side';
import { spoken } from './wheels';

export function getEvaluation(run: Run): Evaluation | null {
  const found = run.document.evaluation;
  return found && 'figures' in found ? found : null;
}

// Why there are no figures, and what to do: a run with profiles records all forces unless its file asks for other channels.
function describeFault(run: Run): string {
  const found = run.document.evaluation;
  if (!found || !('fault' in found)) return '';
  const fault = found.fault.replaceAll('t_gamma', 'Tγ').replaceAll('"', '').replace(/\b1 rows/, '1 row');
  if (/ has \d+ rows?\b/.test(fault)) return `Not judged by norms: ${fault}.`;
  const isReal = run.document.run.texts?.['contact'] === 'profiles';
  const hint = isReal ? 'The run recorded only some channels: add what is missing to [output] channels of the scenario, or leave that entry out to record all.' : 'Forces on each wheel come from contact with profiles: contact.model = "profiles".';
  return `Not judged by norms: ${fault}. ${hint}`;
}

type Key = string;
const keyOf = (f: NormFigure): Key => `${f.norm}/${f.figure}`;

function makeCells(figures: (NormFigure | undefined)[]): HTMLElement[] {
  const values = figures.map((f) => (f ? judged(f) : null));
  const unit = figures.find((f) => f)?.unit ?? '';
  const writing = unit === '%' ? { label: '%', factor: 1, decimals: 1 } : chooseWriting(unit, Math.max(0, ...values.map((v) => Math.abs(v ?? 0))));
  return makeSides(figures.map((f, i) => ({ value: values[i]!, over: f?.verdict === 'exceeds', title: f && `${spoken(f.subject)}; ${describeHow(f)}` })), writing);
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
    const limits = found.flatMap((f) => (f && f.limit !== null ? [f.limit] : []));
    const writing = chooseWriting(unit, Math.max(0, ...limits));
    const written = [...new Set(limits.map((limit) => write(limit, writing, false)))].join(' / ');
    rows.push(h('tr', {}, h('th', { scope: 'row' }, words[figure] ?? spoken(figure)), ...makeCells(found), makeLast('td', written ? `${written}${writing.label && `\u00a0${writing.label}`}` : '–', runs.length)));
  }
  const head = [h('th', { scope: 'col' }, 'figure, worst location'), ...makeSideHeads(runs.map((run) => run.label)), makeLast('th', 'limit', runs.length)];
  return makeSideTable('runs side by side', runs.length + 1, head, rows);
}

// What a run did before it failed accepts no vehicle.
function makeUnfinished(run: Run): HTMLElement[] {
  if ((run.document.meta['status'] ?? '').startsWith('done')) return [];
  return [h('p', { class: 'unjudged' }, 'The run did not reach its end: the figures are those of the record until then.')];
}

export function makeNorms(runs: Run[]): HTMLElement[] {
  const evaluations = runs.map(getEvaluation);
  const faults = runs.map((run) => [run, describeFault(run)] as const).filter(([, text]) => text !== '').map(([run, text]) => (runs.length > 1 ? `${run.label}: ${text}` : text));
  const out: HTMLElement[] = [];
  if (evaluations.some((e) => e !== null)) out.push(h('h3', {}, 'Figures of the norms'));
  if (runs.length > 1) {
    evaluations.forEach((evaluation, i) => {
      if (!evaluation) return;
      const { text, isBad } = judge(evaluation);
      out.push(h('p', { class: `verdict${isBad ? ' bad' : ''}` }, `${runs[i]!.label}: ${text}`), ...makeUnfinished(runs[i]!), ...makeUnjudged(evaluation));
    });
    if (evaluations.filter((e) => e !== null).length > 1) out.push(makeComparison(runs, evaluations));
  }
  evaluations.forEach((evaluation, i) => {
    if (!evaluation) return;
    const parts = makeEvaluation(evaluation);
    out.push(...(runs.length === 1 ? [parts[0]!, ...makeUnfinished(runs[0]!), ...parts.slice(1)] : [h('details', { class: 'fold' }, h('summary', {}, `${runs[i]!.label}: limits and verdicts`), ...parts)]));
  });
  return [...out, ...faults.map((text) => h('p', { class: 'hint' }, text))];
}
