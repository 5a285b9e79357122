// Which plots a report opens with: the first few that say most about a run, of what there is.
import type { Channel } from '../data/document';
import type { Run } from '../data/run';

const most = 8; // channels in one plot

// Less than this in the whole run is a level line, which tells nothing: 20 µm, 20 µrad, 1 N.
const least: Record<string, number> = { m: 2e-5, rad: 2e-5, N: 1, 'm/s2': 1e-3, 'm/s^2': 1e-3 };
function changes({ unit, summary }: Channel): boolean {
  return (summary.max ?? 0) - (summary.min ?? 0) > (least[unit] ?? 0);
}

export function choosePanels(run: Run): string[][] {
  const names = [...run.channels.keys()];
  const kinds = run.document.bodies.columns['kind']?.texts ?? [];
  const bodies = run.document.bodies.columns['name']?.texts ?? [];
  const wheelsets = bodies.filter((_, i) => kinds[i] === 'wheelset');
  const others = bodies.filter((_, i) => kinds[i] !== 'wheelset');
  const existing = (wanted: string[]): string[] => wanted.filter((name) => run.channels.has(name)).slice(0, most);
  const ending = (pattern: RegExp): string[] => names.filter((name) => pattern.test(name)).slice(0, most);
  const first = wheelsets[0];
  const candidates = [
    existing(wheelsets.map((b) => `${b}/y`)),
    ending(names.some((name) => /\/YQ$/.test(name)) ? /\/(left|right)\/YQ$/ : /\/(left|right)\/Y$/),
    ending(/\/(left|right)\/Q$/),
    existing(wheelsets.map((b) => `${b}/psi`)),
    ending(/\/sum_Y$/),
    existing(others.map((b) => `${b}/y`)),
    first ? existing(['left', 'right'].map((side) => `${first}/${side}/fy`)) : [],
    ending(/\/a_y$/),
    ending(/\/y$/),
    existing(wheelsets.map((b) => `${b}/z`)),
    existing(others.map((b) => `${b}/z`)),
  ];
  const panels: string[][] = [];
  const used = new Set<string>();
  for (const panel of candidates) {
    const fresh = panel.filter((name) => !used.has(name));
    if (fresh.length === 0 || (run.document.rows > 1 && !fresh.some((name) => changes(run.channels.get(name)!)))) continue;
    for (const name of fresh) used.add(name);
    panels.push(fresh);
    if (panels.length === 3) break;
  }
  if (panels.length === 0) {
    const all = names.filter((name) => name !== 'time' && name !== 's');
    const any = all.find((name) => changes(run.channels.get(name)!)) ?? all[0];
    if (any) panels.push([any]);
  }
  return panels;
}
