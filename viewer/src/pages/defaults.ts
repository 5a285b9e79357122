// Which plots a report opens with: the first few that say most about a run, of what there is.
import type { Run } from '../data/run';

const most = 8; // channels in one plot

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
    ending(/\/(left|right)\/YQ$/),
    ending(/\/(left|right)\/Q$/),
    existing(wheelsets.map((b) => `${b}/psi`)),
    ending(/\/sum_Y$/),
    existing(others.map((b) => `${b}/y`)),
    first ? existing(['left', 'right'].map((side) => `${first}/${side}/fy`)) : [],
    ending(/\/a_y$/),
    ending(/\/y$/),
  ];
  const panels: string[][] = [];
  const used = new Set<string>();
  for (const panel of candidates) {
    const fresh = panel.filter((name) => !used.has(name));
    if (fresh.length === 0) continue;
    for (const name of fresh) used.add(name);
    panels.push(fresh);
    if (panels.length === 3) break;
  }
  if (panels.length === 0) {
    const any = names.find((name) => name !== 'time' && name !== 's');
    if (any) panels.push([any]);
  }
  return panels;
}
