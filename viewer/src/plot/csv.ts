// The visible rows of some channels, in SI, full detail.
import { lowerBound } from '../data/pyramid';
import type { Run } from '../data/run';
import type { State } from '../state';

function quote(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function writeCsv(run: Run, names: string[], state: State): string {
  const axes = run.s ? ['time', 's'] : ['time'];
  const columns = [...axes, ...names.filter((name) => !axes.includes(name))].filter((name) => run.get(name));
  if (columns.length <= axes.length && names.some((name) => !axes.includes(name))) return '';
  const arrays = columns.map((name) => run.get(name)!.values);
  const x = run.axis(state.xAxis);
  const lines = [columns.map((name) => quote(`${name} [${run.channels.get(name)!.unit || '1'}]`)).join(',')];
  const end = Math.min(x.length, lowerBound(x, state.to * (1 + 1e-12)) + 1);
  for (let i = lowerBound(x, state.from); i < end; i++) {
    if (x[i]! > state.to) break;
    lines.push(arrays.map((values) => String(values[i])).join(','));
  }
  return lines.join('\n') + '\n';
}
