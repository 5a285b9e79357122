// Runs the program and opens its pages.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const program = process.env.FOURFOOT ?? join(root, 'build/release/bin/fourfoot');
const python = process.env.PYTHON ?? '/usr/bin/python3';
export const folder = mkdtempSync(join(tmpdir(), 'fourfoot-viewer-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
export const pictures = process.env.FOURFOOT_PICTURES ?? join(root, 'build/viewer');
mkdirSync(pictures, { recursive: true });

export function fourfoot(...words) {
  return execFileSync(program, words, { encoding: 'utf8', cwd: folder });
}

export function makeFiles(...words) {
  const script = join(root, 'viewer/test/make_files.py');
  return execFileSync(python, ['-B', script, ...words], { encoding: 'utf8', cwd: folder, maxBuffer: 1 << 30 });
}

export function runExample(name, ...more) {
  const results = join(folder, `${name}.h5`);
  if (!existsSync(results)) fourfoot('run', join(root, `examples/${name}/scenario.toml`), '--quiet', '-o', results, ...more);
  return results;
}

// A run that is killed when it has written some chunks.
export async function killedRun(name, ...more) {
  const results = join(folder, `${name}-killed.h5`);
  const child = spawn(program, ['run', join(root, `examples/${name}/scenario.toml`), '--quiet', '-o', results, ...more], { stdio: 'ignore' });
  const ended = new Promise((done) => child.on('exit', done));
  for (let i = 0; i < 2000 && !(existsSync(results) && statSync(results).size > 2_500_000); i++)
    await new Promise((done) => setTimeout(done, 5));
  child.kill('SIGKILL');
  await ended;
  return results;
}

export function report(output, ...inputs) {
  const page = join(folder, output);
  fourfoot('report', ...inputs, '-o', page);
  return page;
}

// Opens a page from disk. `faults` gathers whatever must not be: errors, and requests other than for the page itself.
export async function open(browser, page, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(180_000); // a busy machine is slow, not wrong
  const tab = await context.newPage();
  const faults = [];
  const url = pathToFileURL(page).href;
  tab.on('request', (request) => {
    if (request.url() !== url && !request.url().startsWith('blob:')) faults.push(`request ${request.url()}`);
  });
  tab.on('pageerror', (error) => faults.push(error.message));
  tab.on('console', (message) => {
    // Software WebGL says on its own how it stalls when pictures are read back.
    if (message.type() === 'error' || (message.type() === 'warning' && !/GL Driver Message|GPU stall/.test(message.text()))) faults.push(message.text());
  });
  const client = await context.newCDPSession(tab);
  await client.send('Performance.enable');
  const measure = async () => Object.fromEntries((await client.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]));
  await tab.goto(url);
  await tab.waitForSelector('html[data-ready]', { timeout: 180_000 });
  return { tab, faults, measure, close: () => context.close() };
}

/// What `take` gives once it is no longer `before`: a busy machine draws late. After 20 s what it gives then.
export async function changed(take, before) {
  const end = Date.now() + 20_000;
  for (;;) {
    const now = await take();
    if (now !== before || Date.now() > end) return now;
    await new Promise((go) => setTimeout(go, 100));
  }
}

/// Waits until what was asked to be drawn is drawn, however late: callbacks of frames run in the order in which they were asked for.
export const drawn = (tab) => tab.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
