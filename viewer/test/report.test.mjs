// The page as people use it, in headless Chromium, from disk.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch } from './browser.mjs';
import { changed, drawn, folder, fourfoot, killedRun, makeFiles, open, pictures, report, root, runExample } from './support.mjs';

const small = { width: 900, height: 700 }; // where no pixels are looked at: software draws the 3-D view, and takes long for a large one
const examples = ['01-hunting-wheelset', '04-curve-165', '05-line-3km'];
let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const valuesOf = (tab, name, run = 0) =>
  tab.evaluate(async ([channel, k]) => Array.from((await window.fourfoot.runs[k].load(channel)).values), [name, run]);
const range = (tab) => tab.evaluate(() => [window.fourfoot.state.from, window.fourfoot.state.to]);
const download = async (tab, click) => {
  const [file] = await Promise.all([tab.waitForEvent('download'), click()]);
  return readFileSync(await file.path());
};

for (const name of examples) {
  test(`${name}: nothing leaves the page, and it holds the numbers of the results file`, async () => {
    const results = runExample(name);
    const { tab, faults, close } = await open(browser, report(`${name}.html`, results), { viewport: small });
    assert.equal(await tab.evaluate(() => document.documentElement.dataset.ready), 'true');
    const channels = ['time', 's', 'wheelset/y', 'wheelset/psi', 'wheelset/left/fx'];
    const truth = JSON.parse(makeFiles('numbers', results, ...channels));
    for (const channel of channels) {
      const shown = await valuesOf(tab, channel);
      const wanted = truth[channel];
      assert.equal(shown.length, wanted.length, channel);
      const exact = channel === 'time' || channel === 's';
      const size = Math.max(...wanted.map(Math.abs));
      for (let i = 0; i < wanted.length; i++) {
        const error = Math.abs(shown[i] - wanted[i]);
        const allowed = exact ? 2e-12 * size : 2 ** -24 * Math.abs(wanted[i]) + 1e-40;
        assert.ok(error <= allowed, `${channel}[${i}]: ${shown[i]} for ${wanted[i]}`);
      }
    }
    assert.deepEqual(faults, []);
    await close();
  });
}

// The frames of a WebM file that the browser decodes, one after the other; runs in the page.
async function countDecoded(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const blocks = [];
  let codec = '';
  const readNumber = (at, keepsMark) => { // EBML: the leading zeros of the first byte tell its length
    const length = Math.clz32(bytes[at]) - 23;
    let value = keepsMark ? bytes[at] : bytes[at] & ((1 << (8 - length)) - 1);
    for (let i = 1; i < length; i++) value = value * 256 + bytes[at + i];
    return [value, at + length];
  };
  const read = (at, end) => {
    while (at < end) {
      const [id, behind] = readNumber(at, true);
      const [size, begin] = readNumber(behind, false);
      if ([0x18538067, 0x1f43b675, 0x1654ae6b, 0xae].includes(id)) read(begin, begin + size); // segment, cluster, tracks, track
      if (id === 0x86) codec = new TextDecoder().decode(bytes.slice(begin, begin + size));
      if (id === 0xa3) blocks.push({ isKey: (bytes[begin + 3] & 0x80) !== 0, data: bytes.slice(begin + 4, begin + size) });
      at = begin + size;
    }
  };
  read(0, bytes.length);
  let count = 0;
  const decoder = new VideoDecoder({ output: (frame) => { count++; frame.close(); }, error: (error) => { throw error; } });
  decoder.configure({ codec: codec === 'V_VP8' ? 'vp8' : 'vp09.00.51.08' });
  blocks.forEach(({ isKey, data }, i) => decoder.decode(new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: i * 33333, data })));
  await decoder.flush();
  return count;
}

describe('working with a run', () => {
  let page;
  let tab;
  let faults;
  before(async () => {
    page = report('work.html', runExample('05-line-3km'));
    ({ tab, faults } = await open(browser, page));
  });
  const chart = (i) => tab.locator('.panel .chart').nth(i);
  const labels = (i) => tab.evaluate((k) => new DOMParser().parseFromString(window.fourfoot.workspace.panels[k].chart.toSvg(), 'image/svg+xml').documentElement.textContent, i);

  test('dragging in one plot zooms all, a double click shows all', async () => {
    const box = await chart(0).boundingBox();
    const before = await labels(1);
    await tab.mouse.move(box.x + 200, box.y + 80);
    await tab.mouse.down();
    await tab.mouse.move(box.x + 300, box.y + 90, { steps: 4 });
    await tab.mouse.up();
    const [from, to] = await range(tab);
    const inner = box.width - 64 - 14;
    assert.ok(Math.abs(from - ((200 - 64) / inner) * 150) < 0.5 && Math.abs(to - ((300 - 64) / inner) * 150) < 0.5, `${from} ${to}`);
    assert.notEqual(await labels(1), before);
    await chart(1).dblclick({ position: { x: 200, y: 80 } });
    assert.deepEqual(await range(tab), [0, 150]);
  });

  test('keys zoom, pan and move the cursor', async () => {
    await chart(0).focus();
    await tab.keyboard.press('+');
    const [from, to] = await range(tab);
    assert.ok(to - from < 110);
    await tab.keyboard.press('Shift+ArrowRight');
    assert.ok((await range(tab))[0] > from);
    const time = await tab.evaluate(() => window.fourfoot.state.time);
    await tab.keyboard.press('ArrowRight');
    assert.ok((await tab.evaluate(() => window.fourfoot.state.time)) > time);
    await tab.keyboard.press('0');
    assert.deepEqual(await range(tab), [0, 150]);
  });

  test('the cursor is linked: plots, player and readout say the same', async () => {
    const box = await chart(0).boundingBox();
    await tab.mouse.move(box.x + 64 + ((box.width - 78) * 88) / 150, box.y + 60);
    const time = await tab.evaluate(() => window.fourfoot.state.time);
    assert.ok(Math.abs(time - 88) < 0.5, `${time}`);
    const y = (await valuesOf(tab, 'wheelset/y'))[4400];
    assert.match(await tab.locator('.moment').textContent(), /t = 8[78]\.\d{3} s/);
    assert.match(await tab.locator('.readout').first().textContent(), new RegExp(`wheelset/y = .*${Math.abs(y * 1e3).toPrecision(4)}`));
  });

  test('over distance the same numbers stand over s', async () => {
    await tab.selectOption('select[aria-label="horizontal axis"]', 's');
    const [from, to] = await range(tab);
    assert.ok(Math.abs(from) < 1e-6 && Math.abs(to - 3000) < 1e-6);
    assert.match(await labels(0), /distance along the track \[m\]/);
    await tab.selectOption('select[aria-label="horizontal axis"]', 'time');
  });

  test('3-D moves with time and with the exaggeration', async () => {
    const shoot = async (t) => {
      await tab.evaluate((time) => window.fourfoot.state.setTime(time), t);
      await drawn(tab);
      return tab.locator('.scene canvas').evaluate((canvas) => canvas.toDataURL());
    };
    const first = await shoot(0);
    const later = await shoot(40);
    assert.notEqual(first, later);
    assert.equal(await shoot(40), later);
    await tab.locator('input[aria-label="exaggeration of the motion"]').fill('1.5');
    assert.notEqual(await changed(() => shoot(40), later), later);
    for (const view of ['side', 'front', 'above', 'trackside']) {
      await tab.selectOption('select[aria-label="camera"]', view);
      assert.notEqual(await changed(() => shoot(40), later), later, view);
      await tab.locator('.scene').screenshot({ path: join(pictures, `scene-${view}.png`) });
    }
  });

  test('playing moves the moment, and stops', async () => {
    await tab.evaluate(() => window.fourfoot.state.setTime(10));
    await tab.locator('button.play').click();
    await tab.waitForFunction(() => window.fourfoot.state.time > 10.2, undefined, { timeout: 120_000 });
    await tab.locator('button.play').click();
    const time = await tab.evaluate(() => window.fourfoot.state.time);
    await tab.waitForTimeout(300);
    assert.equal(await tab.evaluate(() => window.fourfoot.state.time), time);
  });

  test('channels are found in the tree and drawn', async () => {
    await tab.fill('.tree input[type="search"]', 'spring_left force_y');
    const shown = tab.locator('.tree .leaf:not([hidden])');
    assert.equal(await shown.count(), 1);
    await shown.locator('input').check();
    const panels = await tab.evaluate(() => window.fourfoot.workspace.panels.map((p) => p.names));
    assert.ok(panels.some((names) => names.includes('spring_left/force_y')), JSON.stringify(panels));
    await tab.locator('.tree input[data-channel="spring_left/force_y"]').uncheck();
    assert.ok(!(await tab.evaluate(() => window.fourfoot.workspace.panels.flatMap((p) => p.names))).includes('spring_left/force_y'));
    await tab.fill('.tree input[type="search"]', '');
  });

  test('phase plot and spectrum', async () => {
    await tab.getByText('+ phase plot').click();
    await tab.getByText('+ spectrum').click();
    const panels = await tab.evaluate(() => window.fourfoot.workspace.panels.map((p) => [p.kind, ...p.names]));
    assert.deepEqual(panels.slice(-2)[0].slice(0, 3), ['phase', 'wheelset/psi', 'wheelset/y']);
    assert.equal(panels.at(-1)[0], 'spectrum');
    await tab.screenshot({ path: join(pictures, 'phase-spectrum.png') });
    assert.match(await labels(panels.length - 1), /PSD/);
  });

  test('plots are saved as PNG, SVG and CSV, input files as they were', async () => {
    const panel = tab.locator('.panel').first();
    const png = await download(tab, () => panel.getByText('PNG').click());
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    assert.ok(png.length > 5000);
    const svg = (await download(tab, () => panel.getByText('SVG').click())).toString();
    assert.match(svg, /^<svg [^]*wheelset\/y[^]*<\/svg>\n$/);
    const csv = (await download(tab, () => panel.getByText('CSV').click())).toString().trim().split('\n');
    assert.equal(csv[0], 'time [s],s [m],wheelset/y [m]');
    assert.equal(csv.length, 7502);
    const y = await valuesOf(tab, 'wheelset/y');
    for (const i of [0, 1, 4000, 7500]) assert.equal(Number(csv[i + 1].split(',')[2]), y[i]);
    const input = await download(tab, () => tab.locator('.file').first().getByText('download').click());
    assert.deepEqual(input, readFileSync(join(root, 'examples/05-line-3km/scenario.toml')));
  });

  test('a figure of the summary shows its moment', async () => {
    await tab.evaluate(() => window.scrollTo(0, 0));
    await tab.getByText('show this moment').first().click();
    await tab.waitForFunction(() => Math.abs(document.getElementById('plots').getBoundingClientRect().top) < 120);
    const text = await tab.locator('.card').first().textContent();
    const time = Number(/t = ([\d.]+) s/.exec(text)[1]);
    assert.ok(Math.abs((await tab.evaluate(() => window.fourfoot.state.time)) - time) <= 0.0051, text);
  });

  test('numbers of the summary are rounded, without powers of ten', async () => {
    const text = (await tab.locator('.card, .facts-list, .wheels').allTextContents()).join(' ').replace(/made by[^]*/, '');
    assert.doesNotMatch(text, /\de[+−-]?\d/);
    assert.doesNotMatch(text, /kane|letters/);
  });

  test('the picture and a video of the run are saved', async () => {
    const png = await download(tab, () => tab.locator('.scene-controls').getByText('picture').click());
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    await tab.evaluate(() => window.fourfoot.state.setRange(10, 11.5));
    const video = await download(tab, () => tab.locator('.scene-controls .video').click());
    await tab.evaluate(() => window.fourfoot.state.resetRange());
    assert.deepEqual([...video.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3], 'a WebM file');
    const player = await tab.context().newPage();
    await player.setContent('<video muted></video>');
    const size = await player.evaluate(async (data) => {
      const element = document.querySelector('video');
      element.src = `data:video/webm;base64,${data}`;
      await element.play();
      await new Promise((done, fail) => { element.onended = done; element.onerror = () => fail(new Error('it does not play')); });
      const pixels = async (time) => {
        element.currentTime = time;
        await new Promise((done) => (element.onseeked = done));
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [element.videoWidth, element.videoHeight];
        const context = canvas.getContext('2d');
        context.drawImage(element, 0, 0);
        return context.getImageData(0, 0, canvas.width, canvas.height).data.join();
      };
      return [element.videoWidth, element.videoHeight, element.duration, (await pixels(0.1)) !== (await pixels(1.3))];
    }, video.toString('base64'));
    const canvas = await tab.evaluate(() => { const { width, height } = document.querySelector('.scene canvas'); return [width, height]; });
    assert.equal(await tab.evaluate(countDecoded, video.toString('base64')), 45, 'every frame of 1.5 s at 30 a second can be decoded');
    assert.deepEqual(size, [...canvas, 1.5, true]); // the visible 1.5 s, every frame of it, however slow the machine; it can be sought in, and moves
    await player.close();
  });

  test('full screen takes the player along', async () => {
    await tab.getByText('full screen').click();
    await tab.waitForSelector('.scene-box .player');
    await tab.evaluate(() => document.exitFullscreen());
    await tab.waitForSelector('.dock .player');
  });

  test('print shows plots as vectors, and no controls', async () => {
    await tab.emulateMedia({ media: 'print' });
    await tab.waitForSelector('.print-only svg');
    for (const hidden of ['.tree', '.dock', '.bar', '.panel-head.controls'])
      assert.equal(await tab.locator(hidden).first().isVisible(), false, hidden);
    await tab.pdf({ path: join(pictures, 'print.pdf'), format: 'A4' });
    assert.ok(statSync(join(pictures, 'print.pdf')).size > 20_000);
    await tab.emulateMedia({ media: 'screen' });
    assert.deepEqual(faults, []);
  });
});

test('on paper nothing is cut off, and colours that tell something are printed', async () => {
  const scenario = join(root, 'examples/10-coach-curve/scenario.toml');
  const runs = [70, 90].map((v) => {
    const results = join(folder, `paper-${v}.h5`);
    fourfoot('run', scenario, '--quiet', '-o', results, '--set', `speed.v="${v} km/h"`, '--set', 'run.duration=3');
    return results;
  });
  const modes = join(folder, 'paper-modes.json');
  writeFileSync(modes, fourfoot('eigen', scenario, '--format', 'json'));
  const { tab, faults, close } = await open(browser, report('paper.html', ...runs, modes), { viewport: { width: 688, height: 1000 }, colorScheme: 'dark' }); // A4 within its margins
  await tab.emulateMedia({ media: 'print' });
  await tab.waitForSelector('.print-only svg', { state: 'attached' });
  const cut = await tab.evaluate(() =>
    [...document.querySelectorAll('.wide, .mode-list')].filter((box) => box.offsetWidth > 0 && (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)).map((box) => `${box.className}: ${box.scrollWidth} of ${box.clientWidth}, ${box.scrollHeight} of ${box.clientHeight}`));
  assert.deepEqual(cut, []);
  assert.equal(await tab.evaluate(() => getComputedStyle(document.querySelector('.scene-box .swatch')).printColorAdjust), 'exact');
  // The page was dark: the 3-D picture on paper is not.
  const sky = await tab.evaluate(() => [...document.querySelector('.scene-box canvas.print-only').getContext('2d').getImageData(5, 5, 1, 1).data.slice(0, 3)]);
  assert.ok(Math.min(...sky) > 180, `${sky}`);
  // Two runs of eight wheels: the legend names wheels by colours and runs by dashes, not all sixteen.
  const legend = await tab.evaluate(() => {
    const panel = window.fourfoot.workspace.panels.find((p) => p.names.length === 8);
    const page = new DOMParser().parseFromString(panel.chart.toSvg(900, 300), 'image/svg+xml');
    return [...page.querySelectorAll('text')].map((text) => text.textContent).filter((text) => /wheelset|paper/.test(text));
  });
  assert.equal(legend.length, 10, legend.join('; '));
  assert.deepEqual(faults, []);
  await close();
});

test('several runs are laid over each other', async () => {
  const slow = join(folder, 'slow.h5');
  fourfoot('run', join(root, 'examples/01-hunting-wheelset/scenario.toml'), '--quiet', '-o', slow, '--set', 'speed.v=20');
  const { tab, faults, close } = await open(browser, report('two.html', runExample('01-hunting-wheelset'), slow));
  assert.equal(await tab.evaluate(() => window.fourfoot.runs.length), 2);
  const svg = await tab.evaluate(() => window.fourfoot.workspace.panels[0].chart.toSvg());
  assert.match(svg, /wheelset\/y · 01-hunting-wheelset/);
  assert.match(svg, /wheelset\/y · slow/);
  assert.match(await tab.locator('.facts').first().textContent(), /72 km\/h/);
  await tab.evaluate(() => document.getElementById('plots').scrollIntoView());
  await tab.evaluate(() => window.fourfoot.state.setTime(1));
  const picture = async () => {
    await drawn(tab);
    return tab.locator('.scene canvas').evaluate((canvas) => canvas.toDataURL());
  };
  const place = () => tab.evaluate(() => { const { state, runs } = window.fourfoot; return runs.map((run) => run.sample('s', state.timeOf(run))); });
  const [ahead, behind] = await place();
  assert.ok(Math.abs(ahead - behind) > 1, 'at the same time the faster run is ahead');
  await tab.selectOption('select[aria-label="horizontal axis"]', 's');
  const [a, b] = await place();
  assert.ok(Math.abs(a - b) < 1e-6, 'over distance both are at the same place');
  const readout = (await tab.locator('.readout').first().textContent()).replaceAll('\u00a0', ' ');
  const other = await tab.evaluate(() => { const { state, runs } = window.fourfoot; return runs[1].sample('wheelset/y', state.timeOf(runs[1])) * 1e3; });
  assert.ok(readout.includes(`${other.toFixed(3).replace('-', '−')} (slow) mm`), `${readout} for ${other}`);
  // A figure of the second run shows its own moment: over distance the place where it was then.
  const card = tab.locator('.card', { hasText: 'largest yaw ψ of a wheelset' });
  const wanted = Number(/slow.*t = ([\d.]+) s/.exec(await card.textContent())[1]);
  assert.ok(wanted > 0.02, await card.textContent());
  await card.getByText('show this moment').nth(1).click();
  assert.ok(Math.abs((await tab.evaluate(() => window.fourfoot.state.timeOf(window.fourfoot.runs[1]))) - wanted) <= 0.0051, `${wanted}`);
  await tab.evaluate(() => window.fourfoot.state.setTime(1));
  const both = await picture();
  await tab.screenshot({ path: join(pictures, 'two-runs.png') });
  await tab.getByLabel('other runs').uncheck();
  assert.notEqual(await changed(picture, both), both, 'the other run is a ghost in the picture');
  assert.deepEqual(faults, []);
  await close();
});

test('hostile names are text', async () => {
  const results = join(folder, 'hostile.h5');
  makeFiles('hostile', runExample('01-hunting-wheelset'), results);
  const { tab, faults, close } = await open(browser, report('hostile.html', results));
  assert.equal(await tab.evaluate(() => window.hacked), undefined);
  assert.match(await tab.locator('h1').textContent(), /^<script>window\.hacked = 1.*<\/script><script>window\.hacked = 2<\/script>$/);
  for (const search of ['onerror', 'long_x', '経路', 'huge', 'holes']) {
    await tab.fill('.tree input[type="search"]', search === '経路' ? '\u7d4c\u8def' : search);
    const leaf = tab.locator('.tree .leaf:not([hidden]) input').first();
    await leaf.check();
  }
  await drawn(tab);
  await tab.screenshot({ path: join(pictures, 'hostile.png') });
  assert.equal(await tab.evaluate(() => window.hacked), undefined);
  const huge = await valuesOf(tab, 'huge');
  assert.equal(huge[5], 1e300);
  assert.ok(Number.isNaN((await valuesOf(tab, 'holes'))[7]));
  assert.match(await tab.locator('.warnings').textContent(), /values that are not numbers/);
  assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= 1440, 'no sideways scrolling');
  assert.deepEqual(faults, []);
  await close();
});

test('a run that was killed reports what it holds', async () => {
  const results = await killedRun('05-line-3km', '--set', 'output.step=0.001');
  const { tab, faults, close } = await open(browser, report('killed.html', results));
  const rows = await tab.evaluate(() => window.fourfoot.runs[0].document.rows);
  assert.ok(rows > 0 && rows < 150_001 && rows % 1024 === 0, `${rows} rows`);
  assert.match(await tab.locator('.alarms').textContent(), /not finished/);
  assert.ok(await tab.locator('.scene canvas').isVisible());
  assert.deepEqual(faults, []);
  await close();
});

test('the close-up shows profiles and patches where the file has them', async () => {
  const results = join(folder, 'profiles.h5');
  makeFiles('profiles', runExample('01-hunting-wheelset'), results);
  const { tab, faults, close } = await open(browser, report('profiles.html', results));
  await tab.evaluate(() => document.getElementById('plots').scrollIntoView());
  await tab.evaluate(() => window.fourfoot.state.setTime(3.1));
  const shoot = async () => {
    await drawn(tab);
    return tab.locator('.closeup .overlay').evaluate((canvas) => canvas.toDataURL());
  };
  const first = await shoot();
  await tab.evaluate(() => window.fourfoot.state.setTime(8.37));
  assert.notEqual(await changed(shoot, first), first);
  // One unit for each row, and words for names.
  const heads = await tab.locator('.values th[scope="row"]').allTextContents();
  assert.ok(heads.includes('normal force N [kN]') && heads.includes('semi-axis across [mm]') && heads.includes('contact angle [°]') && heads.includes('Y/Q'), heads.join('; '));
  assert.ok(heads.every((text) => !/_|\[m\]|µ/.test(text)), heads.join('; '));
  assert.match(await tab.locator('.values').textContent(), /patch 1/);
  assert.match(await tab.locator('.cards').textContent(), /largest Y\/Q.*low pass 20 Hz, 2 m mean/s);
  // The page judges the run by itself; a figure says how it was found, or what it lacks.
  const summary = await tab.locator('#summary').textContent();
  assert.match(summary, /Figures of the norms.*EN 14363/s);
  assert.match(summary, /low pass 20 Hz.*sections?/s);
  assert.doesNotMatch(summary, /unfiltered/);
  // A filter: both curves.
  const panel = tab.locator('figure.panel').first();
  const before = await panel.locator('canvas').first().evaluate((canvas) => canvas.toDataURL());
  await panel.getByLabel('filter').selectOption('low pass 2 Hz');
  assert.notEqual(await changed(() => panel.locator('canvas').first().evaluate((canvas) => canvas.toDataURL()), before), before);
  assert.match(await panel.locator('.hint').textContent(), /Pale: as recorded/);
  await tab.screenshot({ path: join(pictures, 'closeup.png') });
  assert.deepEqual(faults, []);
  await close();
});

test('60 s at 1 kHz with more than 80 channels opens in under 3 s', async () => {
  const results = join(folder, 'long.h5');
  fourfoot('run', join(root, 'viewer/test/four_axle.toml'), '--quiet', '-o', results);
  const page = report('long.html', results);
  const { tab, faults, close, measure } = await open(browser, page);
  const count = await tab.evaluate(() => window.fourfoot.runs[0].channels.size);
  assert.ok(count >= 80, `${count} channels`);
  const metrics = await measure();
  const drawn = await tab.evaluate(() => performance.getEntriesByName('fourfoot-plot')[0].startTime / 1000);
  const work = metrics.ScriptDuration + metrics.LayoutDuration + metrics.RecalcStyleDuration;
  console.log(`# page ${(statSync(page).size / 1e6).toFixed(1)} MB for ${(statSync(results).size / 1e6).toFixed(1)} MB of results; ` +
    `first plot after ${drawn.toFixed(2)} s, work of the page ${work.toFixed(2)} s`);
  assert.ok(work > 0.01 && work < 3, 'the page itself, whatever else the machine does');
  const busy = loadavg()[0] / cpus().length > 1.2; // then the clock tells of others
  assert.ok(drawn < (busy ? 30 : 3), `first plot after ${drawn} s`);

  // Zooming stays fluid with very many curves: 100 of them, drawn anew for every step.
  const time = await tab.evaluate(async () => {
    const { workspace, runs, state } = window.fourfoot;
    const names = [...runs[0].channels.values()].filter((c) => c.unit === 'N').map((c) => c.name);
    const many = Array.from({ length: 100 }, (_, i) => names[i % names.length]);
    await Promise.all(names.map((name) => runs[0].load(name)));
    const panel = workspace.addPanel([names[0]]);
    panel.names.splice(0, 1, ...many);
    await new Promise((done) => setTimeout(done, 200));
    const before = performance.now();
    for (let i = 0; i < 10; i++) {
      state.setRange(i, 60 - i);
      panel.chart.draw();
    }
    return (performance.now() - before) / 10;
  });
  console.log(`# 100 curves of 60 001 rows: ${time.toFixed(0)} ms a picture`);
  assert.ok(time < (busy ? 1000 : 100), `${time} ms`);
  assert.deepEqual(faults, []);
  await close();
});

test('stability pages', async () => {
  const scenario = join(root, 'examples/20-cooperrider/scenario.toml');
  const write = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const locus = write('locus.json', fourfoot('eigen', scenario, '--speed', '60:4:80', '--set', 'contact.conicity=0.05', '--format', 'json'));
  const modes = write('modes.json', fourfoot('eigen', scenario, '--format', 'json'));
  const points = ['up', 'down'].flatMap((sweep) => [60, 64, 68, 72].map((value) => ({
    value, sweep, motion: value > 66 ? 'periodic' : 'stationary', max_abs: value > 66 ? 0.007 : 0, peak_to_peak: 0.01, frequency: value > 66 ? 4 : 0 })));
  const circle = (size) => ({ period: 0.25, samples: Array.from({ length: 48 }, (_, i) => size * Math.sin((2 * Math.PI * i) / 48)) });
  const orbits = [{ value: 69, max_abs: 0, stable: false }, { value: 62, max_abs: 0.005, stable: false, ...circle(0.005) }, { value: 70, max_abs: 0.008, stable: true, ...circle(0.008) }];
  const sweep = write('sweep.json', JSON.stringify({ parameter: 'speed.v', points, branches: [{ hopf: 69, hopf_frequency: 4, folds: [orbits[1]], orbits, end: '' }] }));
  const map = write('map.csv', 'radius,speed,sweep,motion,max_abs,peak_to_peak,mean,period,growth,cant,v_c,steady_up_to,hunts_from,diverges_from,status,fault\n' +
    ['straight', '600'].flatMap((r) => [50, 60, 70].map((v) => `${r},${v},up,${v > 55 ? 'periodic' : 'stationary'},0.00${v > 55 ? 6 : 0},0.01,0,0.2,,0,61.5,54,55,,done,`)).join('\n') + '\n<script>,,,,,,,,,,,,,,failed,\n');
  const over = write('over.json', JSON.stringify({ parameter: 'speed.v', second_parameter: 'contact.conicity', observed: 'y of the first wheelset', limits: [{ second: 0.1, hopf: 60, hopf_frequency: 3, fold: 55, fold_frequency: 3, fold_max_abs: 0.005, note: '' }, { second: 0.2, hopf: 50, hopf_frequency: 4, fold: null, fold_frequency: 0, fold_max_abs: 0, note: 'no fold' }] }));
  const { tab, faults, close } = await open(browser, report('stability.html', locus, modes, sweep, map, over), { reducedMotion: 'reduce' });
  const text = (await tab.locator('#studies').textContent()).replaceAll('\u00a0', ' ');
  const critical = JSON.parse(readFileSync(locus)).critical_value;
  assert.match(text, new RegExp(`Linear critical speed: ${critical.toFixed(2).replace('.', '\\.')} m/s`));
  assert.match(text, /At 70 m\/s \(252 km\/h\): unstable/);
  assert.match(text, /Computed by Fourfoot [\d.]+.*Scenario: \S*20-cooperrider\/scenario\.toml.*Changed: contact\.conicity=0\.05/);
  assert.match(text, /Lasting motion from 68 m\/s \(244\.8 km\/h\) on\. Hopf bifurcation at 69 m\/s/);
  assert.match(text, /1 line of this map failed/);
  assert.match(text, /Critical speeds at 2 values of contact\.conicity.*0\.160\.00 m\/s \(216\.0 km\/h\)3\.00 Hz55\.00 m\/s \(198\.0 km\/h\)3\.00 Hz5\.0 mm0\.250\.00 m\/s \(180\.0 km\/h\)4\.00 Hz–––no fold/);
  assert.match(text, /Critical speeds.*straight61\.5 m\/s \(221 km\/h\)54\.5 m\/s \(196 km\/h\)/);
  assert.equal(await tab.locator('.map .level-0').count(), 2);
  assert.equal(await tab.locator('.map .cell').count(), 6);
  // A click on the diagram shows that periodic motion over time and in the phase plane; the list does it by keys.
  const chosen = tab.getByLabel('periodic motion shown');
  const figure = (title) => tab.locator('figure', { has: tab.getByText(title, { exact: true }) });
  const picture = (title) => figure(title).locator('canvas').first().evaluate((canvas) => canvas.toDataURL());
  assert.equal(await chosen.locator('option:checked').textContent(), '70 m/s (252 km/h), stable orbit');
  const before = [await picture('One period, over time'), await picture('The same in the phase plane')];
  const diagram = figure('Bifurcation diagram').locator('.chart');
  const box = await diagram.boundingBox();
  const [left, right, top, bottom] = [64, 14, 8, 40]; // room for scales; a click within 28 px is enough
  await diagram.scrollIntoViewIfNeeded();
  for (let y = top; y < box.height - bottom && !/^62/.test(await chosen.locator('option:checked').textContent()); y += 20)
    await diagram.click({ position: { x: left + ((box.width - left - right) * (62 - 59.28)) / 13.44, y } });
  assert.equal(await chosen.locator('option:checked').textContent(), '62 m/s (223.2 km/h), unstable orbit');
  assert.notEqual(await changed(() => picture('One period, over time'), before[0]), before[0]);
  assert.notEqual(await changed(() => picture('The same in the phase plane'), before[1]), before[1]);
  await chosen.selectOption({ label: '70 m/s (252 km/h), stable orbit' });
  assert.deepEqual(faults, []);
  await close();
});

// Where dots of a strong colour are drawn in a chart, in pixels of the page; runs in the page.
function findDots(chart) {
  const canvas = chart.querySelector('canvas[role="img"]');
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const scale = canvas.clientWidth / width;
  const isStrong = (i) => Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 90;
  const dots = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isStrong(4 * (y * width + x)) && !dots.some((dot) => Math.hypot(dot.x - x * scale, dot.y - y * scale) < 12)) dots.push({ x: x * scale, y: y * scale });
  return dots;
}

describe('modes', () => {
  let tab;
  let faults;
  before(async () => {
    const scenario = join(root, 'examples/20-cooperrider/scenario.toml');
    const modes = join(folder, 'modes-3d.json');
    writeFileSync(modes, fourfoot('eigen', scenario, '--format', 'json'));
    ({ tab, faults } = await open(browser, report('modes.html', modes), { viewport: small }));
    await tab.locator('.mode-side .scene').scrollIntoViewIfNeeded();
  });
  const picture = () => tab.locator('.mode-side .scene canvas').evaluate((canvas) => canvas.toDataURL());

  test('are sorted by frequency, with those that do not swing at the end', async () => {
    const shown = await tab.locator('.mode-table tbody tr td:nth-child(2)').allTextContents();
    const swinging = shown.filter((text) => text !== '–').map(Number);
    assert.ok(swinging.length >= 5);
    assert.deepEqual(swinging, [...swinging].sort((a, b) => a - b));
    assert.ok(shown.slice(swinging.length).every((text) => text === '–'));
  });

  test('have names', async () => {
    assert.equal(await tab.locator('h1').textContent(), "Hunting of Cooperrider's bogie: eigenvalues"); // by the title of the scenario
    assert.match(await tab.locator('.verdict').first().textContent(), /unstable: bogie hunting \(4\.06 Hz\) grows/);
    assert.match(await tab.locator('.mode-table .grows').textContent(), /^bogie hunting/);
  });

  test('the vehicle swings, and stands still when paused', async () => {
    const first = await picture();
    assert.notEqual(await changed(picture, first), first);
    await tab.locator('.play-mode').click();
    await drawn(tab);
    const paused = await picture();
    await tab.waitForTimeout(300);
    assert.equal(await picture(), paused);
  });

  test('a click and the arrow keys choose another mode', async () => {
    const before = await picture();
    const words = () => tab.locator('.mode-words').textContent();
    await tab.locator('.mode-table tbody tr').nth(3).locator('button').click();
    assert.notEqual(await changed(picture, before), before);
    const fourth = await words();
    await tab.keyboard.press('ArrowDown');
    assert.notEqual(await words(), fourth);
    assert.equal(await tab.locator('.mode-table .chosen').count(), 1);
    assert.equal(await tab.locator('.mode-table tbody tr').nth(4).getAttribute('class'), 'chosen');
  });

  test('a click on a root chooses its mode', async () => {
    const chart = tab.locator('.mode-side .chart.pick');
    await chart.scrollIntoViewIfNeeded();
    const before = await tab.locator('.mode-words').textContent();
    const roots = await chart.evaluate(findDots);
    assert.ok(roots.length >= 3, `${roots.length} roots are drawn`);
    let chosen = before;
    for (let i = 0; i < roots.length && chosen === before; i++) {
      await chart.click({ position: roots[i] });
      chosen = await tab.locator('.mode-words').textContent();
    }
    assert.notEqual(chosen, before);
    await tab.screenshot({ path: join(pictures, 'modes.png') });
    assert.deepEqual(faults, []);
  });
});

test('modes over a parameter: the bar and the root locus move through its values', async () => {
  const locus = join(folder, 'locus-3d.json');
  writeFileSync(locus, fourfoot('eigen', join(root, 'examples/20-cooperrider/scenario.toml'), '--speed', '60:5:80', '--format', 'json'));
  const { tab, faults, close } = await open(browser, report('locus-3d.html', locus), { viewport: small, reducedMotion: 'reduce' });
  const row = () => tab.locator('.mode-table .chosen').textContent();
  const first = await row();
  const bar = tab.locator('.value-bar input');
  await bar.focus();
  await tab.keyboard.press('End');
  assert.match(await tab.locator('.value-bar').textContent(), /80 m\/s \(288 km\/h\)/);
  assert.notEqual(await row(), first, 'the same mode at another speed');
  assert.equal(await tab.locator('.mode-table .grows').count(), 1);
  assert.ok(await tab.locator('.mode-side .scene canvas').isVisible());
  assert.match(await tab.locator('#studies').textContent(), /bogie hunting begins to grow/);
  assert.deepEqual(faults, []);
  await close();
});

test('an older file of eigen is shown with the vehicle of a run beside it', async () => {
  const scenario = join(root, 'examples/20-cooperrider/scenario.toml');
  const old = JSON.parse(fourfoot('eigen', scenario, '--format', 'json'));
  delete old.vehicle;
  for (const mode of old.points[0].modes) delete mode.name;
  const modes = join(folder, 'old.json');
  writeFileSync(modes, JSON.stringify(old));
  const run = join(folder, 'cooperrider.h5');
  fourfoot('run', scenario, '--quiet', '-o', run, '--set', 'run.duration=0.1');
  const alone = await open(browser, report('old.html', modes), { viewport: small });
  assert.match(await alone.tab.locator('.mode-words').textContent(), /No 3-D/);
  assert.equal(await alone.tab.locator('.mode-side .scene').count(), 0);
  await alone.close();
  const { tab, faults, close } = await open(browser, report('old-run.html', modes, run), { viewport: small, reducedMotion: 'reduce' });
  assert.equal(await tab.locator('.mode-side .scene canvas').count(), 1);
  assert.deepEqual(faults, []);
  await close();
});

test('figures of the norms stand below the summary, with limits and colours', async () => {
  const results = runExample('10-coach-curve');
  const found = JSON.parse(fourfoot('evaluate', results, '--format', 'json'));
  const first = found.figures.find((f) => f.figure === 'sum_Y' && f.largest !== null);
  Object.assign(first, { largest: 1.1 * first.limit, verdict: 'exceeds' });
  const figures = join(folder, 'figures.json');
  writeFileSync(figures, JSON.stringify(found));
  const { tab, faults, close } = await open(browser, report('acceptance.html', results, figures));
  assert.match(await tab.locator('#acceptance .verdict').textContent(), /^1 of \d+ figures with a limit exceed it\.$/);
  // The verdict stands on the first screen, too, and leads to the figures.
  assert.match(await tab.locator('#summary .verdict').textContent(), /^1 of \d+ figures with a limit exceed it\. Figures and limits$/);
  assert.equal(await tab.locator('#summary .verdict a').getAttribute('href'), '#acceptance');
  const row = tab.locator('#acceptance .panel').first().locator('tr.grows');
  assert.equal(await row.count(), 1);
  assert.match(await row.textContent(), /ΣY.*wheelset\s1.*110 %.*exceeds the limit/);
  assert.equal(await row.locator('.use.over').count(), 1);
  const order = await tab.evaluate(() => ['summary', 'acceptance', 'plots'].map((id) => document.getElementById(id).offsetTop));
  assert.deepEqual(order, [...order].sort((a, b) => a - b));
  // all eight wheels, in the table and in the plots
  assert.equal(await tab.locator('.wheels tbody tr').count(), 8);
  const panels = await tab.evaluate(() => window.fourfoot.workspace.panels.map((p) => p.names));
  assert.ok(panels.some((names) => names.length === 8), JSON.stringify(panels));
  await tab.screenshot({ path: join(pictures, 'acceptance.png') });
  assert.deepEqual(faults, []);
  await close();
});

test('a sweep is drawn, and says what each run was given', async () => {
  const rows = [60, 65, 70].flatMap((v) => [0.04, 0.05].flatMap((c) => [6e6, 8e6].map((f) => [v, c, f, (v - 66) / 10 + 20 * (c - 0.05) + (f - 7e6) / 1e7, 4 + v / 100, 0.02, 'done', ''])));
  rows.push([75, 0.04, 6e6, '', '', '', 'failed', '<b>no equilibrium</b>']);
  const table = join(folder, 'sweep.csv');
  writeFileSync(table, `# fourfoot study 0\nspeed.v,contact.conicity,f11,growth,frequency,damping,status,fault\n${rows.map((row) => row.join(',')).join('\n')}\n`);
  const { tab, faults, close } = await open(browser, report('sweep.html', table));
  assert.match(await tab.locator('#studies').textContent(), /12 runs over speed \[m\/s\], contact\.conicity, f11\./);
  assert.match(await tab.locator('.alarms').textContent(), /failed at speed\.v = 75.*<b>no equilibrium<\/b>/);
  assert.deepEqual(await tab.locator('.study h4').allTextContents(), ['Lines', 'Contour map', 'Tornado', 'Parallel coordinates']);
  const chart = tab.locator('.study .chart').first();
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  const note = tab.locator('.note:not([hidden])');
  for (let y = 20; y < box.height - 40 && (await note.count()) === 0; y += 12) await tab.mouse.move(box.x + box.width / 2 + 20, box.y + y);
  assert.match(await note.textContent(), /speed \[m\/s\]: 65contact\.conicity: 0\.0[45]f11: 8·10⁶growth \[1\/s\]: /);
  const picture = (i) => tab.locator('.study .chart canvas[role="img"]').nth(i).evaluate((canvas) => canvas.toDataURL());
  const before = await Promise.all([0, 1, 2, 3].map(picture));
  await tab.selectOption('select[aria-label="figure"]', 'frequency');
  for (const i of [0, 1, 2, 3]) assert.notEqual(await changed(() => picture(i), before[i]), before[i], `chart ${i}`);
  await tab.screenshot({ path: join(pictures, 'sweep.png') });
  // On a telephone the table has a block for each run: nothing to scroll sideways.
  await tab.setViewportSize({ width: 390, height: 800 });
  await tab.locator('.study details summary', { hasText: 'All 12 runs' }).click();
  const cells = await tab.locator('.study .runs td:visible').evaluateAll((all) => all.map((cell) => [cell.dataset.label, cell.getBoundingClientRect().right]));
  assert.ok(cells.length >= 12 * 6 && cells.every(([label, right]) => label && right <= 390), `${cells.length} cells`);
  assert.deepEqual(faults, []);
  await close();
});

test('critical speeds: the methods with their brackets, an axis, all trials', async () => {
  const file = join(folder, 'critical.json');
  writeFileSync(file, fourfoot('critical-speed', join(root, 'examples/20-cooperrider/scenario.toml'), '--method', 'all', '--from', '60', '--to', '72', '--resolution', '0.5', '-q', '--format', 'json'));
  const { parameter, methods } = JSON.parse(readFileSync(file));
  assert.equal(parameter, 'speed.v');
  const { tab, faults, close } = await open(browser, report('critical.html', file));
  const fixed = (v) => v.toFixed(2);
  assert.match(await tab.locator('.study .verdict').textContent(), new RegExp(`^Nonlinear critical speed: ${Number(fixed(methods[0].critical_speed))}\\sm/s .*by the method “auto”\\. Linear critical speed: 68\\.6\\d*\\sm/s .*where bogie hunting begins to grow`));
  const rows = (await tab.locator('.methods tbody tr').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
  assert.equal(rows.length, methods.length);
  methods.forEach((m, i) => {
    assert.ok(rows[i].startsWith(m.method), rows[i]);
    assert.ok(m.low === null ? rows[i].includes('–––') : rows[i].includes(fixed(m.low) === fixed(m.high) ? `${fixed(m.low)} m/s` : `${fixed(m.low)} to ${fixed(m.high)} m/s`), rows[i]);
    const reason = m.reason.replace(/nor at [\d., ]+$/, '$& m/s');
    // Trials are counted as the list of them below does.
    if (m.tried.length > 0) assert.ok(rows[i].includes(`${m.tried.length} trial`) && !/\d, \d/.test(rows[i].replace(reason, '')), rows[i]);
    assert.ok(rows[i].endsWith(reason), rows[i]);
  });
  await tab.locator('.study summary', { hasText: 'trials' }).click();
  const tried = await tab.locator('.study details table tbody tr').allTextContents();
  assert.equal(tried.length, methods.reduce((sum, m) => sum + m.tried.length, 0));
  assert.ok(tried.some((text) => /m\/s \([\d.]+ km\/h\)steadydies out/.test(text)) && tried.some((text) => /lastsperiodic, .*Hz/.test(text)), tried.join('\n'));
  const svg = await tab.evaluate(async () => {
    const canvas = document.querySelector('.study-chart canvas[role="img"]');
    return [canvas.width > 300, new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size];
  });
  assert.ok(svg[0] && svg[1] > 20, 'it is drawn');
  await tab.screenshot({ path: join(pictures, 'critical.png') });
  // One method alone, and a file of an older version, which has no trials.
  const { tried: _, ...one } = methods[0];
  writeFileSync(join(folder, 'one.json'), JSON.stringify({ parameter, ...one }));
  const alone = await open(browser, report('one.html', join(folder, 'one.json')));
  assert.equal(await alone.tab.locator('.methods tbody tr').count(), 1);
  assert.deepEqual([...faults, ...alone.faults], []);
  await alone.close();
  await close();
});

test('a run that derailed says why and where, and is not taken for one that was accepted', async () => {
  const results = join(folder, 'derailed.h5');
  assert.throws(() => fourfoot('run', join(root, 'examples/10-coach-curve/scenario.toml'), '--quiet', '-o', results, '--set', 'speed.v="400 km/h"', '--set', 'run.duration=5'));
  const { tab, faults, close } = await open(browser, report('derailed.html', results));
  const last = await tab.evaluate(() => { const { time, channels } = window.fourfoot.runs[0]; return { t: time[time.length - 1], s: channels.get('s').summary.last }; });
  const alarm = (await tab.locator('.alarms li').first().textContent()).replaceAll('\u00a0', ' ');
  assert.match(alarm, /^Run failed: derailment: wheelset \d has left its rails\./);
  assert.ok(alarm.endsWith(`Shown is the record until t = ${last.t.toFixed(2)} s, s = ${last.s.toFixed(1)} m.`), alarm);
  // What no norm judged stands beside the verdict: the record is too short for sections of EN 14363.
  const notes = (await tab.locator('#summary .unjudged').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
  assert.match(notes[0], /did not reach its end/);
  assert.match(notes[1], /^Not judged by EN 14363: ΣY, Y\/Q, Q, wheel unloading ΔQ\/Q, accelerations of the body, .*needs a section of 250 m/);
  const [box, verdict] = await Promise.all(['.unjudged >> nth=1', '#summary .verdict >> nth=0'].map((path) => tab.locator(path).boundingBox()));
  assert.ok(box.y > verdict.y && box.y + box.height < 900, 'on the first screen');
  assert.deepEqual(faults, []);
  await close();
});

test('three runs: a verdict for each, names in the head, and nothing cut off on a telephone', async () => {
  const coach = runExample('10-coach-curve');
  const more = [['quick', 'speed.v="90 km/h"'], ['damp', 'contact.friction=0.15']].map(([name, change]) => {
    const results = join(folder, `${name}.h5`);
    fourfoot('run', join(root, 'examples/10-coach-curve/scenario.toml'), '--quiet', '-o', results, '--set', change, '--set', 'run.duration=12');
    return results;
  });
  const { tab, faults, close } = await open(browser, report('three.html', coach, ...more));
  assert.match(await tab.locator('header .title p').textContent(), /^3 runs: 10-coach-curve, quick, damp · Fourfoot /);
  const verdicts = await tab.locator('#summary > .verdict').allTextContents();
  assert.equal(verdicts.length, 3);
  assert.match(verdicts[0], /^10-coach-curve: All \d+ figures with a limit are within it\.$/);
  assert.match(verdicts[1], /^quick: [1-9]\d* of \d+ figures with a limit exceed it\.$/);
  for (const width of [820, 390]) {
    await tab.setViewportSize({ width, height: 900 });
    await drawn(tab);
    const cut = await tab.locator('#summary > .wide:has(.compared)').evaluate((panel) => [panel.scrollWidth - panel.clientWidth, ...[...panel.querySelectorAll('td')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)]);
    assert.deepEqual(cut, [0], `${width} px`);
  }
  // A figure that exceeds its limit leaves room for where it is.
  await tab.locator('details', { hasText: 'quick: limits and verdicts' }).first().locator('summary').first().click();
  const places = await tab.locator('tr.grows td:nth-child(2):visible').evaluateAll((all) => all.map((cell) => [cell.textContent, cell.scrollWidth - cell.clientWidth, cell.clientWidth]));
  assert.ok(places.length > 0 && places.every(([, over, width]) => over <= 0 && width > 90), JSON.stringify(places));
  assert.deepEqual(faults, []);
  await close();
});

test('figures of several files stand side by side', async () => {
  const slow = runExample('10-coach-curve');
  const fast = join(folder, 'faster.h5');
  fourfoot('run', join(root, 'examples/10-coach-curve/scenario.toml'), '--quiet', '-o', fast, '--set', 'speed.v="90 km/h"', '--set', 'run.duration=12');
  const both = join(folder, 'both.json');
  writeFileSync(both, fourfoot('evaluate', slow, fast, '--format', 'json'));
  const found = JSON.parse(readFileSync(both)).figures.filter((f) => f.figure === 'Q' && f.values[1] !== null).sort((a, b) => Math.max(...b.values) - Math.max(...a.values))[0];
  const { tab, faults, close } = await open(browser, report('both.html', both));
  const row = await tab.locator('#acceptance .panel').first().locator('tr', { hasText: 'Q, wheel force' }).textContent();
  const [a, b] = found.values;
  assert.ok(row.includes(`${(a / 1e3).toFixed(1)} kN${(b / 1e3).toFixed(1)} kN+${(100 * found.changes[1]).toFixed(0)} %`), `${row} for ${JSON.stringify(found)}`);
  const known = JSON.parse(readFileSync(both)).figures.filter((f) => f.values.some((v) => v !== null));
  const over = known.filter((f) => f.verdicts.includes('exceeds')).length;
  assert.equal(await tab.locator('#acceptance .verdict').textContent(), `${over} of ${known.length} figures exceed their limit in a file (red).`);
  assert.ok(over > 0 && (await tab.locator('#acceptance td.over').count()) >= over, 'they are red');
  assert.deepEqual(faults, []);
  await close();
});

test('a point of a sweep opens its run', async () => {
  const write = (name, text) => writeFileSync(join(folder, name), text);
  write('kept.toml', `format = "fourfoot study 1"\nscenario = "${join(root, 'examples/01-hunting-wheelset/scenario.toml')}"\n[[parameters]]\nkey = "speed.v"\nvalues = [30, 45, 60]\n[[measures]]\nchannel = "wheelset/y"\n`);
  fourfoot('sweep', 'kept.toml', '-o', 'kept.csv', '--keep', 'kept runs', '-q', '--set', 'run.duration=0.3');
  fourfoot('report', 'kept.csv', '--runs', '-o', 'kept.html');
  const { tab, faults, close } = await open(browser, join(folder, 'kept.html'));
  assert.match(await tab.textContent('.chosen-run'), /A click on a point opens the report of its run/);
  const chart = tab.locator('.study .chart').first();
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  const note = tab.locator('.note:not([hidden])');
  let at = null;
  const middle = 64 + (box.width - 64 - 14) / 2; // 45 m/s of 30 to 60, between the scales
  for (let y = 20; y < box.height - 40 && !at; y += 16) {
    await tab.mouse.move(box.x + middle, box.y + y);
    if ((await note.count()) > 0 && /: 45/.test(await note.textContent())) at = [box.x + middle, box.y + y];
  }
  assert.ok(at, 'the point at 45 m/s is found');
  const [opened] = await Promise.all([tab.context().waitForEvent('page'), tab.mouse.click(...at)]);
  await opened.waitForSelector('html[data-ready]');
  assert.match(opened.url(), /kept%20runs\/run-002\.html$/);
  assert.match(await opened.textContent('#inputs'), /prescribed speed along the track45\.00/);
  await opened.close();
  assert.match(await tab.textContent('.chosen-run'), /^speed\.v = 45: report, results file\.$/);
  // by keys: the links of the table
  await tab.locator('.study details summary', { hasText: 'All 3 runs' }).focus();
  await tab.keyboard.press('Enter');
  const links = await tab.$$eval('.study table a', (all) => all.map((a) => [a.textContent, decodeURI(a.getAttribute('href'))]));
  assert.deepEqual(links.slice(0, 2), [['report', './kept runs/run-001.html'], ['results file', './kept runs/run-001.h5']]);
  assert.equal(links.length, 6);
  assert.deepEqual(faults, []);
  await close();
});

test('a run that records few channels: what is missing, and no plot of a level line', async () => {
  const results = join(folder, 'few.h5');
  fourfoot('run', join(root, 'examples/28-sleepers/scenario.toml'), '--quiet', '-o', results, '--set', 'run.duration=0.5');
  const { tab, faults, close } = await open(browser, report('few.html', results), { viewport: small });
  const summary = await tab.locator('#summary').textContent();
  assert.match(summary, /Not judged by norms: .*wheelset_1\/left\/Y\. The run recorded only some channels/);
  assert.doesNotMatch(summary, /contact\.model|--map/);
  // What it recorded is shown, and said to be unfiltered.
  const q = await tab.evaluate(() => [...window.fourfoot.runs[0].channels].filter(([name]) => /\/(left|right)\/Q$/.test(name)).map(([, c]) => c.summary.max));
  assert.match(summary, new RegExp(`largest Q${(Math.max(...q) / 1e3).toFixed(1)} kN.*as recorded, not filtered`));
  assert.match(summary, /All values are as recorded, not filtered/);
  assert.ok(await tab.locator('.wide-wheels thead').textContent().then((text) => /Q max.*Q min/.test(text)));
  const spans = await tab.evaluate(() => window.fourfoot.workspace.panels.map((p) => Math.max(...p.names.map((name) => { const { summary, unit } = window.fourfoot.runs[0].channels.get(name); return (summary.max - summary.min) * (unit === 'm' ? 1e6 : 1); }))));
  assert.ok(spans.length > 0 && spans.every((span) => span > 20), `${spans}`);
  assert.deepEqual(faults, []);
  await close();
});

test('names of plots are whole at every width, and both runs stand on a narrow screen', async () => {
  const coach = runExample('10-coach-curve');
  const wet = join(folder, 'wet.h5');
  fourfoot('run', join(root, 'examples/10-coach-curve/scenario.toml'), '--quiet', '-o', wet, '--set', 'contact.friction=0.15', '--set', 'run.duration=4');
  const listCut = () => [...document.querySelectorAll('.chip, h1, .panel-head h4')].filter((e) => e.offsetParent && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2)).map((e) => e.textContent);
  const pages = [report('one-wheelset.html', runExample('01-hunting-wheelset')), report('dry-and-wet.html', coach, wet)];
  for (const page of pages) {
    const { tab, close } = await open(browser, page);
    for (const width of [1440, 820, 390]) {
      await tab.setViewportSize({ width, height: 900 });
      await drawn(tab);
      assert.deepEqual(await tab.evaluate(listCut), [], `${page} at ${width} px`);
      if (page === pages[1] && width === 390) {
        const edges = await tab.locator('.compared td:visible').evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right));
        assert.ok(edges.length > 20 && Math.max(...edges) <= width, `${Math.max(...edges)}`);
        // Wheels as blocks: nothing to scroll sideways, the numbers of the wide table.
        assert.equal(await tab.locator('.wide-wheels:visible').count(), 0);
        const cells = await tab.locator('.narrow-wheels:visible td').evaluateAll((all) => all.map((cell) => [cell.textContent, cell.getBoundingClientRect().right]));
        assert.ok(cells.length > 100 && cells.every(([, right]) => right <= width), `${cells.length} cells`);
        const wide = await tab.locator('.wide-wheels td').allTextContents();
        assert.deepEqual(cells.map(([text]) => text).filter((text) => text !== '').sort(), wide.filter((text) => text !== '').sort());
      }
    }
    await close();
  }
});

test('a map of many speeds and lines: all lines have their name, and paper shows all speeds', async () => {
  const map = join(folder, 'large-map.csv');
  const radii = ['straight', '6000', '4000', '3000', '2000', '1000'];
  const speeds = Array.from({ length: 61 }, (_, i) => 20 + i);
  const row = (r, v, sweep) => `${r},${v},${sweep},${v > 50 ? 'periodic' : 'stationary'},${v > 50 ? 0.006 : 0},0.01,0,0.2,,0,61.5,54,55,,done,`;
  writeFileSync(map, `radius,speed,sweep,motion,max_abs,peak_to_peak,mean,period,growth,cant,v_c,steady_up_to,hunts_from,diverges_from,status,fault\n${radii.flatMap((r) => ['up', 'down'].flatMap((sweep) => speeds.map((v) => row(r, v, sweep)))).join('\n')}\n`);
  const { tab, faults, close } = await open(browser, report('large-map.html', map), { viewport: { width: 688, height: 1000 } }); // A4 within its margins
  const shown = await tab.locator('.map thead th:not(:first-child)').allTextContents();
  assert.deepEqual(shown, speeds.map(String));
  assert.equal(await tab.locator('.map .cell').count(), 6 * 61);
  const svg = String(await download(tab, () => tab.locator('.study-chart').first().getByText('SVG').click()));
  for (const name of ['straight', ...radii.slice(1).map((r) => `R = ${r} m`), 'speed lowered']) assert.ok(svg.includes(`>${name}<`), name);
  await tab.emulateMedia({ media: 'print' });
  const edges = await tab.locator('.map .cell').evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right));
  assert.ok(Math.max(...edges) <= 688, `${Math.max(...edges)}`);
  assert.deepEqual(faults, []);
  await close();
});

test('an optimisation: the front, its searches; one objective: start and best value', async () => {
  const parameters = [{ name: 'conicity', keys: ['contact.conicity'], unit: '', low: 0.03, high: 0.3, start: 0.05 }];
  const point = (conicity, force, speed) => ({ parameters: { conicity }, figures: { 'creep force': force, critical_speed: speed } });
  const search = (i, ...rest) => ({ name: `front ${i}`, method: 'bobyqa', evaluations: 12, reason: 'found', holds: true, objective: 1, ...point(...rest) });
  const searches = [search(1, 0.3, 439.4, 15.62), search(2, 0.03, 6835.2, 112.3)];
  const content = { format: 'fourfoot optimum 1', title: 'Curving against speed', parameters, objectives: [{ figure: 'creep force', aim: 'min' }, { figure: 'critical_speed', aim: 'max' }], constraints: [], finished: true, searches, best: searches[0], front: [point(0.3, 439.4, 15.65), point(0.05, 1426.5, 68.6), point(0.03, 6835.2, 112.3)] };
  const write = (name, text) => { writeFileSync(join(folder, name), text); return join(folder, name); };
  write('search.json', JSON.stringify(content));
  const table = write('search.csv', '# fourfoot study 0\nsearch,evaluation,conicity,creep force,critical_speed,objective,holds,front,status,fault\n1,1,0.3,439.4,15.65,1,1,1,done,\n');
  const { tab, faults, close } = await open(browser, report('search.html', table)); // its JSON stands beside it
  assert.equal(await tab.locator('h1').textContent(), 'Curving against speed');
  assert.match(await tab.locator('.verdict').textContent(), /^Creep force as small as possible, critical speed as large as possible\. 3 points/);
  assert.match(await tab.locator('.study tbody').first().textContent(), /front 10\.3043915\.6.*12found.*front 20\.036835112\.3/);
  assert.deepEqual(await tab.locator('.study h4').allTextContents(), ['Front: best compromises', 'Searches']);
  const one = write('one-aim.json', JSON.stringify({ ...content, objectives: content.objectives.slice(0, 1), front: [] }));
  const alone = await open(browser, report('one-aim.html', one));
  assert.match(await alone.tab.locator('.study tbody').first().textContent(), /conicity0\.03 to 0\.300\.050\.30at a bound/);
  assert.deepEqual([...faults, ...alone.faults], []);
  await alone.close();
  await close();
});

test('wear of wheels: conicity and depth over the mileage, new and worn profile', async () => {
  const worn = join(folder, 'worn');
  mkdirSync(join(worn, '0001'), { recursive: true });
  const profile = join(root, 'models/profiles/wheel_S1002.toml');
  const y = Array.from({ length: 121 }, (_, i) => (i - 60) / 1000);
  const write = (name, deepest) => writeFileSync(join(worn, '0001', name), `include = "${profile}"\n\n[wear]\ny = [${y.join(', ')}]\ndepth = [${y.map((v) => deepest * Math.exp(-((v / 0.01) ** 2)))}]\n`);
  write('wheelset_1_left.toml', 2e-4);
  write('wheelset_1_right.toml', 2e-4); // as on the left: drawn once
  write('wheelset_2_left.toml', 1e-4);
  write('wheelset_2_right.toml', 0.5e-4);
  const row = (distance, wheelset, conicity, ...rest) => [distance, wheelset, conicity, ...rest].join(',');
  writeFileSync(join(worn, 'wear.csv'), ['# fourfoot wear 12ab', 'distance [m],wheelset,conicity,depth_left [m],depth_right [m],volume_left [m3],volume_right [m3],t_gamma_left [N],t_gamma_right [N]',
    row(0, 'wheelset_1', 0.18, 0, 0, 0, 0, 0, 0), row(0, 'wheelset_2', 0.18, 0, 0, 0, 0, 0, 0),
    row(100000, 'wheelset_1', 0.171, 2e-4, 2e-4, 3e-6, 3e-6, 52, 52), row(100000, 'wheelset_2', 0.182, 1e-4, 0.5e-4, 1e-6, 1e-6, 9, 8)].join('\n') + '\n');
  const { tab, faults, close } = await open(browser, report('wear.html', join(worn, 'wear.csv')), { viewport: small });
  assert.equal(await tab.locator('.verdict').textContent(), 'After 100 km the profile of wheelset 1 is worn most: 0.200 mm at the deepest point. Its equivalent conicity changed from 0.180 to 0.171.');
  assert.deepEqual(await tab.locator('.study h4').allTextContents(), ['Equivalent conicity', 'Largest depth of wear', 'Depth of wear across the profile', 'New and worn profile, wear drawn 20 times as deep', 'Wheelsets after 100 km']);
  const drawing = (i) => download(tab, () => tab.locator('.study-chart').nth(i).getByText('SVG').click()).then(String);
  const depth = await drawing(2);
  for (const name of ['wheelset 1<', 'wheelset 2, left', 'wheelset 2, right']) assert.ok(depth.includes(name), name);
  assert.doesNotMatch(depth, /wheelset 1, /);
  assert.match(await drawing(3), /new[^]*wheelset 1|wheelset 1[^]*new/);
  assert.deepEqual(await tab.locator('.worn tbody tr').nth(1).locator('td').allTextContents(), ['0.182', '0.100', '0.050', '1.0', '1.0', '9', '8']);
  rmSync(join(worn, '0001'), { recursive: true }); // the profiles were moved: the table tells the rest
  const alone = await open(browser, report('wear-alone.html', join(worn, 'wear.csv')), { viewport: small });
  assert.deepEqual(await alone.tab.locator('.study h4').allTextContents(), ['Equivalent conicity', 'Largest depth of wear', 'Wheelsets after 100 km']);
  assert.deepEqual([...faults, ...alone.faults], []);
  await alone.close();
  await close();
});

test('a line: plan, curvature, cant and irregularities over the chainage', async () => {
  const rough = join(folder, 'rough.csv');
  writeFileSync(rough, fourfoot('track', join(root, 'examples/10-coach-curve/scenario.toml'), '--format', 'csv'));
  const { tab, faults, close } = await open(browser, report('line.html', rough), { viewport: small });
  assert.equal(await tab.locator('.verdict').textContent(), '0 m to 450 m: smallest radius 300 m, largest cant 100 mm.');
  assert.deepEqual(await tab.locator('.study h4').allTextContents(), ['Plan', 'Curvature', 'Cant', 'Alignment and longitudinal level', 'Gauge and cross level', 'Figures of the line']); // it is level: no gradient
  const cells = await tab.locator('.study tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const head = readFileSync(rough, 'utf8').trim().split('\n').map((line) => line.split(','));
  const alignment = head.slice(1).map((row) => 1e3 * Number(row[head[0].indexOf('alignment')]));
  assert.deepEqual(cells[2].slice(1), [Math.min(...alignment), Math.max(...alignment), Math.sqrt(alignment.reduce((sum, v) => sum + v * v, 0) / alignment.length)].map((v) => v.toFixed(1).replace('-', '−')));
  assert.deepEqual(cells[0], ['curvature, > 0 to the left [1/km]', '0.000', '3.333', '–']);
  assert.deepEqual(faults, []);
  await close();
});

test('everything is reached by keys alone', async () => {
  const { tab, faults, close } = await open(browser, report('keys.html', runExample('04-curve-165')), { viewport: small });
  const reached = new Set();
  for (let i = 0; i < 160; i++) {
    await tab.keyboard.press('Tab');
    const name = await tab.evaluate(() => {
      const e = document.activeElement;
      const style = getComputedStyle(e);
      return `${e.className || e.textContent || e.tagName}${style.outlineStyle === 'none' ? ' (not seen)' : ''}`;
    });
    for (const word of ['skip', 'chart', 'scene', 'play', 'scrub', 'video', 'link controls']) if (name.startsWith(word)) reached.add(word);
    assert.ok(!name.includes('(not seen)'), name);
    if (name.startsWith('play') && !name.startsWith('play-')) break;
  }
  assert.deepEqual([...reached].sort(), ['chart', 'link controls', 'play', 'scene', 'skip', 'video']);
  await tab.keyboard.press('Enter');
  await tab.waitForFunction(() => window.fourfoot.state.time > 0.05);
  await tab.keyboard.press('Enter');
  assert.deepEqual(faults, []);
  await close();
});

test('nothing moves by itself where people ask for that', async () => {
  const modes = join(folder, 'modes-still.json');
  const scenario = join(root, 'examples/20-cooperrider/scenario.toml');
  writeFileSync(modes, fourfoot('eigen', scenario, '--format', 'json'));
  const { tab, faults, close } = await open(browser, report('still.html', modes), { viewport: small, reducedMotion: 'reduce' });
  await tab.locator('.mode-side .scene').scrollIntoViewIfNeeded();
  const picture = () => tab.locator('.mode-side .scene canvas').evaluate((canvas) => canvas.toDataURL());
  await drawn(tab);
  const first = await picture();
  await tab.waitForTimeout(500);
  assert.equal(await picture(), first);
  await tab.locator('.play-mode').click();
  assert.notEqual(await changed(picture, first), first, 'it moves when it is told to');
  assert.deepEqual(faults, []);
  await close();
});

test('nothing covers the 3-D view, and links lead to what stands below the header', async () => {
  const page = report('cover.html', runExample('10-coach-curve', '--set', 'run.duration=2'));
  for (const width of [820, 1024, 1440]) {
    const { tab, close } = await open(browser, page, { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await tab.click('.top nav a[href="#plots"]');
    const below = await tab.evaluate(() => document.querySelector('#plots').getBoundingClientRect().top - document.querySelector('.top').getBoundingClientRect().bottom);
    assert.ok(below > -1 && below < 40, `${width} px: the title stands ${below} px below the header`);
    const search = await tab.evaluate(() => document.querySelector('.tree input').getBoundingClientRect().top - document.querySelector('.top').getBoundingClientRect().bottom);
    assert.ok(search > 0, `${width} px: the search stands below the header`);
    const covered = await tab.evaluate(() => {
      const scene = document.querySelector('.scene');
      scene.scrollIntoView({ block: 'center' });
      const { left, top, width: w, height: h } = scene.getBoundingClientRect();
      return [0.02, 0.3, 0.98].flatMap((x) => [0.1, 0.5, 0.9].map((y) => document.elementFromPoint(left + x * w, top + y * h))).filter((e) => !scene.contains(e)).map((e) => e?.className ?? 'nothing');
    });
    assert.deepEqual(covered, [], `${width} px: nothing lies over the 3-D view`);
    await close();
  }
});

test('works on a narrow screen', async () => {
  const { tab, faults, close } = await open(browser, report('narrow.html', runExample('04-curve-165')), { viewport: { width: 420, height: 800 } });
  assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= 420);
  await tab.screenshot({ path: join(pictures, 'narrow.png') });
  assert.deepEqual(faults, []);
  await close();
});
