// Critical speeds by one method or by several: where steady running ends, what each method tried and what happened there.
import { h } from '../dom';
import { formatFixed, formatNumber } from '../format';
import type { Mapping } from '../plot/chart';
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
  return trial.outcome.replace(/^stationary/, 'dies out').replace(/^growth -/, 'growth −');
}

// Two decimals: one way of writing for a whole column.
const sayValue = (parameter: string, value: number): string => (parameter === 'speed.v' ? `${formatFixed(value, 2)} m/s (${formatFixed(3.6 * value, 1)} km/h)` : formatNumber(value, 5));

const isFound = (f: Found): f is Found & { critical_speed: number } => f.critical_speed !== null;

function describe(parameter: string, all: Found[]): string {
  const first = all.find(isFound);
  if (!first) return `No critical speed was found: ${all[0]?.reason ?? ''}.`;
  const name = parameter === 'speed.v' ? 'Nonlinear critical speed v_n' : 'Nonlinear critical value';
  const linear = first.linear ?? null;
  const second = linear === null ? '' : ` Linear critical ${parameter === 'speed.v' ? 'speed v_c' : 'value'}: ${parameterText(parameter, linear)}${first.mode ? `, where ${first.mode} begins to grow` : ''}.`;
  return `${name}: ${parameterText(parameter, first.critical_speed, 4)}, by the method “${first.method}”.${second}`;
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
      if (f.low !== null && f.high !== null) painter.rect(map.x(f.low), y - 7, Math.max(2, map.x(f.high) - map.x(f.low)), 14, `${theme.curves[3]!}aa`);
      for (const trial of f.tried ?? []) {
        const verdict = judgeTrial(trial, f);
        if (verdict === 'other') continue;
        painter.dot(map.x(trial.value), y, 4.4, theme.curves[verdict === 'steady' ? 0 : 1]!);
        if (verdict === 'steady') painter.dot(map.x(trial.value), y, 2.2, theme.background);
      }
      if (isFound(f)) painter.stroke([map.x(f.critical_speed), y - 10, map.x(f.critical_speed), y + 10], theme.text, 3);
      painter.rect(map.box.x + 1, y - 8, f.method.length * 6.2 + 8, 16, theme.background);
      painter.text(f.method, map.box.x + 5, y + 4, { color: theme.text, size: 11 });
    });
  };
  const key = (name: string, color: number | string, more: Partial<PlainCurve>): PlainCurve => ({ name, x: [], y: [], color, ...more });
  const live = makeLiveChart(() => ({
    title: 'What was tried', x: parameterTitle(parameter), y: '', bare: 'y', across: chooseAcross(all), up: [0, Math.max(1, all.length)], underlay: draw, legend: true,
    curves: [key('motion dies out (open)', 0, { dots: true, size: 4 }), key('motion lasts (filled)', 1, { dots: true, size: 4 }), key('v_n within this bracket', 3, {}), ...(all.some((f) => (f.linear ?? null) !== null) ? [key('v_c by eigenvalues', '#8a8f96', { dash: [6, 4] })] : [])],
  }));
  attachHover(live.chart, (map) => all.flatMap((f, row) => (f.tried ?? []).map((trial): Spot => ({ x: map.x(trial.value), y: map.y(height(row)), lines: [f.method, parameterText(parameter, trial.value), sayTrial(trial)] }))));
  return live.element;
}

function makeTable(parameter: string, all: Found[]): HTMLElement {
  const isSpeed = parameter === 'speed.v';
  const value = (v: number | null): string => (v === null ? '–' : isSpeed ? `${formatFixed(v, 2)} m/s` : formatNumber(v, 5));
  const both = (v: number | null): string => (v === null || !isSpeed ? value(v) : `${value(v)} (${formatFixed(3.6 * v, 1)} km/h)`);
  const head = ['method', isSpeed ? 'critical speed' : 'critical value', 'runs steadily up to', 'motion lasts from', 'frequency', 'amplitude there', 'trials', 'how it ended'].map((text) => h('th', { scope: 'col' }, text));
  const motion = (f: Found): string => (f.wheelset && f.wheelset_peak_to_peak ? `${f.wheelset}: ${formatFixed(1e3 * f.wheelset_peak_to_peak, 1)} mm peak to peak` : '–');
  const rows = all.map((f) =>
    h('tr', {}, h('th', { scope: 'row' }, f.method, h('span', { class: 'how' }, methods[f.method] ?? '')), h('td', {}, both(f.critical_speed)), h('td', {}, value(f.low)), h('td', {}, value(f.high)),
      h('td', {}, f.frequency ? `${formatFixed(f.frequency, 2)} Hz` : '–'), h('td', {}, motion(f)), h('td', {}, `${f.trials}${f.simulated ? `, ${formatFixed(f.simulated, 0)} s simulated` : ''}`), h('td', { class: 'note-cell' }, f.reason)));
  return h('div', { class: 'wide panel', tabindex: '0', role: 'group', 'aria-label': 'methods' }, h('h4', {}, all.length > 1 ? 'Methods' : 'Method'), h('table', { class: 'channels speeds methods' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)));
}

function makeTrials(parameter: string, all: Found[]): HTMLElement[] {
  const words: Record<Verdict, string> = { steady: 'steady', lasting: 'lasts', other: '' };
  const rows = all.flatMap((f) => (f.tried ?? []).map((trial, i) => h('tr', {}, h('th', { scope: 'row' }, i === 0 ? f.method : ''), h('td', {}, sayValue(parameter, trial.value)), h('td', {}, words[judgeTrial(trial, f)]), h('td', {}, sayTrial(trial)))));
  if (rows.length === 0) return [];
  const head = ['method', parameter === 'speed.v' ? 'speed' : parameter, 'motion', 'what happened'].map((text) => h('th', { scope: 'col' }, text));
  return [h('details', { class: 'fold wide in-print' }, h('summary', {}, `All ${rows.length} trials, in their order`), h('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': 'trials' }, h('table', { class: 'channels' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows))))];
}

export function makeCritical(content: CriticalContent): HTMLElement[] {
  const all = 'methods' in content ? content.methods : [content];
  const chart = all.some((f) => f.low !== null || isFound(f)) ? [makeChart(content.parameter, all)] : [];
  return [h('p', { class: 'verdict' }, describe(content.parameter, all)), ...chart, makeTable(content.parameter, all), ...makeTrials(content.parameter, all)];
}
