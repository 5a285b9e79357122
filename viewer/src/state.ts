// What all parts of the page share: runs, horizontal axis, zoomed range, moment. Whoever changes it tells the others.
import { interpolate, type Run, type XAxis } from './data/run';

type Topic = 'axis' | 'range' | 'cursor' | 'channels' | 'play';

export class State {
  xAxis: XAxis = 'time';
  from = 0; // of the visible range, in units of the axis
  to = 1;
  time = 0; // the moment that plots, 3-D and close-up show [s]
  playing = false;
  speed = 1;
  private listeners = new Map<Topic, Set<() => void>>();

  constructor(readonly runs: Run[]) {
    this.resetRange();
    this.time = this.timeRange()[0];
  }

  on(topic: Topic, listener: () => void): void {
    if (!this.listeners.has(topic)) this.listeners.set(topic, new Set());
    this.listeners.get(topic)!.add(listener);
  }

  tell(topic: Topic): void {
    for (const listener of this.listeners.get(topic) ?? []) listener();
  }

  private rangeOf(axis: XAxis): [number, number] {
    let min = Infinity;
    let max = -Infinity;
    for (const run of this.runs) {
      const x = run.axis(axis);
      if (x.length === 0) continue;
      min = Math.min(min, x[0]!);
      max = Math.max(max, x[x.length - 1]!);
    }
    if (!(min <= max)) return [0, 1];
    return max > min ? [min, max] : [min, min + 1];
  }

  fullRange(): [number, number] {
    return this.rangeOf(this.xAxis);
  }

  timeRange(): [number, number] {
    return this.rangeOf('time');
  }

  hasDistance(): boolean {
    return this.runs.length > 0 && this.runs.every((run) => run.s !== null);
  }

  setAxis(axis: XAxis): void {
    const reference = this.runs[0];
    const old = this.xAxis;
    this.xAxis = axis;
    if (reference && old !== axis) {
      const a = reference.axis(old);
      const b = reference.axis(axis);
      const [from, to] = [interpolate(a, b, this.from), interpolate(a, b, this.to)];
      if (to > from) [this.from, this.to] = [from, to];
      else [this.from, this.to] = this.fullRange();
    }
    this.tell('axis');
    this.tell('range');
  }

  setRange(from: number, to: number): void {
    const [min, max] = this.fullRange();
    const least = (max - min) * 1e-6;
    const width = Math.min(max - min, Math.max(least, to - from));
    from = Math.max(min, Math.min(from, max - width));
    this.from = from;
    this.to = from + width;
    this.tell('range');
  }

  zoom(factor: number, about = (this.from + this.to) / 2): void {
    this.setRange(about - (about - this.from) * factor, about + (this.to - about) * factor);
  }

  pan(part: number): void {
    const shift = (this.to - this.from) * part;
    this.setRange(this.from + shift, this.to + shift);
  }

  resetRange(): void {
    [this.from, this.to] = this.fullRange();
    this.tell('range');
  }

  isZoomed(): boolean {
    const [min, max] = this.fullRange();
    return this.from > min || this.to < max;
  }

  setTime(t: number): void {
    const [min, max] = this.timeRange();
    this.time = Math.max(min, Math.min(max, t));
    this.tell('cursor');
  }

  // The moment at which a run is at its time t: over distance the one at which the first run is at that place.
  setTimeOf(run: Run, t: number): void {
    if (this.xAxis === 'time' || run === this.runs[0] || !run.s) this.setTime(t);
    else this.setCursor(interpolate(run.time, run.axis('s'), t));
  }

  // Where a run is at the moment: at the same time as the others, or over distance at the same place as the first.
  timeOf(run: Run): number {
    const first = this.runs[0];
    if (this.xAxis === 'time' || !first || run === first || !run.s) return this.time;
    return interpolate(run.axis('s'), run.time, this.cursorOf(first));
  }

  // The visible range as times.
  visibleTimes(): [number, number] {
    const run = this.runs[0];
    if (this.xAxis === 'time' || !run) return [this.from, this.to];
    const toTime = (x: number): number => interpolate(run.axis('s'), run.time, x);
    return [toTime(this.from), toTime(this.to)];
  }

  // Moves the moment on in real time, times `speed`, until the end or until it is told not to.
  setPlaying(on: boolean): void {
    if (this.playing === on) return;
    this.playing = on;
    this.tell('play');
    if (!on) return;
    const [from, to] = this.timeRange();
    if (this.time >= to) this.setTime(from);
    let last = performance.now();
    const step = (now: number): void => {
      if (!this.playing) return;
      const next = this.time + (Math.max(0, now - last) / 1000) * this.speed;
      last = now;
      this.setTime(next);
      if (next >= to) this.setPlaying(false);
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  // The moment in units of the axis, for a run.
  cursorOf(run: Run): number {
    return this.xAxis === 'time' ? this.time : interpolate(run.time, run.axis('s'), this.timeOf(run));
  }

  setCursor(x: number): void {
    const run = this.runs[0];
    if (!run) return;
    this.setTime(this.xAxis === 'time' ? x : interpolate(run.axis('s'), run.time, x));
  }
}
