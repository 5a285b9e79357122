// Critical speeds by one method or by several: where steady running ends, what each method tried and what happened there.
import { h, makeStacked } from '../dom';
import { bindSpeeds, bindUnits, formatFixed, formatNumber } from '../format';
import { drawMark, type Mapping } from '../plot/chart';
import type { Painter } from '../plot/painter';
import type { Theme } from '../theme';
import { judgeTrial, type Found, type Trial, type Verdict } from './critical_data';
import { parameterText, parameterTitle } from './eigen';
import { attachHover, type Spot } from './hover';
import { makeLiveChart, type PlainCurve } from './study_chart';

export type CriticalContent = { parameter: string } & (Found | { methods: Found[] });

const methods: Record<string, string> = {
  auto: 'eigenvalues, then simulation near their critical speed',
  falling: 'speed lowered from hunting until it dies out',
  disturbance: "the scenario's own disturbance at each speed",
  'small-disturbance': 'growth of a tiny disturbance',
  'axle-force': 'axle forces against the acceptance limit',
  continuation: 'limit cycles followed to their fold',
};

function sayTrial(trial: Trial): string {
  return trial.outcome.replace(/^stationary/, 'dies out').replace(/^growth -/, 'growth −').replace(/v_c = ([\d.]+)/, 'linear critical speed $1 m/s');
}

// "… nor at 65.306, 63.973, 62.64 m/s": the last of several values has the unit.
const sayReason = (parameter: string, reason: string): string => bindUnits(parameter === 'speed.v' ? reason.replace(/nor at [\d.]+(?:, [\d.]+)*$/, '$& m/s') : reason);

// Two decimals: one way of writing for a whole column.
const sayValue = (parameter: string, value: number): string => (parameter === 'speed.v' ? `${formatFixed(value, 2)} m/s (${formatFixed(3.6 * value, 1)} km/h)` : formatNumber(value, 5));

const isFound = (f: Found): f is Found & { critical_speed: number } => f.critical_speed !== null;

function describe(parameter: string, all: Found[]): string {
  const first = all.find(isFound);
  if (!first) return `No critical speed was found: ${all[0]?.reason ?? ''}.`;
  const what = parameter === 'speed.v' ? 'speed' : 'value';
  const linear = first.linear ?? null;
  const second = linear === null ? '' : ` Linear critical ${what}: ${parameterText(parameter, linear)}${first.mode ? `, where ${first.mode} begins to grow` : ''}.`;
  return `Nonlinear critical ${what}: ${parameterText(parameter, first.critical_speed)}, by the method “${first.method}”.${second}`;
}

// The scale shows what lies near the critical speeds: trials far below say little.
function chooseAcross(all: Found[]): [number, number] {
  const values = all.flatMap((f) => [f.critical_speed, f.low, f.high, f.linear ?? null]).filter((v): v is number => v !== null);
  if (values.length === 0) return [0, 1];
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(0.6 * (max - min), 0.04 * Math.abs(max)) || 1;
  return [min - room - 0.45 * (max - min + 2 * room), max + room]; // names stand at the left
}

function makeChart(parameter: string, all: Found[]): HTMLElement {
  const height = (row: number): number => all.length - row - 0.5;
  const draw = (painter: Painter, map: Mapping, theme: Theme): void => {
    const first = all.find((f) => (f.linear ?? null) !== null);
    if (first) painter.stroke([map.x(first.linear!), map.box.y, map.x(first.linear!), map.box.y + map.box.h], theme.text, 1.5, [6, 4]);
    all.forEach((f, row) => {
      const y = map.y(height(row));
      painter.stroke([map.box.x, y, map.box.x + map.box.w, y], theme.grid, 1);
      for (const trial of f.tried ?? []) {
        const verdict = judgeTrial(trial, f);
        if (verdict === 'other' || map.x(trial.value) < map.box.x + 5) continue; // beyond the scale: half a mark tells nothing
        drawMark(painter, map.x(trial.value), y, 4.4, { color: theme.curves[verdict === 'steady' ? 0 : 1]!, open: verdict === 'steady' }, theme);
      }
      if (f.low !== null && f.high !== null) {
        const [low, high] = [map.x(f.low), map.x(f.high)];
        const room = Math.max(0, 6 - (high - low)) / 2; // a narrow bracket is seen, too
        painter.rect(low - room, y - 15, high - low + 2 * room, 8, theme.curves[3]!);
        painter.rect(low - room, y + 7, high - low + 2 * room, 8, theme.curves[3]!);
      }
      painter.rect(map.box.x + 1, y - 8, f.method.length * 6.2 + 8, 16, theme.background);
      painter.text(f.method, map.box.x + 5, y + 4, { color: theme.text, size: 11 });
    });
  };
  const key = (name: string, color: number | string, more: Partial<PlainCurve>): PlainCurve => ({ name, x: [], y: [], color, ...more });
  const live = makeLiveChart(() => ({
    title: 'What was tried', x: parameterTitle(parameter), y: '', bare: 'y', height: 130 + 38 * all.length, across: chooseAcross(all), up: [0, Math.max(1, all.length)], underlay: draw, legend: true,
    curves: [key('motion dies out', 0, { dots: true, size: 4.4, open: true }), key('motion lasts', 1, { dots: true, size: 4.4 }), key('nonlinear critical speed, bracket', 3, {}), ...(all.some((f) => (f.linear ?? null) !== null) ? [key('linear critical speed', '#8a8f96', { dash: [6, 4] })] : [])],
  }));
  attachHover(live.chart, (map) => all.flatMap((f, row) => (f.tried ?? []).map((trial): Spot => ({ x: map.x(trial.value), y: map.y(height(row)), lines: [f.method, parameterText(parameter, trial.value), sayTrial(trial)] }))));
  return live.element;
}

// Trials as the list below counts them; files of older versions have no list.
function describeEffort(f: Found): string {
  const count = f.tried?.length || f.trials;
  if (count === 0) return '–';
  return `${count} ${f.method === 'continuation' && !f.tried?.length ? 'points' : count === 1 ? 'trial' : 'trials'}`;
}

function makeTable(parameter: string, all: Found[]): HTMLElement {
  const isSpeed = parameter === 'speed.v';
  const bare = (v: number): string => (isSpeed ? formatFixed(v, 2) : formatNumber(v, 5));
  const both = (v: number | null): string => (v === null ? '–' : isSpeed ? `${bare(v)}\u00a0m/s (${formatFixed(3.6 * v, 1)}\u00a0km/h)` : bare(v));
  const range = (low: string, high: string): string => (low === high ? low : `${low} to ${high}`);
  const bracket = (f: Found): string => (f.low === null || f.high === null ? '–' : `${range(bare(f.low), bare(f.high))}${isSpeed ? '\u00a0m/s' : ''}`);
  const how = (text: string): HTMLElement => h('span', { class: 'how' }, text);
  const motion = (f: Found): string => (f.wheelset && f.wheelset_peak_to_peak ? `${f.wheelset.replaceAll('_', ' ')}: ${formatFixed(1e3 * f.wheelset_peak_to_peak, 1)} mm peak to peak` : '');
  const head = ['method', isSpeed ? 'critical speed' : 'critical value', 'bracket', 'motion there', 'effort', 'how it ended'].map((text) => h('th', { scope: 'col' }, text));
  const rows = all.map((f) =>
    h('tr', {}, h('th', { scope: 'row' }, f.method, how(methods[f.method] ?? '')), h('td', {}, both(f.critical_speed)), h('td', {}, bracket(f)),
      h('td', {}, h('span', {}, f.frequency ? `${formatFixed(f.frequency, 2)} Hz` : '–', motion(f) && how(motion(f)))),
      h('td', {}, h('span', {}, describeEffort(f), f.simulated ? how(`${formatFixed(f.simulated, 0)} s of motion simulated`) : '')), h('td', { class: 'note-cell' }, sayReason(parameter, f.reason))));
  const table = makeStacked(h('table', { class: 'channels speeds methods' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)));
  return h('div', { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': 'methods' }, h('h4', {}, all.length > 1 ? 'Methods' : 'Method'), table);
}

function makeTrials(parameter: string, all: Found[]): HTMLElement[] {
  const words: Record<Verdict, string> = { steady: 'steady', lasting: 'lasts', other: '' };
  const rows = all.flatMap((f) => (f.tried ?? []).map((trial, i) => h('tr', {}, h('th', { scope: 'row' }, i === 0 ? f.method : ''), h('td', { class: 'speed' }, /^eigenvalues at/.test(trial.outcome) ? '–' : sayValue(parameter, trial.value)), h('td', {}, words[judgeTrial(trial, f)]), h('td', {}, bindUnits(sayTrial(trial))))));
  if (rows.length === 0) return [];
  const head = ['method', parameter === 'speed.v' ? 'speed' : parameter, 'motion', 'what happened'].map((text) => h('th', { scope: 'col' }, text));
  return [h('details', { class: 'fold wide in-print' }, h('summary', {}, `All ${rows.length} trials, in their order`), h('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': 'trials' }, makeStacked(h('table', { class: 'channels trials' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)))))];
}

export function makeCritical(content: CriticalContent): HTMLElement[] {
  const all = 'methods' in content ? content.methods : [content];
  const chart = all.some((f) => f.low !== null || isFound(f)) ? [makeChart(content.parameter, all)] : [];
  return [h('p', { class: 'verdict' }, bindSpeeds(describe(content.parameter, all))), ...chart, makeTable(content.parameter, all), ...makeTrials(content.parameter, all)];
}
