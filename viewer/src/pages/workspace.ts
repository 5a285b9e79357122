// Channel tree, plots, 3-D and close-up side by side, with the player below.
import type { Channel } from '../data/document';
import { h } from '../dom';
import { Panel } from '../plot/panel';
import type { PanelKind } from '../plot/panel_charts';
import { Strip } from '../plot/strip';
import { SceneView } from '../scene/scene';
import type { State } from '../state';
import { CloseUp } from './closeup';
import { choosePanels } from './defaults';
import { makePlayer } from './player';
import { ChannelTree } from './tree';

export class Workspace {
  readonly element: HTMLElement;
  readonly panels: Panel[] = [];
  private active: Panel | null = null;
  private readonly stack = h('div', { class: 'stack' });
  private readonly side = h('div', { class: 'side' });

  constructor(private readonly state: State) {
    const tree = new ChannelTree(state, (name) => this.isShown(name), (channel, on) => this.toggle(channel, on));
    this.element = h(
      'section',
      { id: 'plots', 'aria-labelledby': 'plots-title' },
      h('h2', { id: 'plots-title' }, 'Plots and motion'),
      this.makeBar(),
      h('div', { class: 'workspace' }, h('div', { class: 'tree-column' }, tree.element), this.stack, this.side), // the column ends where the plots end: the tree that sticks to the window stays in it
      h('div', { class: 'dock controls' }, makePlayer(state)),
    );
    const first = state.runs[0]!;
    for (const names of choosePanels(first)) this.addPanel(names);
    this.active = null;
    this.state.tell('channels');
    void this.addSide();
  }

  private async addSide(): Promise<void> {
    const strip = await Strip.make(this.state);
    if (strip) this.stack.append(strip.element);
    const run = this.state.runs[0]!;
    try {
      const scene = await SceneView.make(this.state, run, () => this.element.querySelector<HTMLElement>('.player'));
      if (scene) this.side.append(scene.element);
      else this.side.append(h('p', { class: 'hint' }, 'No 3-D: this results file does not hold the places of the bodies and the track.'));
    } catch {
      this.side.append(h('p', { class: 'hint' }, 'No 3-D: this browser offers no WebGL.'));
    }
    const closeUp = await CloseUp.make(this.state, run);
    if (closeUp) this.side.append(closeUp.element);
    document.documentElement.dataset['ready'] = 'true'; // for the tests
  }

  private makeBar(): HTMLElement {
    const axis = h('select', { 'aria-label': 'horizontal axis' }, h('option', { value: 'time' }, 'time'), h('option', { value: 's' }, 'distance'));
    axis.disabled = !this.state.hasDistance();
    axis.addEventListener('change', () => this.state.setAxis(axis.value as 'time' | 's'));
    const reset = h('button', { type: 'button', onclick: () => this.state.resetRange() }, 'show all');
    const show = (): void => void (reset.disabled = !this.state.isZoomed());
    this.state.on('range', show);
    show();
    const add = (kind: PanelKind, text: string): HTMLElement =>
      h('button', { type: 'button', title: 'a plot of the channels of the last one', onclick: () => this.addLike(kind) }, text);
    return h(
      'div',
      { class: 'bar controls' },
      h('label', {}, 'over ', axis),
      reset,
      add('phase', '+ phase plot'),
      add('spectrum', '+ spectrum'),
      h('span', { class: 'hint' }, 'Drag to zoom, shift-drag to pan, double-click to show all; keys: ← → + − 0, space plays.'),
    );
  }

  private addLike(kind: PanelKind): void {
    const model = this.active ?? this.panels[0];
    let names = model ? model.names.slice(model.kind === 'phase' ? 1 : 0) : [];
    const unit = (name: string): string | undefined => this.state.runs.map((run) => run.channels.get(name)?.unit).find((u) => u !== undefined);
    if (kind === 'spectrum') names = names.filter((name) => unit(name) === unit(names[0]!));
    // y over psi: what a phase plot is asked for most.
    if (kind === 'phase' && names.length > 0) {
      const base = names[0]!;
      const partner = base.endsWith('/y') ? base.replace(/\/y$/, '/psi') : base.replace(/\/psi$/, '/y');
      const has = partner !== base && this.state.runs.some((run) => run.channels.has(partner));
      names = has ? (base.endsWith('/y') ? [partner, base] : [base, partner]) : names.slice(0, 2);
    }
    const panel = this.addPanel(names);
    panel.setKind(kind);
    this.state.tell('channels');
    panel.element.scrollIntoView({ block: 'nearest' });
  }

  addPanel(names: string[]): Panel {
    const panel = new Panel(this.state, names, (p) => this.close(p), (p) => this.activate(p));
    this.panels.push(panel);
    this.stack.insertBefore(panel.element, this.stack.querySelector('.strip')?.parentElement ?? null);
    this.activate(panel);
    return panel;
  }

  private activate(panel: Panel): void {
    this.active = panel;
    for (const p of this.panels) p.element.classList.toggle('active', p === panel);
  }

  private close(panel: Panel): void {
    panel.element.remove();
    this.panels.splice(this.panels.indexOf(panel), 1);
    if (this.active === panel) this.active = null;
    this.state.tell('channels');
  }

  private isShown(name: string): boolean {
    return this.panels.some((panel) => panel.names.includes(name));
  }

  // A channel goes to the plot last touched if that takes it (same unit, or a phase plot), else to the first plot of
  // its unit that is not crowded, else to a new one.
  private toggle(channel: Channel, on: boolean): void {
    if (!on) {
      for (const panel of this.panels.filter((p) => p.names.includes(channel.name))) panel.remove(channel.name);
      return;
    }
    const takes = (panel: Panel): boolean => panel.kind === 'phase' || panel.unit() === channel.unit;
    const home = this.active && takes(this.active) ? this.active : this.panels.find((p) => p.kind === 'over' && takes(p) && p.names.length < 4);
    if (home) home.add(channel.name);
    else this.addPanel([channel.name]).element.scrollIntoView({ block: 'nearest' });
    this.state.tell('channels');
  }
}
