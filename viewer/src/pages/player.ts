// Play, pause, speed and the scrub bar: moves the moment that everything shows.
import { h } from '../dom';
import { formatNumber } from '../format';
import type { State } from '../state';

const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

export function makePlayer(state: State): HTMLElement {
  const [from, to] = state.timeRange();
  const button = h('button', { type: 'button', class: 'play', title: 'play or pause (space)', 'aria-label': 'play' }, '▶');
  const bar = h('input', { type: 'range', class: 'scrub', min: from, max: to, step: 'any', value: from, 'aria-label': 'moment' });
  const place = h('output', { class: 'moment' });
  const speed = h('select', { 'aria-label': 'speed of playing' }, ...speeds.map((v) => h('option', { value: v }, `${v}×`)));
  speed.value = '1';

  let last = 0;
  const step = (now: number): void => {
    if (!state.playing) return;
    const next = state.time + ((now - last) / 1000) * state.speed;
    last = now;
    if (next >= to) setPlaying(false);
    state.setTime(next);
    requestAnimationFrame(step);
  };
  function setPlaying(on: boolean): void {
    state.playing = on;
    button.textContent = on ? '❚❚' : '▶';
    button.setAttribute('aria-label', on ? 'pause' : 'play');
    if (!on) return;
    if (state.time >= to) state.setTime(from);
    last = performance.now();
    requestAnimationFrame(step);
  }
  const show = (): void => {
    bar.value = String(state.time);
    const run = state.runs[0];
    const s = run?.get('s') ? `   s = ${formatNumber(run.sample('s', state.time), 6)} m` : '';
    place.textContent = `t = ${state.time.toFixed(3)} s${s}`;
    bar.setAttribute('aria-valuetext', place.textContent);
  };
  button.addEventListener('click', () => setPlaying(!state.playing));
  bar.addEventListener('input', () => state.setTime(Number(bar.value)));
  speed.addEventListener('change', () => (state.speed = Number(speed.value)));
  document.addEventListener('keydown', (e) => {
    const inControl = (e.target as Element).closest('input, select, button, summary, textarea, a');
    if (e.key !== ' ' || inControl) return;
    e.preventDefault();
    setPlaying(!state.playing);
  });
  state.on('cursor', show);
  show();
  return h('div', { class: 'player', role: 'group', 'aria-label': 'moment shown' }, button, bar, place, speed);
}
