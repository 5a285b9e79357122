// Play, pause, speed and the scrub bar: moves the moment that everything shows.
import { h } from '../dom';
import { formatFixed } from '../format';
import type { State } from '../state';

const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

export function makePlayer(state: State): HTMLElement {
  const [from, to] = state.timeRange();
  const button = h('button', { type: 'button', class: 'play', title: 'play or pause (space)', 'aria-label': 'play' }, '▶');
  const bar = h('input', { type: 'range', class: 'scrub', min: from, max: to, step: 'any', value: from, 'aria-label': 'moment' });
  const place = h('output', { class: 'moment' });
  const speed = h('select', { 'aria-label': 'speed of playing' }, ...speeds.map((v) => h('option', { value: v }, `${v}×`)));
  speed.value = '1';

  state.on('play', () => {
    button.textContent = state.playing ? '❚❚' : '▶';
    button.setAttribute('aria-label', state.playing ? 'pause' : 'play');
  });
  const show = (): void => {
    bar.value = String(state.time);
    const run = state.runs[0];
    const parts = [`t = ${state.time.toFixed(3)} s`, ...(run?.get('s') ? [`s = ${formatFixed(run.sample('s', state.time), 1)} m`] : [])];
    place.replaceChildren(...parts.flatMap((part, i) => [...(i > 0 ? [' · '] : []), h('span', { class: 'nowrap' }, part)]));
    bar.setAttribute('aria-valuetext', parts.join(' · '));
  };
  button.addEventListener('click', () => state.setPlaying(!state.playing));
  bar.addEventListener('input', () => state.setTime(Number(bar.value)));
  speed.addEventListener('change', () => (state.speed = Number(speed.value)));
  document.addEventListener('keydown', (e) => {
    const inControl = (e.target as Element).closest('input, select, button, summary, textarea, a');
    if (e.key !== ' ' || inControl) return;
    e.preventDefault();
    state.setPlaying(!state.playing);
  });
  state.on('cursor', show);
  show();
  return h('div', { class: 'player', role: 'group', 'aria-label': 'moment shown' }, button, bar, place, speed);
}
