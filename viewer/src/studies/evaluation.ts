// Figures of the norms with their limits: what `fourfoot evaluate --format json` wrote.
import type { Evaluation, NormFigure } from '../data/document';
import { h } from '../dom';
import { bindUnits, chooseWriting, formatFixed, write } from '../format';
import { spoken } from '../pages/wheels';

type Figure = NormFigure;
export type EvaluationContent = Evaluation;

export const norms: Record<string, string> = {
  en14363: 'EN 14363', nadal: 'Nadal', overturning: 'Overturning', twist: 'Twisted track', en12299: 'EN 12299', iso2631: 'ISO 2631-1', sperling: 'Sperling',
  clearance: 'Clearance', wear: 'Wear', damage: 'Damage',
};
export const words: Record<string, string> = {
  sum_Y: 'ΣY, sum of guiding forces', Y_Q: 'Y/Q', Q: 'Q, wheel force', unloading: 'wheel unloading ΔQ/Q', Y_qst: 'Y, quasi-static', Q_qst: 'Q, quasi-static',
  body_y: 'body, lateral acceleration', body_y_rms: 'body, lateral, r.m.s.', body_y_safety: 'body, lateral, safety', body_y_qst: 'body, lateral, quasi-static',
  body_z: 'body, vertical acceleration', body_z_rms: 'body, vertical, r.m.s.', bogie_y: 'bogie, lateral acceleration', instability: 'instability, r.m.s. of ΣY',
  Y_Q_max: 'Y/Q, largest', Y_Q_duration: 'Y/Q, duration above the limit', C_Cy: 'lateral comfort C_Cy', C_Cz: 'vertical comfort C_Cz', N_MV: 'mean comfort N_MV', N_VA: 'seated comfort N_VA', N_VD: 'standing comfort N_VD',
  P_DE_standing: 'discrete events, standing', P_DE_seated: 'discrete events, seated', P_CT_standing: 'curve transition, standing', P_CT_seated: 'curve transition, seated',
  a_wx: 'weighted acceleration\u00a0x', a_wy: 'weighted acceleration\u00a0y', a_wz: 'weighted acceleration\u00a0z', a_v: 'total vibration a_v', Wz_y: 'Wz lateral', Wz_z: 'Wz vertical',
  T_gamma: 'Tγ, mean', friction_work: 'friction work', energy_per_metre: 'energy per metre', curve_resistance: 'curve resistance',
  overturning: 'unloading of one side', twist_Y_Q: 'Y/Q on twisted track', twist_unloading: 'wheel unloading on twisted track', sway_left: 'sway to the left', sway_right: 'sway to the right', rise: 'rise', drop: 'drop',
  wear_rate: 'wear rate', mild: 'share of mild wear', severe: 'share of severe wear', catastrophic: 'share of catastrophic wear', rcf_index: 'fatigue index', shakedown: 'shakedown, distance from the limit', shakedown_share: 'shakedown, share above the limit',
};

export const judged = (f: Figure): number | null => f.value ?? f.largest;
const use = (f: Figure): number => (f.limit && judged(f) !== null ? judged(f)! / f.limit : -Infinity);

export function describeHow(f: Figure): string {
  return [f.filter, f.window, f.percentile, f.basis && `by ${f.basis}`, f.note].filter(Boolean).join('; ');
}

// What every figure must say: filter, window, percentile, number of sections.
function describeBriefly(f: Figure): string {
  const said = (text: string): string => (text === 'none' ? '' : text.replace(/ \([^)]*\)/g, '').replace('+-', '±'));
  const sections = f.sections > 0 ? `${f.sections} section${f.sections > 1 ? 's' : ''}${f.value === null ? ', the largest' : ''}` : '';
  return [said(f.filter), said(f.window), said(f.percentile), sections].filter(Boolean).join('; ');
}

// "floor front; transition at 59.8 m"; numbers stay with what they count: "wheelset 1 to" "wheelset 2"
export function sayWhere(f: { subject: string; zone: string }): string {
  const zone = f.zone.replace(/(\d+(?:\.\d+)?) m\b/g, (_, n: string) => `${n.includes('.') ? Number(n).toFixed(1) : n}\u00a0m`);
  return [spoken(f.subject).replace(/([a-z]) (?=\d)/g, '$1\u00a0'), zone].filter(Boolean).join('; ');
}

export function makeRow(f: Figure): HTMLElement {
  const value = judged(f);
  const writing = f.unit === '%' ? { label: '%', factor: 1, decimals: 1 } : chooseWriting(f.unit, Math.max(Math.abs(value ?? 0), f.limit ?? 0));
  const part = use(f);
  const level = part > 1 ? 'over' : part > 0.8 ? 'near' : 'within';
  const bar = h('span', { class: `use ${level}`, 'aria-hidden': 'true' });
  bar.style.width = `${Math.max(0, Math.min(1, part)) * 100}%`;
  const verdict = f.verdict === 'exceeds' ? 'exceeds the limit' : f.verdict === 'within' ? 'within' : f.verdict;
  return h(
    'tr',
    { class: f.verdict === 'exceeds' ? 'grows' : '', title: describeHow(f) },
    h('th', { scope: 'row' }, words[f.figure] ?? spoken(f.figure), h('span', { class: 'how' }, describeBriefly(f))),
    h('td', {}, sayWhere(f)),
    h('td', { class: 'number' }, value === null ? '–' : write(value, writing)),
    h('td', { class: f.limit === null ? 'number no-limit' : 'number' }, f.limit === null ? '–' : write(f.limit, writing)),
    h('td', { class: 'number' }, Number.isFinite(part) ? `${formatFixed(Math.max(0, part) * 100, 0)} %` : '–'),
    h('td', { class: 'use-cell' }, f.limit !== null && value !== null && bar),
    h('td', {}, verdict),
  );
}

function makeTable(figures: Figure[], label: string): HTMLElement {
  const head = ['figure', 'where', 'value', 'limit', 'used', 'use of the limit', 'verdict'].map((text, i) => h('th', { scope: 'col', class: i > 1 && i < 5 ? 'number' : '' }, text));
  const rows: HTMLElement[] = [];
  for (const norm of new Set(figures.map((f) => f.norm))) {
    rows.push(h('tr', {}, h('th', { colspan: 7, scope: 'rowgroup', class: 'norm' }, norms[norm] ?? norm)));
    rows.push(...figures.filter((f) => f.norm === norm).map(makeRow));
  }
  return h('div', { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': label }, h('table', { class: 'channels acceptance' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)));
}

// No line ends within an option: "--bogie-mass".
const keepOptions = (text: string): (string | HTMLElement)[] => text.split(/(--[a-z-]+)/).map((part, i) => (i % 2 === 1 ? h('span', { class: 'nowrap' }, part) : part));

// A distance from a limit is worst where it is highest, also below 0; of the others the sign says a direction.
export const sizeOf = (figure: string, value: number | null): number => (figure === 'shakedown' ? (value ?? -Infinity) : Math.abs(value ?? 0));

// Of each figure the worst: nearest to its limit, else the largest.
export function listWorst(figures: Figure[]): Figure[] {
  const worst = new Map<string, Figure>();
  for (const f of figures) {
    const key = `${f.norm}/${f.figure}`;
    const old = worst.get(key);
    const worse = !old || use(f) > use(old) || (use(f) === use(old) && sizeOf(f.figure, judged(f)) > sizeOf(old.figure, judged(old)));
    if (worse) worst.set(key, f);
  }
  return [...worst.values()];
}

// "en12299, sperling: not judged, the record has no …"
const isUnjudged = (note: string): boolean => note.includes(': not judged');

// A note as a sentence, with the norms' names.
function sayNote(note: string): string {
  const named = note.replace(/^[a-z0-9_, ]+(?=: )/, (keys) => keys.split(', ').map((key) => norms[key] ?? key).join(', '));
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}${named.endsWith('.') ? '' : '.'}`;
}

// In one sentence, and whether a limit is exceeded.
export function judge(content: EvaluationContent): { text: string; isBad: boolean } {
  const limited = content.figures.filter((f) => judged(f) !== null && f.limit !== null);
  const over = limited.filter((f) => f.verdict === 'exceeds').length;
  if (limited.length === 0) return { text: 'No figure has a limit.', isBad: false };
  return { text: over > 0 ? `${over} of ${limited.length} figures with a limit exceed it.` : `All ${limited.length} figures with a limit are within it.`, isBad: over > 0 };
}

const briefly: Record<string, string> = { sum_Y: 'ΣY', Q: 'Q', instability: 'ΣY r.m.s.', Y_qst: 'quasi-static Y', Q_qst: 'quasi-static Q' };

// Figures that have a limit and no value anywhere: what is within its limits must not hide them.
function listUnjudged(content: EvaluationContent): string[] {
  const keyOf = (f: Figure): string => `${f.norm}/${f.figure}`;
  const known = new Set(content.figures.filter((f) => judged(f) !== null).map(keyOf));
  const missing = content.figures.filter((f) => f.limit !== null && !known.has(keyOf(f)));
  return [...new Set(missing.map((f) => f.norm))].map((norm) => {
    const own = missing.filter((f) => f.norm === norm);
    const names = new Set(own.map((f) => (/^(body|bogie)_/.test(f.figure) ? `accelerations of the ${f.figure.slice(0, f.figure.indexOf('_'))}` : (briefly[f.figure] ?? words[f.figure] ?? spoken(f.figure)))));
    const reasons = new Set(own.filter((f) => f.note).map((f) => (f.zone ? `${f.zone}: ${f.note}` : f.note)));
    return `Not judged by ${norms[norm] ?? norm}: ${[...names].join(', ')}${reasons.size > 0 ? ` (${[...reasons].join('; ')})` : ''}.`;
  });
}

export const makeUnjudged = (content: EvaluationContent): HTMLElement[] => listUnjudged(content).map((text) => h('p', { class: 'unjudged' }, ...keepOptions(bindUnits(text))));

export function makeEvaluation(content: EvaluationContent): HTMLElement[] {
  const found = content.figures.filter((f) => judged(f) !== null);
  const limited = found.filter((f) => f.limit !== null);
  const free = listWorst(found.filter((f) => f.limit === null));
  const verdict = judge(content);
  const missing = [...new Set([...content.notes.filter(isUnjudged).map(sayNote), ...content.figures.filter((f) => judged(f) === null && f.note).map((f) => `${norms[f.norm] ?? f.norm}: ${f.note}`)])];
  return [
    h('p', { class: `verdict${verdict.isBad ? ' bad' : ''}` }, verdict.text),
    ...makeUnjudged(content),
    ...(limited.length > 0 ? [makeTable(listWorst(limited), 'worst figures')] : []),
    ...(free.length > 0 ? [h('details', { class: 'fold' }, h('summary', {}, `Comfort, wear and other figures without a limit (${free.length})`), makeTable(free, 'figures without a limit'))] : []),
    h('ul', { class: 'hint evaluation-notes' }, ...[...content.notes.filter((note) => !isUnjudged(note)).map(sayNote), `Limits ${content.limits.edition}: ${content.limits.source}`].map((text) => h('li', {}, bindUnits(text)))),
    h('details', { class: 'fold' }, h('summary', {}, `All ${found.length} figures`), makeTable(found, 'all figures')),
    ...(missing.length > 0 ? [h('details', { class: 'fold in-print' }, h('summary', {}, 'What could not be computed'), h('ul', {}, ...missing.slice(0, 40).map((text) => h('li', {}, ...keepOptions(text)))))] : []),
  ];
}
