// The page's arithmetic, without a browser.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Euler, Quaternion, Vector3 } from 'three';

const src = join(dirname(fileURLToPath(import.meta.url)), '../src');

async function load(...files) {
  const stdin = { contents: files.map((file) => `export * from './${file}';`).join('\n'), resolveDir: src };
  const result = await build({ stdin, bundle: true, write: false, format: 'esm' });
  return import(`data:text/javascript;base64,${Buffer.from(result.outputFiles[0].text).toString('base64')}`);
}

const { bindUnits, powerSpectrum, Pyramid, lowerBound, linearTicks, decadeTicks, chooseUnit, chooseWriting, write, formatNumber, formatFixed, formatWithin, shorten, tracePlane, traceOver, traceContour, readSweep, listEffects, filterBothWays, slideMean, calcRates, describeObserved, findObserved, drawParallelLabels, judgeTrial, fitTitle, formatColumn, describeChange, drawChart, Eye, views, listWorst } = await load(
  'plot/spectrum', 'data/pyramid', 'plot/scale', 'format', 'plot/traces', 'plot/contour', 'studies/sweep_data', 'plot/filter', 'studies/orbit_data', 'studies/observed', 'studies/parallel_labels', 'studies/critical_data', 'plot/chart', 'studies/side_by_side', 'scene/camera', 'studies/evaluation');

test('the integral of a spectrum is the variance, and a sine stands at its frequency', () => {
  const step = 0.002;
  const values = Float64Array.from({ length: 20000 }, (_, i) => 3 + 2 * Math.sin(2 * Math.PI * 12.5 * i * step) + 0.3 * Math.sin(2 * Math.PI * 90 * i * step));
  const { frequency, density } = powerSpectrum(values, 0, values.length, step);
  const sum = density.reduce((s, p) => s + p, 0) * frequency[1];
  assert.ok(Math.abs(sum - (2 ** 2 / 2 + 0.3 ** 2 / 2)) < 0.02, `${sum}`);
  const peak = frequency[density.indexOf(Math.max(...density))];
  assert.ok(Math.abs(peak - 12.5) <= frequency[1], `${peak}`);
  assert.equal(powerSpectrum(values, 0, 10, step), null);
});

test('filters of the plots: half the power at the corner, no shift, nothing of what stands still lost', () => {
  const rate = 400;
  const sine = (f) => Float64Array.from({ length: 8000 }, (_, i) => 5 + Math.sin((2 * Math.PI * f * i) / rate));
  const middle = (x) => x.subarray(2000, 6000);
  const swing = (x) => (Math.max(...middle(x)) - Math.min(...middle(x))) / 2;
  assert.ok(Math.abs(swing(filterBothWays(sine(20), 20, rate, false)) - Math.SQRT1_2) < 2e-3);
  assert.ok(Math.abs(swing(filterBothWays(sine(1), 20, rate, false)) - 1) < 1e-3);
  assert.ok(swing(filterBothWays(sine(80), 20, rate, false)) < 0.01);
  assert.ok(Math.abs(swing(filterBothWays(sine(0.4), 0.4, rate, true)) - Math.SQRT1_2) < 2e-2);
  const kept = filterBothWays(sine(1), 20, rate, false);
  for (const i of [0, 100, 4000, 7999]) assert.ok(Math.abs(kept[i] - sine(1)[i]) < 0.01, `${i}`);
  const s = Float64Array.from({ length: 101 }, (_, i) => 0.1 * i * (1 + 0.002 * i)); // unequal steps
  const mean = slideMean(s, s.map((v) => 3 + 2 * v), 2);
  assert.ok(Number.isNaN(mean[0]) && Math.abs(mean[50] - (3 + 2 * s[50])) < 1e-9);
});

test('a pyramid finds the extremes of any stretch, and keeps single peaks in every picture', () => {
  const values = Float32Array.from({ length: 100_003 }, (_, i) => Math.sin(i * 0.37) * 10);
  values[77_777] = 1e4;
  values[5] = NaN;
  const pyramid = new Pyramid(values);
  assert.deepEqual(pyramid.range(70_000, 80_000)[1], 1e4);
  const [low, high] = pyramid.range(0, 64);
  assert.ok(low < -9.9 && high > 9.9 && high < 10.1);
  const x = Float64Array.from(values, (_, i) => i);
  const map = { box: { w: 500 }, x: (v) => v, y: (v) => v, y2: (v) => v };
  const points = traceOver(x, pyramid, 0, 100_003, map);
  assert.ok(points.length < 12_000, `${points.length}`);
  assert.ok(points.includes(1e4));
  const near = traceOver(x, pyramid, 77_770, 77_780, map);
  assert.ok(near.length < 40 && near.includes(1e4));
});

test('bounds, ticks and numbers', () => {
  assert.deepEqual([0, 1.5, 2, 9].map((v) => lowerBound([1, 2, 2, 3], v)), [0, 1, 1, 4]);
  const ticks = linearTicks(-0.0103, 0.0103, 5, 1e3, false);
  assert.deepEqual(ticks.values.map((v) => ticks.label(v)), ['−10', '−5', '0', '5', '10']);
  const tiny = linearTicks(-3.2e-16, 1e-16, 5, 1e6, false);
  assert.deepEqual(tiny.values.map((v) => tiny.label(v)), ['−3e−10', '−2e−10', '−1e−10', '0', '1e−10']);
  assert.ok(linearTicks(5, 5, 4, 1, false).max > 5);
  assert.ok(linearTicks(1e300, 2e300, 4, 1, false).values.length < 10);
  assert.deepEqual(decadeTicks(-2, 1).values, [-2, -1, 0, 1]);
  assert.deepEqual(chooseUnit('m', 0.01), { label: 'mm', factor: 1e3 });
  assert.deepEqual(chooseUnit('N', 54e3), { label: 'kN', factor: 1e-3 });
  assert.equal(formatNumber(-0.012345), '−0.01235');
  assert.equal(formatNumber(NaN), '–');
  assert.equal(shorten('x'.repeat(500), 20).length, 20);
});

test('a curve in the plane leaves out what nobody sees', () => {
  const n = 100_000;
  const x = Float64Array.from({ length: n }, (_, i) => Math.cos(i / 1000));
  const y = Float64Array.from({ length: n }, (_, i) => Math.sin(i / 1000));
  const map = { x: (v) => 200 * v, y: (v) => 200 * v };
  assert.ok(tracePlane(x, y, 0, n, map).length < n);
});

test('what is zero but for rounding is told in units of the railway', () => {
  assert.deepEqual(chooseUnit('m', 2.7e-12), { label: 'mm', factor: 1e3 });
  assert.equal(formatWithin(2.7e-12 * 1e3, 2.7e-12 * 1e3), '0.000');
  assert.deepEqual(chooseUnit('1', 1.2e-3), { label: '10⁻³', factor: 1e3 }); // creepages
  assert.deepEqual(chooseUnit('1', 0.42), { label: '', factor: 1 });
});

test('a number and its unit stay on one line', () => {
  assert.equal(bindUnits('bogie hunting 10 mm; 66.64 to 66.73 m/s (240 km/h), 3.81 Hz'), 'bogie hunting 10\u00a0mm; 66.64 to 66.73\u00a0m/s (240\u00a0km/h), 3.81\u00a0Hz');
  assert.equal(bindUnits('eigenvalues at 40 values, 2 modes'), 'eigenvalues at 40 values, 2 modes');
});

test('the coordinate that a study observes has its unit', () => {
  assert.deepEqual(describeObserved('frame/psi'), { name: 'frame/psi', unit: 'mrad' });
  assert.deepEqual(findObserved(['title', 'observed: y of the first wheelset [m, rad]; max_abs over the last cycle']), { name: 'y of the first wheelset', unit: 'mm' });
  assert.equal(describeObserved(undefined).unit, 'mm or mrad');
});

test('labels of parallel coordinates stand clear of each other on a telephone', () => {
  const boxes = [];
  const painter = { text: (text, x, y) => boxes.push({ text, left: x - 3.1 * text.length, right: x + 3.1 * text.length, y }) };
  const titles = ['speed [m/s]', 'contact.conicity', 'growth [1/s]', 'frequency [Hz]', 'damping', 'max |amplitude| [mm or mrad]', 'peak to peak [mm or mrad]'];
  drawParallelLabels(painter, { box: { x: 0, y: 0, w: 260, h: 300 }, x: (k) => 10 + 40 * k, y: (v) => 300 - 200 * v }, { text: '', faint: '' }, titles.map((title, i) => ({ title, min: -0.0557 * i, max: 0.0117 * (i + 1) })));
  for (const a of boxes) for (const b of boxes) if (a !== b && Math.abs(a.y - b.y) < 11) assert.ok(a.right <= b.left || b.right <= a.left, `${a.text} over ${b.text}`);
  for (const box of boxes) assert.ok(box.left >= 0 && box.right <= 260, `${box.text} is cut off`);
});

test('numbers are rounded as engineers do', () => {
  assert.equal(write(2.798e-18, chooseWriting('m', 0.0097)), '0.0 mm');
  assert.equal(write(-2.8e-5, chooseWriting('m', 0.0097)), '0.0 mm');
  assert.equal(write(-9.73e-3, chooseWriting('m', 0.0097)), '−9.7 mm');
  assert.equal(write(75_320, chooseWriting('N', 75_320)), '75.3 kN');
  assert.equal(write(400, chooseWriting('N', 75_320)), '0.4 kN');
  assert.equal(write(0.4218, chooseWriting('1', 0.4218)), '0.42');
  assert.equal(formatFixed(-0.0004, 2), '0.00');
  assert.equal(formatWithin(3e-19, 9.7), '0.000');
  assert.equal(formatWithin(-1.23456, 9.7), '−1.235');
  assert.equal(formatNumber(1e7), '1·10⁷');
  assert.equal(formatNumber(2e6), '2·10⁶');
  assert.equal(formatNumber(-1.5e-7), '−1.5·10⁻⁷');
  assert.equal(formatNumber(250000), '250000');
  const large = linearTicks(1e6, 8e6, 6, 1, false);
  assert.equal(large.label(large.values[0]), '2·10⁶');
});

test('lines of equal value', () => {
  const plane = [0, 1, 2].map((r) => [0, 1, 2, 3].map((c) => c + 10 * r));
  const points = traceContour(plane, 1.5, (c) => c, (r) => r).filter((v) => !Number.isNaN(v));
  for (let i = 0; i < points.length; i += 2) assert.ok(Math.abs(points[i] + 10 * points[i + 1] - 1.5) < 1e-12);
  assert.ok(points.length >= 4);
  assert.deepEqual(traceContour([[NaN, 1], [2, 3]], 1.5, (c) => c, (r) => r), []);
});

test('inputs of a sweep are told from its figures, and weighed', () => {
  const rows = [1, 2, 3].flatMap((a) => ['x', 'y'].map((b) => [String(a), b, String(10 * a + (b === 'y' ? 1 : 0)), 'done', '']));
  const sweep = readSweep({ head: ['a', 'b', 'measure', 'status', 'fault'], rows });
  assert.deepEqual(sweep.inputs.map((c) => c.name), ['a', 'b']);
  assert.deepEqual(sweep.figures.map((c) => c.name), ['measure']);
  const effects = listEffects(sweep, sweep.figures[0]);
  assert.deepEqual(effects.map((e) => [e.name, e.high.mean - e.low.mean]), [['a', 20], ['b', 1]]);
});

test('columns of a sweep have units: from their head, from their cells, or as older files meant them', () => {
  const head = ['speed.v', 'contact.friction', 'wheelset_1/right/Q max [N]', 'wheelset_1/y max-abs [m]', 'frame/psi max-abs [rad]', 'status', 'fault'];
  const rows = ['60 km/h', '80 km/h'].map((v, i) => [v, '0.3', String(66478 + 1000 * i), String(0.0072 + 0.001 * i), '0.004', 'done', '']);
  const sweep = readSweep({ head, rows });
  assert.deepEqual(sweep.inputs.map((c) => [c.title, c.isNumber, c.values[0]]), [['speed [km/h]', true, 60]]);
  const given = readSweep({ head, rows, parameters: 2 });
  assert.deepEqual(given.inputs.map((c) => [c.name, c.title, c.values[1]]), [['speed.v', 'speed [km/h]', 80], ['contact.friction', 'contact.friction', 0.3]]);
  assert.deepEqual(given.figures.map((c) => [c.title, Number(c.values[0].toPrecision(6))]), [['wheelset_1/right/Q max [kN]', 66.478], ['wheelset_1/y max-abs [mm]', 7.2], ['frame/psi max-abs [mrad]', 4]]);
  const old = readSweep({ head: ['speed.v', 'growth', 'max_abs', 'status', 'fault'], rows: [['60', '-1', '0.002', 'done', ''], ['62 mph', '1', '0.003', 'done', '']] });
  assert.deepEqual(old.figures.map((c) => [c.title, c.values[0]]), [['growth [1/s]', -1], ['max |amplitude| [mm or mrad]', 2]]);
  assert.deepEqual(old.inputs.map((c) => [c.title, c.isNumber]), [['speed', false]], 'texts of several kinds are words');
});

test('what happened at a trial of a critical speed', () => {
  const found = { method: 'falling', low: 66, high: 67 };
  const judge = (outcome, value = 66.5, of = found) => judgeTrial({ value, outcome }, of);
  assert.deepEqual(['stationary', 'fading, front 0.03 mm peak to peak', 'periodic, front 20 mm peak to peak', 'growth -0.08 1/s', 'growth 3e-3 1/s', 'eigenvalues at 40 values'].map((text) => judge(text)), ['steady', 'steady', 'lasting', 'steady', 'lasting', 'other']);
  const force = { method: 'axle-force', low: 60, high: 61 };
  assert.deepEqual([59, 62].map((v) => judge('wheelset_1 r.m.s. 4 kN at 3 Hz, limit 10 kN', v, force)), ['steady', 'lasting']);
});

test('a title fits the room it has', () => {
  assert.deepEqual(fitTitle('time [s]', 300), { text: 'time [s]', size: 12 });
  const long = fitTitle('mean wheelset_1/right/Q max [kN] at both ends of each input', 240);
  assert.ok(long.text.length * 0.55 * long.size <= 240 && /^mean.*input$/.test(long.text), JSON.stringify(long));
});

test('the rate of a periodic motion', () => {
  const [n, period] = [96, 0.25];
  const omega = (2 * Math.PI) / period;
  const samples = Array.from({ length: n }, (_, i) => 0.009 * Math.sin((2 * Math.PI * i) / n));
  calcRates({ name: '', value: 0, largest: 0.009, period, samples }).forEach((rate, i) => {
    assert.ok(Math.abs(rate - 0.009 * omega * Math.cos((2 * Math.PI * i) / n)) < 1e-3 * 0.009 * omega);
  });
});

test('a column of numbers: the same decimals for all, as few as tell them, no digits of rounding', () => {
  assert.deepEqual(formatColumn([60, 64, 72]), ['60', '64', '72']);
  assert.deepEqual(formatColumn([0.04, 0.05, 0.1]), ['0.04', '0.05', '0.10']);
  assert.deepEqual(formatColumn([7.044e-16, 9.9749, 11.16454]), ['0.00', '9.97', '11.16']);
  assert.deepEqual(formatColumn([0, 0]), ['0', '0']);
  assert.deepEqual(formatColumn([NaN, 1.5]), ['–', '1.5']);
  assert.deepEqual(formatColumn([1.5e8, 2e8]), ['1.5·10⁸', '2·10⁸']);
});

test('runs of a sweep that failed: inputs and times as people write them', () => {
  const { failed, count } = readSweep({ head: ['speed.v', 'contact.friction', 'track', 'Y', 'status', 'fault'], parameters: 3, rows: [
    ['20', '0.3', 'flat', '1', 'done', ''],
    ['55.600000000000001', '0.10000000000000001', 'flat', '', 'failed', 'ended at t = 1.88823 s: derailment: wheelset_1 has left its rails'],
  ] });
  assert.equal(count, 1);
  assert.deepEqual(failed, [{ inputs: ['55.6', '0.1', 'flat'], fault: 'ended at t = 1.89 s: derailment: wheelset\u00a01 has left its rails', run: null }]);
});

test('a change is told in per cent where there is something to compare with', () => {
  const plain = { label: '', factor: 1, decimals: 2 };
  assert.equal(describeChange(0.33, 0.42, plain), '−21 %');
  assert.equal(describeChange(0.4201, 0.42, plain), 'same');
  assert.equal(describeChange(0.0009, 0.00025, plain), 'same'); // 0.00 and 0.00
  assert.equal(describeChange(-0.21, 0.17, plain), '−0.38'); // per cent of what changes its sign say nothing
  assert.equal(describeChange(-0.17, -0.11, plain), '−0.06'); // nor of what is below 0
  assert.equal(describeChange(0.5, 0, plain), '+0.50');
  assert.equal(describeChange(8, 0.4, plain), '20 times');
  assert.equal(describeChange(3.9, 0.4, plain), '+875 %');
  assert.equal(describeChange(118.1, 118, { label: 'mm', factor: 1, decimals: 1 }), '+0.1 %');
});

test('rings are rings in the legend, too', () => {
  const scale = { ticks: { min: 0, max: 1, values: [], label: String }, title: '' };
  const dots = [];
  const painter = { stroke() {}, polygon() {}, rect() {}, text() {}, clip: (x, y, w, h, draw) => draw(), dot: (x, y, radius, color) => dots.push([radius, color]) };
  const theme = { background: 'paper', text: '', faint: '', grid: '', frame: '', cursor: '', curves: [] };
  const curve = { name: 'ring', color: 'ink', dash: [], dots: true, size: 4, open: true, trace: () => [] };
  drawChart(painter, { x: scale, y: scale, curves: [curve], legend: true }, theme, 300, 200);
  assert.deepEqual(dots, [[4, 'ink'], [2, 'paper']]);
});

// Words that a painter is asked to write, with where they stand.
function readTexts(chart, width, height) {
  const found = [];
  const nothing = () => {};
  const painter = { stroke: nothing, polygon: nothing, rect: nothing, dot: nothing, clip: (x, y, w, h, draw) => draw(), text: (text, x, y, style) => found.push({ text, x, y, align: style.align ?? 'start', size: style.size ?? 12 }) };
  const map = drawChart(painter, chart, { grid: '#111111', faint: '#111111', text: '#111111', frame: '#111111', background: '#ffffff', curves: ['#000000'] }, width, height);
  return { found, map };
}

const axis = (values, title) => ({ ticks: { min: values[0] ?? 0, max: values.at(-1) ?? 1, values, label: String }, title });
const curve = (name) => ({ name, color: '#000000', dash: [], trace: () => [] });

test('numbers of a scale are whole at its ends, and a chart without a vertical scale is as wide as its figure', () => {
  const chart = { x: axis([0, 5000, 20000], 's [m]'), y: axis([0, 1], 'y'), curves: [], legend: false };
  const { found } = readTexts(chart, 340, 200);
  const last = found.find(({ text }) => text === '20000');
  assert.ok(last.x + (5 * 6.4) / 2 <= 340, `${last.x}`);
  const bare = readTexts({ ...chart, y: { ticks: { min: 0, max: 1, values: [], label: String }, title: '' } }, 340, 200).map;
  assert.deepEqual([bare.box.x, bare.box.w], [14, 340 - 28]);
});

test('a legend with more names than it has room for tells how many it leaves out', () => {
  const names = Array.from({ length: 14 }, (_, i) => `a name that takes a row of its own, ${i}`);
  const chart = { x: axis([0, 1], 'x'), y: axis([0, 1], 'y'), curves: names.map(curve), legend: true };
  const { found, map } = readTexts(chart, 340, 360);
  assert.deepEqual(found.map(({ text }) => text).filter((text) => names.includes(text)), names.slice(0, 7));
  assert.ok(found.some(({ text }) => text === 'and 7 more'));
  assert.ok(Math.max(...found.filter(({ text }) => /name|more/.test(text)).map(({ y }) => y)) < map.box.y, 'above the frame');
  assert.ok(!readTexts({ ...chart, curves: names.slice(0, 8).map(curve) }, 340, 360).found.some(({ text }) => /more/.test(text)));
});

test('every camera keeps the whole vehicle in the picture, on straight track, in curves and on cant', () => {
  const extent = { x: [-13, 13], z: [-0.1, 3.9], half: 1.45 };
  for (const radius of [Infinity, 300]) {
    const path = { frame: (s) => {
      const angle = s / radius;
      const position = radius === Infinity ? new Vector3(s, 0, 0) : new Vector3(radius * Math.sin(angle), radius * (1 - Math.cos(angle)), 0);
      return { position, rotation: new Quaternion().setFromEuler(new Euler(radius === Infinity ? 0 : -0.1, 0, angle, 'ZYX')) };
    } };
    for (const [view] of views.filter(([name]) => name !== 'bogie'))
      for (const aspect of [2.2, 1.4, 0.7]) {
        const eye = new Eye(path, extent, extent, view);
        for (let s = 0; s < 200; s += 5) {
          eye.place(s, aspect);
          eye.camera.updateMatrixWorld();
          const { position, rotation } = path.frame(s);
          for (const x of extent.x)
            for (const y of [1.45, -1.45])
              for (const z of extent.z) {
                const seen = new Vector3(x, y, z).applyQuaternion(rotation).add(position).project(eye.camera);
                assert.ok(Math.abs(seen.x) <= 1 && Math.abs(seen.y) <= 1 && seen.z < 1, `${view}, ${aspect}, R = ${radius}, s = ${s}: ${seen.toArray()}`);
              }
        }
      }
  }
});

test('of figures without a limit the largest is the worst; of a distance from a limit the highest, also below 0', () => {
  const worst = (figure, ...values) => listWorst(values.map((value) => ({ norm: 'any', figure, value, limit: null }))).map((f) => f.value);
  assert.deepEqual(worst('sway_left', 1, -3, 2), [-3]);
  assert.deepEqual(worst('shakedown', -0.27, -0.1, -0.2), [-0.1]);
  assert.deepEqual(worst('shakedown', -0.25, 0.21), [0.21]);
});
