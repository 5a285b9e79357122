// Contrast, names and structure by axe's rules (WCAG 2 A and AA among them), on every kind of page, in both themes, at
// three widths; and no page is wider than its screen. A page is opened once and seen in all looks: all rules at a wide and a
// narrow screen, contrast in each theme at both; at 820 px, where structure is that of 1440 px and colours are the same, its width.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from './browser.mjs';
import { drawn, folder, fourfoot, open, pictures, report, root, runExample } from './support.mjs';

const axe = readFileSync(join(root, 'viewer/node_modules/axe-core/axe.min.js'), 'utf8');
const pages = {};
let browser;
before(async () => {
  browser = await launch();
  const scenario = join(root, 'examples/20-cooperrider/scenario.toml');
  const write = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const modes = write('a-modes.json', fourfoot('eigen', scenario, '--format', 'json'));
  const locus = write('a-locus.json', fourfoot('eigen', scenario, '--speed', '60:5:80', '--format', 'json'));
  const map = write('a-map.csv', 'radius,speed,sweep,motion,max_abs,peak_to_peak,mean,period,growth,status,fault\n' +
    ['straight', '600'].flatMap((r) => [50, 60, 70].map((v) => `${r},${v},up,${v > 55 ? 'periodic' : 'stationary'},0.00${v > 55 ? 6 : 0},0.01,0,0.2,,done,`)).join('\n') + '\n');
  const coach = runExample('10-coach-curve', '--set', 'run.duration=6');
  const figures = write('a-figures.json', fourfoot('evaluate', coach, '--format', 'json'));
  pages.run = report('a-run.html', coach, figures);
  const table = write('a-sweep.csv', `speed.v,contact.conicity,growth,status,fault\n${[60, 65, 70].flatMap((v) => [0.04, 0.05].map((c) => `${v},${c},${(v - 66) * c},done,`)).join('\n')}\n`);
  pages.sweep = report('a-sweep.html', table);
  const diagram = write('a-diagram.json', fourfoot('bifurcation', scenario, '--speed', '66:4:70', '--method', 'simulation', '--format', 'json'));
  pages.stability = report('a-stability.html', modes, locus, map, diagram);
  const critical = write('a-critical.json', fourfoot('critical-speed', scenario, '--from', '60', '--to', '72', '--resolution', '0.5', '-q', '--format', 'json'));
  pages.critical = report('a-critical.html', critical);
  const point = (c, a, b) => ({ name: `front ${c}`, evaluations: 9, reason: 'found', holds: c < 0.2, parameters: { conicity: c }, figures: { force: a, critical_speed: b } });
  const found = [point(0.1, 400, 20), point(0.2, 700, 40)];
  pages.optimum = report('a-optimum.html', write('a-optimum.json', JSON.stringify({ format: 'fourfoot optimum 1', title: 'a front', parameters: [{ name: 'conicity', unit: '', low: 0.1, high: 0.3, start: 0.2 }], objectives: [{ figure: 'force', aim: 'min' }, { figure: 'critical_speed', aim: 'max' }], finished: true, searches: found, best: found[0], front: found })));
  const fast = join(folder, 'a-fast.h5');
  fourfoot('run', join(root, 'examples/10-coach-curve/scenario.toml'), '--quiet', '-o', fast, '--set', 'speed.v="90 km/h"', '--set', 'run.duration=6');
  const line = write('a-line.csv', fourfoot('track', join(root, 'examples/10-coach-curve/scenario.toml'), '--format', 'csv'));
  const wear = write('a-wear.csv', 'distance [m],wheelset,conicity,depth_left [m],depth_right [m],volume_left [m3],volume_right [m3],t_gamma_left [N],t_gamma_right [N]\n0,wheelset_1,0.18,0,0,0,0,0,0\n100000,wheelset_1,0.17,1e-4,1e-4,1e-6,1e-6,9,9\n');
  pages.line = report('a-line.html', line, wear);
  pages.two = report('a-two.html', coach, fast, write('a-both.json', fourfoot('evaluate', coach, fast, '--format', 'json')));
});
after(async () => { await browser.close(); });

// axe takes 15 s for the 656 channels of a coach, all of one kind: the first of each list tell as much.
function shortenLists() {
  for (const list of document.querySelectorAll('.tree-list, .branch, tbody'))
    for (const child of [...list.children].slice(12)) child.remove();
}

// WCAG 2.2, target size: links in sentences are exempt, so are sliders and boxes that the browser draws.
function listSmall() {
  const all = [...document.querySelectorAll('button, select, a, summary')].filter((e) => e.offsetParent && !e.closest('p, li, .skip') && e.getBoundingClientRect().height < 23.9);
  return [...new Set(all.map((e) => `${e.tagName} ${e.className} ${e.getBoundingClientRect().height}`))];
}

async function listGrave(tab, rules) {
  const { violations } = await tab.evaluate((only) => window.axe.run(only ? { runOnly: only } : {}), rules);
  return violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`);
}

const all = null;
const contrast = ['color-contrast'];
const looks = [[1440, 'light', all], [1440, 'dark', contrast], [820, 'light'], [390, 'light', contrast], [390, 'dark', all]];

for (const name of ['run', 'two', 'stability', 'critical', 'optimum', 'sweep', 'line']) {
  const isShort = name === 'two' || name === 'critical' || name === 'optimum'; // their parts stand on the other pages, too
  test(name, async () => {
    const { tab, faults, close } = await open(browser, pages[name], { reducedMotion: 'reduce' });
    const chosen = isShort ? [looks[0], looks[4]] : looks;
    const show = async ([width, colorScheme]) => {
      await tab.setViewportSize({ width, height: 900 });
      await tab.emulateMedia({ colorScheme });
      await drawn(tab);
      return `${width} px, ${colorScheme}`;
    };
    for (const look of chosen) { // as it is opened
      const words = await show(look);
      assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= look[0], `${words}: no sideways scrolling`);
      await tab.screenshot({ path: join(pictures, `${name}-${look[0]}-${look[1]}.png`) });
      if (look[0] === 390) assert.deepEqual(await tab.evaluate(listSmall), [], `${words}: what is touched is 24 px high at least`);
    }
    await tab.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
    await tab.evaluate(shortenLists);
    await tab.evaluate(axe);
    for (const look of chosen.filter(([, , rules]) => rules !== undefined)) {
      const words = await show(look);
      assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= look[0], `${words}: no sideways scrolling with all parts open`);
      assert.deepEqual(await listGrave(tab, look[2]), [], words);
    }
    assert.deepEqual(faults, []);
    await close();
  });
}
