// All channels as a tree after the slashes in their names, with a search.
import type { Channel } from '../data/document';
import { breakable, h } from '../dom';
import { pretty } from '../format';
import type { State } from '../state';

interface Node {
  children: Map<string, Node>;
  channel: Channel | null;
}

function collect(state: State): Node {
  const root: Node = { children: new Map(), channel: null };
  for (const run of state.runs) {
    for (const channel of run.channels.values()) {
      if (channel.name === 'time') continue;
      let node = root;
      for (const part of channel.name.split('/')) {
        if (!node.children.has(part)) node.children.set(part, { children: new Map(), channel: null });
        node = node.children.get(part)!;
      }
      node.channel ??= channel;
    }
  }
  return root;
}

export class ChannelTree {
  readonly element: HTMLElement;
  private readonly boxes = new Map<string, HTMLInputElement>();
  private readonly rows: { name: string; row: HTMLElement }[] = [];
  private readonly branches: HTMLDetailsElement[] = [];

  constructor(
    state: State,
    private readonly isShown: (name: string) => boolean,
    private readonly onToggle: (channel: Channel, on: boolean) => void,
  ) {
    const search = h('input', { type: 'search', placeholder: 'search channels', 'aria-label': 'search channels' });
    search.addEventListener('input', () => this.filter(search.value));
    const list = h('div', { class: 'tree-list' }, ...this.makeBranches(collect(state), 0));
    this.element = h('nav', { class: 'tree controls', 'aria-label': 'channels' }, search, list);
    state.on('channels', () => this.refresh());
    this.refresh();
  }

  private makeBranches(node: Node, depth: number): HTMLElement[] {
    const elements: HTMLElement[] = [];
    for (const [part, child] of [...node.children].sort((a, b) => a[0].localeCompare(b[0], undefined, { numeric: true }))) {
      if (child.channel) elements.push(this.makeLeaf(part, child.channel));
      if (child.children.size === 0) continue;
      const branch = h('details', {}, h('summary', { title: part }, ...breakable(part)), h('div', { class: 'branch' }, ...this.makeBranches(child, depth + 1)));
      branch.open = depth === 0 && node.children.size <= 4;
      this.branches.push(branch);
      elements.push(branch);
    }
    return elements;
  }

  private makeLeaf(part: string, channel: Channel): HTMLElement {
    const box = h('input', { type: 'checkbox', 'data-channel': channel.name });
    box.addEventListener('change', () => this.onToggle(channel, box.checked));
    this.boxes.set(channel.name, box);
    const unit = channel.unit && channel.unit !== '1' ? pretty(channel.unit) : '';
    const title = `${channel.name}: ${channel.description}${channel.frame ? ` (${channel.frame} axes)` : ''}`;
    const row = h('label', { class: 'leaf', title }, box, h('span', { class: 'leaf-name' }, part), h('span', { class: 'unit' }, unit));
    this.rows.push({ name: `${channel.name} ${channel.description}`.toLowerCase(), row });
    return row;
  }

  private filter(text: string): void {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { name, row } of this.rows) row.hidden = !words.every((word) => name.includes(word));
    for (const branch of this.branches) {
      const any = branch.querySelector('.leaf:not([hidden])') !== null;
      branch.hidden = !any;
      if (words.length > 0) branch.open = any;
    }
  }

  refresh(): void {
    for (const [name, box] of this.boxes) box.checked = this.isShown(name);
    for (const branch of this.branches) if (branch.querySelector('input:checked')) branch.open = true;
  }
}
