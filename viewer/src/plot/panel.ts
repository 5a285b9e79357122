// A panel of the plot column: a chart with its controls.
import { download, fileName, h } from '../dom';
import { chooseUnit, formatWithin, shorten } from '../format';
import type { State } from '../state';
import { currentTheme, dashes, onTheme, type Theme } from '../theme';
import { ChartCanvas } from './canvas';
import type { Chart, Curve, Mapping } from './chart';
import { writeCsv } from './csv';
import { explainRefusal, filters } from './filter';
import { Gestures } from './gestures';
import type { Painter } from './painter';
import { listDrawn, makeOver, makePhase, makeSpectrum, type PanelKind } from './panel_charts';

const kinds: [PanelKind, string][] = [
  ['over', 'lines'],
  ['phase', 'phase'],
  ['spectrum', 'spectrum'],
];

export class Panel {
  readonly element: HTMLElement;
  readonly chart: ChartCanvas;
  kind: PanelKind = 'over';
  private gestures: Gestures;
  private readonly chips = h('div', { class: 'chips' });
  private readonly readout = h('output', { class: 'readout' });
  private readonly hint = h('p', { class: 'hint' });
  private readonly select = h('select', { 'aria-label': 'kind of plot' });
  private readonly filterSelect = h('select', { 'aria-label': 'filter' });
  private filter = filters[0]!;

  constructor(
    private readonly state: State,
    readonly names: string[],
    private readonly onClose: (panel: Panel) => void,
    onActive: (panel: Panel) => void,
  ) {
    this.chart = new ChartCanvas((theme, whole) => this.make(theme, whole), (p, map, theme) => this.drawAbove(p, map, theme));
    this.gestures = new Gestures(this.chart, state);
    for (const [value, text] of kinds) this.select.append(h('option', { value }, text));
    this.select.addEventListener('change', () => {
      this.kind = this.select.value as PanelKind;
      this.update();
    });
    for (const filter of filters) this.filterSelect.append(h('option', { value: filter.name }, filter.name));
    this.filterSelect.addEventListener('change', () => this.setFilter(this.filterSelect.value));
    this.element = h(
      'figure',
      { class: 'panel' },
      h('div', { class: 'panel-head controls' }, this.chips, h('div', { class: 'panel-tools' }, this.select, this.filterSelect, this.exports(), this.closeButton())),
      this.chart.element,
      this.hint,
      this.readout,
    );
    this.element.addEventListener('pointerdown', () => onActive(this));
    this.element.addEventListener('focusin', () => onActive(this));
    onTheme(() => this.chips.replaceChildren(...this.makeChips()));
    state.on('range', () => this.chart.refresh());
    state.on('cursor', () => this.showCursor());
    state.on('axis', () => this.showCursor());
    this.update();
  }

  unit(): string {
    for (const run of this.state.runs) {
      const channel = run.channels.get(this.names[0] ?? '');
      if (channel) return channel.unit;
    }
    return '';
  }

  setKind(kind: PanelKind): void {
    this.kind = kind;
    this.select.value = kind;
    this.update();
  }

  setFilter(name: string): void {
    this.filter = filters.find((f) => f.name === name) ?? filters[0]!;
    this.filterSelect.value = this.filter.name;
    this.update();
  }

  add(name: string): void {
    if (!this.names.includes(name)) this.names.push(name);
    this.update();
  }

  remove(name: string): void {
    this.names.splice(this.names.indexOf(name), 1);
    this.state.tell('channels');
    if (this.names.length === 0) this.onClose(this);
    else this.update();
  }

  private closeButton(): HTMLElement {
    return h('button', { type: 'button', title: 'remove this plot', 'aria-label': 'remove this plot', onclick: () => this.onClose(this) }, '✕');
  }

  private exports(): HTMLElement {
    const button = (text: string, action: () => void) =>
      h('button', { type: 'button', title: `save as ${text}`, onclick: action }, text);
    return h(
      'span',
      { class: 'group', role: 'group', 'aria-label': 'save this plot' },
      button('PNG', async () => {
        const blob = await this.chart.toPng();
        if (blob) download(fileName(this.names.join('_'), 'png'), blob);
      }),
      button('SVG', () =>
        download(fileName(this.names.join('_'), 'svg'), new Blob([this.chart.toSvg()], { type: 'image/svg+xml' })),
      ),
      button('CSV', () => {
        for (const run of this.state.runs) {
          const text = writeCsv(run, this.names, this.state);
          const name = this.state.runs.length > 1 ? `${run.label}_${this.names.join('_')}` : this.names.join('_');
          if (text) download(fileName(name, 'csv'), new Blob([text], { type: 'text/csv' }));
        }
      }),
    );
  }

  update(): void {
    this.chips.replaceChildren(...this.makeChips());
    const spoken = this.kind === 'over' ? 'arrow keys move the cursor, shift with arrows pans, plus and minus zoom' : '';
    this.filterSelect.hidden = this.kind !== 'over';
    this.chart.describe(`${this.kind} plot of ${this.names.join(', ')}. ${spoken}`);
    this.chart.element.classList.toggle('tall', this.kind !== 'over');
    this.hint.textContent = this.explain();
    void Promise.all(this.state.runs.flatMap((run) => this.names.map((name) => run.load(name)))).then(() => {
      this.chart.draw();
      this.showCursor();
      performance.mark('fourfoot-plot');
    });
  }

  private explain(): string {
    if (this.kind === 'spectrum') return 'Power spectral density of the visible range (Welch, Hann windows).';
    if (this.kind === 'over' && this.filter !== filters[0])
      return this.state.runs.map((run) => explainRefusal(run, this.filter)).find(Boolean) ?? `Pale: as recorded. ${this.filter.name}: Butterworth of order 2 forth and back.`;
    if (this.kind !== 'phase') return '';
    return this.names.length < 2 ? 'A phase plot needs a second channel: choose one in the list.' : '';
  }

  private make(theme: Theme, whole: boolean): Chart | null {
    const make = this.kind === 'phase' ? makePhase : makeSpectrum;
    const chart = this.kind === 'over' ? makeOver(this.state, this.names, theme, this.filter) : make(this.state, this.names, theme);
    const { runs } = this.state;
    if (!chart || runs.length === 1) return chart && { ...chart, legend: whole };
    // Colours tell channels apart, dashes runs. On the page the chips above name the channels already.
    const drawn = this.kind === 'phase' ? this.names.slice(1) : this.names;
    const key = (name: string, color: string, dash: number[]): Curve => ({ name, color, dash, trace: () => [] });
    const color = (i: number): string => theme.curves[i % theme.curves.length]!;
    const channels = drawn.length > 1 && whole ? drawn.map((name, i) => key(name, color(i), [])) : [];
    const labels = runs.map((run) => key(drawn.length === 1 && whole ? `${drawn[0]} · ${run.label}` : run.label, drawn.length === 1 ? color(run.index) : theme.text, dashes[run.index % dashes.length]!));
    return { ...chart, legend: true, keys: [...channels, ...labels] };
  }

  // The channels with their colours, to take them out again.
  private makeChips(): HTMLElement[] {
    const theme = currentTheme();
    return this.names.map((name, i) => {
      const place = this.kind === 'phase' ? i - 1 : i;
      const chip = h('button', { type: 'button', class: 'chip', title: `remove ${name}`, onclick: () => this.remove(name) });
      const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
      if (place >= 0 && (this.state.runs.length === 1 || this.names.length > 1)) swatch.style.background = theme.curves[place % theme.curves.length]!;
      chip.append(swatch, this.kind === 'phase' && i === 0 ? `x: ${name}` : name, ' ✕');
      return chip;
    });
  }

  private showCursor(): void {
    this.chart.drawOverlay();
    const parts = this.names.slice(0, 8).map((name) => this.read(name)).filter(Boolean);
    this.readout.replaceChildren(...[`t = ${this.state.time.toFixed(3)} s`, ...parts].map((text) => h('span', {}, text)));
  }

  // "wheelset_1/y = 1.234 mm"; of several runs "wheelset_1/y = 1.234 (fast), 2.345 (slow) mm".
  private read(name: string): string {
    const runs = this.state.runs.filter((run) => run.get(name));
    if (runs.length === 0) return '';
    const own = runs[0]!.channels.get(name)!.unit;
    // One unit and the same decimals for all channels of the plot that share the unit.
    const alike = this.state.runs.flatMap((run) => this.names.flatMap((other) => run.channels.get(other) ?? [])).filter((c) => c.unit === own);
    const largest = Math.max(...alike.map(({ summary: { min = 0, max = 0 } }) => Math.max(Math.abs(min), Math.abs(max))));
    const unit = chooseUnit(own, largest);
    const power = unit.label.startsWith('10') ? `·${unit.label}` : ''; // "6.17·10⁻³"
    const values = runs.map((run) => `${formatWithin(run.sample(name, this.state.timeOf(run)) * unit.factor, largest * unit.factor)}${power}${this.state.runs.length > 1 ? `\u00a0(${run.label})` : ''}`);
    return `${shorten(name, 48)} = ${values.join(', ')}${unit.label && !power ? `\u00a0${unit.label}` : ''}`;
  }

  private drawAbove(painter: Painter, map: Mapping, theme: Theme): void {
    const { box } = map;
    const selection = this.gestures.selection;
    if (selection) painter.rect(selection.from, box.y, selection.to - selection.from, box.h, `${theme.cursor}33`);
    if (this.kind === 'spectrum') return;
    const drawn = listDrawn(this.state, this.kind === 'phase' ? this.names.slice(1) : this.names, theme);
    painter.clip(box.x, box.y, box.w, box.h, () => {
      if (this.kind === 'over' && this.state.runs[0]) {
        const x = map.x(this.state.cursorOf(this.state.runs[0]));
        painter.stroke([x, box.y, x, box.y + box.h], theme.cursor, 1);
      }
      for (const d of drawn) {
        const value = d.run.sample(d.name, this.state.timeOf(d.run));
        const across =
          this.kind === 'phase' ? d.run.sample(this.names[0]!, this.state.timeOf(d.run)) : this.state.cursorOf(d.run);
        if (Number.isFinite(value) && Number.isFinite(across)) painter.dot(map.x(across), map.y(value), 3.5, d.color);
      }
    });
  }
}
