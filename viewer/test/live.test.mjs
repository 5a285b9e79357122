// The page of `fourfoot run --view` in a browser: curves of a run that goes on, its end, keys, contrast, three widths, both themes; and
// the WebM of `fourfoot animate` plays.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from './browser.mjs';
import { drawn, folder, fourfoot, pictures, program, root, runExample } from './support.mjs';

const axe = readFileSync(join(root, 'viewer/node_modules/axe-core/axe.min.js'), 'utf8');
let browser;
const children = []; // a run that a failed test leaves would keep this process alive
before(async () => { browser = await launch(); });
after(async () => { children.forEach((child) => child.kill('SIGKILL')); await browser.close(); });

// A run that goes on until it is stopped, and the address of its page.
async function startRun(...more) {
  return startExample('01-hunting-wheelset', ...more);
}

async function startExample(name, ...more) {
  const scenario = join(root, `examples/${name}/scenario.toml`);
  const child = spawn(program, ['run', scenario, '-q', '--view', '--set', 'run.duration=1000000', '--set', 'output.step=0.05', '-o', join(folder, `live-${children.length}.h5`), '--force', ...more], { stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(child);
  const ended = new Promise((done) => child.on('exit', done));
  const address = await new Promise((found, failed) => {
    let text = '';
    child.stderr.on('data', (piece) => {
      text += piece;
      const match = /http:\S+/.exec(text);
      if (match) found(match[0]);
    });
    child.on('exit', () => failed(new Error(text)));
  });
  return { address, stop: async () => { child.kill('SIGINT'); await ended; } };
}

async function open(address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: false, ...options });
  context.setDefaultTimeout(180_000);
  const tab = await context.newPage();
  const faults = [];
  tab.on('request', (request) => { if (!request.url().startsWith(address) && !request.url().endsWith('/favicon.ico')) faults.push(`request ${request.url()}`); });
  tab.on('pageerror', (error) => faults.push(error.message));
  tab.on('console', (message) => { if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text()); });
  await tab.goto(address);
  await tab.waitForSelector('html[data-ready]');
  return { tab, faults, close: () => context.close() };
}

// Plots are drawn a moment after the line of state, when they are on the screen.
const waitForColours = (tab, least) => tab.waitForFunction((wanted) => {
  const canvas = document.querySelector('canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const seen = new Set();
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200) seen.add(`${data[i] >> 4},${data[i + 1] >> 4},${data[i + 2] >> 4}`);
  return seen.size > wanted;
}, least);

test('curves grow while the run goes on, and the page tells its end', async () => {
  const run = await startRun('--watch', 'wheelset/y,wheelset/psi');
  const { tab, faults, close } = await open(run.address);
  await tab.waitForFunction(() => document.querySelectorAll('.plot').length === 2 && /t = [1-9]/.test(document.querySelector('.state').textContent));
  assert.deepEqual(await tab.$$eval('h2', (all) => all.map((h) => h.textContent)), ['Lateral displacement y [mm]', 'Yaw ψ [mrad]']);
  const first = await tab.textContent('.state');
  await tab.waitForFunction((before) => document.querySelector('.state').textContent !== before, first);
  await waitForColours(tab, 3);
  await run.stop();
  await tab.waitForFunction(() => document.documentElement.dataset.ready === 'stopped');
  assert.match(await tab.textContent('.state'), /stopped at t = .*no further data/);
  assert.match(await tab.title(), /stopped/);
  assert.deepEqual(faults.filter((fault) => !/ERR_CONNECTION/.test(fault)), []);
  await close();
});

test('all channels of a coach: what is on the screen is drawn, the rest when it comes there', async () => {
  const run = await startExample('13-coach-straight-160', '--watch', '*', '--set', 'run.duration=2000');
  const { tab, close } = await open(run.address);
  const settled = () => tab.evaluate(() => document.querySelector('.state').textContent);
  await tab.waitForSelector('canvas');
  const before = await settled();
  await tab.waitForFunction((text) => document.querySelector('.state').textContent !== text, before); // the next poll
  const counts = await tab.evaluate(() => ({ channels: document.querySelectorAll('input').length, ticked: document.querySelectorAll('input:checked').length, plots: document.querySelectorAll('canvas').length,
    drawn: [...document.querySelectorAll('canvas')].filter((c) => c.width !== 300).length }));
  assert.ok(counts.channels > 500, `${counts.channels} channels`);
  assert.ok(counts.ticked <= 21 * counts.plots && counts.drawn < counts.plots, JSON.stringify(counts));
  assert.match(await tab.locator('.hint:not([hidden])').first().textContent(), /^21 of \d+ channels are drawn/);
  await tab.locator('canvas').last().evaluate((canvas) => canvas.scrollIntoView()); // drawn anew all the time, it is never "stable"
  await tab.waitForFunction(() => [...document.querySelectorAll('canvas')].at(-1).width !== 300);
  await close();
  await run.stop();
});

test('a curve is hidden by keys alone, and the others keep their colours', async () => {
  const run = await startRun('--watch', 'wheelset/y,wheelset/v_y');
  const { tab, close } = await open(run.address);
  await tab.waitForSelector('input[type=checkbox]');
  await tab.keyboard.press('Tab');
  assert.equal(await tab.evaluate(() => document.activeElement.closest('label').innerText.split('\n')[0]), 'wheelset/y');
  await tab.keyboard.press('Space');
  assert.deepEqual(await tab.$$eval('input', (all) => all.map((box) => box.checked)), [false, true]);
  await close();
  await run.stop();
});

test('the live page at three widths, in both themes', async () => {
  const run = await startRun('--watch', 'wheelset/y,wheelset/psi,wheelset/v_y');
  const { tab, close } = await open(run.address, { reducedMotion: 'reduce', bypassCSP: true });
  await tab.waitForFunction(() => /t = [1-9]/.test(document.querySelector('.state').textContent));
  await run.stop(); // what it drew stays; the machine is free for the rest
  await tab.waitForFunction(() => document.documentElement.dataset.ready === 'stopped');
  await tab.evaluate(axe);
  // All rules at a wide and a narrow screen, contrast in each theme at both.
  for (const [width, colorScheme, rules] of [[1440, 'light', null], [1440, 'dark', ['color-contrast']], [820, 'light'], [390, 'light', ['color-contrast']], [390, 'dark', null]]) {
    await tab.setViewportSize({ width, height: 900 });
    await tab.emulateMedia({ colorScheme });
    await drawn(tab);
    assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width} px: no sideways scrolling`);
    await tab.screenshot({ path: join(pictures, `live-${width}-${colorScheme}.png`) });
    if (rules === undefined) continue;
    const { violations } = await tab.evaluate((only) => window.axe.run(only ? { runOnly: only } : {}), rules);
    const grave = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
    assert.deepEqual(grave.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`), [], `${width} px, ${colorScheme}`);
  }
  // The page is dark now: paper is not.
  const look = () => tab.evaluate(() => [getComputedStyle(document.body).color, document.querySelector('.swatch').style.backgroundColor]);
  const onScreen = await look();
  await tab.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.deepEqual(await look(), ['rgb(28, 36, 48)', 'rgb(0, 114, 178)']);
  await tab.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.deepEqual(await look(), onScreen);
  assert.notEqual(onScreen[1], 'rgb(0, 114, 178)');
  await close();
});

test('the video of animate plays from beginning to end, and can be wound', { skip: /libvpx none/.test(fourfoot('doctor')) }, async () => {
  const file = join(folder, 'run.webm');
  fourfoot('animate', runExample('01-hunting-wheelset'), '-o', file, '--to', '4 s', '--width', '320', '--rate', '10', '-q', '--force');
  assert.ok(existsSync(file));
  const context = await browser.newContext();
  const tab = await context.newPage();
  await tab.setContent('<video muted></video>');
  const facts = await tab.evaluate(async (data) => {
    const video = document.querySelector('video');
    video.src = `data:video/webm;base64,${data}`;
    const wait = (name) => new Promise((done) => video.addEventListener(name, done, { once: true }));
    if (video.readyState < 1) await wait('loadedmetadata');
    const look = () => {
      const canvas = document.createElement('canvas');
      canvas.width = video.videoWidth;
      canvas.height = video.videoHeight;
      const pen = canvas.getContext('2d');
      pen.drawImage(video, 0, 0);
      return pen.getImageData(0, 0, canvas.width, canvas.height).data;
    };
    const shots = [];
    for (const time of [3.1, 0.3]) { // back as well: by the cues
      video.currentTime = time;
      await wait('seeked');
      shots.push(look());
    }
    let differences = 0;
    for (let i = 0; i < shots[0].length; i += 4) if (Math.abs(shots[0][i] - shots[1][i]) > 40) differences++;
    const mean = shots[1].reduce((sum, value) => sum + value, 0) / shots[1].length;
    video.playbackRate = 4;
    video.currentTime = 3.5;
    await video.play();
    if (!video.ended) await wait('ended');
    return { duration: video.duration, width: video.videoWidth, height: video.videoHeight, differences, mean, error: video.error };
  }, readFileSync(file).toString('base64'));
  assert.deepEqual([facts.width, facts.height, facts.error], [320, 180, null]);
  assert.ok(Math.abs(facts.duration - 4.1) < 0.11, `${facts.duration} s`);
  assert.ok(facts.differences > 50, 'it moves');
  assert.ok(facts.mean > 100 && facts.mean < 254, 'neither black nor blank');
  await context.close();
});
