// The built manual in Chromium, from disk: node in_browser.mjs SITE PICTURES (called by tests/manual/site_test.py).
// Search, keys, signs one click away, contrast and structure by axe, three widths, both themes, print; no request leaves.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, openWindow } from './browser.mjs';

const [site, pictures] = process.argv.slice(2);
const axe = readFileSync(new URL('../../viewer/node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const pages = process.env.FOURFOOT_PAGES?.split(',') ?? ['index', 'signs', 'tutorials/stable', 'guide/first-run', 'guide/python', 'reference/cpp', 'reference/python', 'studies/line-3km/index'];
const main = ['index', 'signs', 'tutorials/stable'];
const looks = [[1440, 'light'], [1440, 'dark'], [820, 'light'], [820, 'dark'], [390, 'light'], [390, 'dark']];
const faults = [];
const blame = (fault) => { faults.push(fault); console.log(fault); };
mkdirSync(pictures, { recursive: true });
const browser = await launch();

async function open(page, options = {}, searches = false) {
  const context = await openWindow(browser, options, searches);
  const tab = await context.newPage();
  tab.on('request', (request) => { if (!/^(file|data|blob|about):/.test(request.url())) blame(`${page}: asks for ${request.url()}`); });
  tab.on('pageerror', (error) => blame(`${page}: ${error.message}`));
  await visit(tab, page);
  return { tab, close: () => context.close() };
}

async function visit(tab, page) {
  await tab.goto(pathToFileURL(join(site, `${page}.html`)).href);
  await tab.waitForTimeout(300); // tables are wrapped and formulas drawn after the page has loaded
}

// Long tables take axe many seconds and have rows of one kind.
function shortenTables() {
  for (const list of document.querySelectorAll('article table tbody')) for (const row of [...list.children].slice(12)) row.remove();
}

// One window for all: scripts that it has read once need not be read again.
async function look(tab, page, width, colorScheme) {
  await tab.setViewportSize({ width, height: 900 });
  await tab.emulateMedia({ colorScheme });
  await visit(tab, page);
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
  if (wide > width) blame(`${page}, ${width} px: ${wide} px wide`);
  if (process.env.FOURFOOT_PAGES) await tab.screenshot({ path: join(pictures, `${page.replaceAll('/', '-')}-${width}-${colorScheme}.png`), fullPage: width > 390 });
  await tab.evaluate(shortenTables);
  await tab.evaluate(axe);
  const { violations } = await tab.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
  for (const found of violations.filter((v) => v.impact === 'serious' || v.impact === 'critical'))
    blame(`${page}, ${width} px, ${colorScheme}: ${found.id}: ${found.nodes.slice(0, 4).map((n) => `${n.target.join(' ')} ${n.failureSummary.split('\n')[1] ?? ''}`).join('; ')}`);
}

// What would be cut off on a tablet: formulas and code wider than the text, pictures whose letters become too small.
async function fits() {
  const { tab, close } = await open('index', { viewport: { width: 820, height: 900 } });
  const theory = readdirSync(join(site, 'theory')).filter((name) => name.endsWith('.html')).map((name) => `theory/${name.slice(0, -5)}`);
  for (const page of [...theory, 'guide/evaluate', 'tutorials/law', 'gallery']) {
    await tab.goto(pathToFileURL(join(site, `${page}.html`)).href, { waitUntil: 'load' });
    for (const fault of await tab.evaluate(() => {
      const cut = [...document.querySelectorAll('.katex-display, .highlight:is(.language-sh, .language-toml, .language-python, .language-c, .language-cpp) code')].filter((box) => box.scrollWidth > box.clientWidth + 1);
      const small = [...document.querySelectorAll('article img')].filter((image) => image.naturalWidth > 2 * image.clientWidth);
      return [...cut.map((box) => `${box.textContent.slice(0, 60)} is cut off`), ...small.map((image) => `${image.getAttribute('src')} is too small to read`),
        ...[...document.querySelectorAll('.katex-error')].map((box) => box.textContent)];
    })) blame(`${page}, 820 px: ${fault}`);
    if (page === 'theory/track') assert.ok((await tab.locator('.katex').count()) > 50, 'formulas are drawn');
  }
  await close();
}

// The button above a block of code copies what it shows, though its lines are wrapped and comments that do not fit stand above their lines.
async function copies() {
  for (const [page, width, least] of [['tutorials/law', 820, 10], ['guide/python', 390, 20], ['guide/stability', 820, 10]]) {
    const { tab, close } = await open(page, { viewport: { width, height: 900 } });
    const blocks = await tab.evaluate(() => [...document.querySelectorAll('pre > code')].map((code) => {
      code.setAttribute('data-md-copying', '');
      const shown = code.innerText;
      code.removeAttribute('data-md-copying');
      return [shown, code.textContent.replaceAll(/ {3,}(?=#)/g, '  ')];
    }));
    for (const [copied, text] of blocks) assert.equal(copied.replaceAll(/ {3,}(?=#)/g, '  '), text);
    assert.ok(blocks.map((block) => block[1]).join('').split('\n').length > least, 'many lines of code');
    if (width === 390) assert.ok((await tab.locator('pre .behind').count()) > 3, 'comments in lines of their own');
    const heights = await tab.$$eval('pre .above', (lines) => lines.map((line) => [line.querySelector('.behind'), line.firstChild].map((part) => part.getBoundingClientRect())));
    for (const [comment, code] of heights) assert.ok(comment.bottom <= code.top + 1, 'a comment stands above its line');
    if (page === 'guide/stability') assert.ok(heights.length > 5, 'comments above their lines');
    await close();
  }
}

async function findMany() {
  const { tab, close } = await open('index', {}, true);
  await tab.goto(pathToFileURL(join(site, 'index.html')).href + '?q=conicity');
  await tab.waitForFunction(() => /\d+ matching documents/.test(document.querySelector('.md-search-result__meta')?.textContent ?? ''));
  const count = parseInt(await tab.textContent('.md-search-result__meta'), 10);
  assert.ok(count > 5, `${count} pages on conicity`);
  for (const [words, page] of [['Y force', 'signs'], ['yaw damper', 'tutorials/yaw-damper'], ['derail', 'tutorials/twist'], ['MiniProf', 'tutorials/profiles']]) {
    await tab.goto(`${pathToFileURL(join(site, 'index.html')).href}?q=${encodeURIComponent(words)}`);
    await tab.waitForFunction(() => /\d+ matching documents/.test(document.querySelector('.md-search-result__meta')?.textContent ?? ''));
    const first = await tab.locator('.md-search-result__link').first().getAttribute('href');
    assert.ok(first.includes(`${page}.html`), `"${words}" finds ${first} first`);
  }
  await close();
}

// The list of pages shows the present page, in chapters far below its upper edge, too.
async function showPresentPage() {
  const { tab, close } = await open('glossary');
  await tab.waitForFunction(() => {
    const list = document.querySelector('.md-sidebar--primary .md-sidebar__scrollwrap').getBoundingClientRect();
    const link = [...document.querySelectorAll('.md-sidebar--primary a.md-nav__link--active')].at(-1)?.getBoundingClientRect();
    return link && link.height > 0 && link.top >= list.top && link.bottom <= list.bottom;
  });
  await close();
}

async function searchByKeys() {
  const { tab, close } = await open('index', {}, true);
  await tab.keyboard.press('/');
  assert.ok(await tab.evaluate(() => document.activeElement.matches('.md-search__input')), '/ goes to the search');
  await tab.keyboard.type('angle of attack', { delay: 20 });
  await tab.waitForSelector('.md-search-result__link');
  const found = await tab.$$eval('.md-search-result__link', (links) => links.map((link) => link.getAttribute('href')));
  assert.ok(found.some((link) => link.includes('signs.html')), `the signs are among what is found: ${found}`);
  await tab.keyboard.press('ArrowDown');
  await Promise.all([tab.waitForNavigation(), tab.keyboard.press('Enter')]);
  assert.match(await tab.innerText('article'), /angle of attack/i);
  await close();
}

// Who knows rails and not this program: Y, Q and the sum of Y, one click from the front page, by mouse or keys.
async function findSigns() {
  const { tab, close } = await open('index');
  const link = tab.locator('article a', { hasText: 'Axes and signs' }).first();
  assert.match(await link.locator('xpath=ancestor::tr').innerText(), /Y, Q, ΣY/);
  await link.focus();
  await Promise.all([tab.waitForNavigation(), tab.keyboard.press('Enter')]);
  const rows = await tab.$$eval('article table tr', (all) => all.map((row) => row.innerText));
  for (const [name, sign] of [['right/Q', /down/], ['right/Y', /left/], ['sum_Y', /left/], ['right/YQ', /outward/]])
    assert.ok(rows.some((row) => row.includes(name) && sign.test(row)), `${name} has its sign`);
  await close();
}

async function walkByKeys() {
  const { tab, close } = await open('guide/first-run');
  await tab.keyboard.press('Tab');
  assert.ok(await tab.evaluate(() => document.activeElement.matches('.md-skip')), 'the first stop skips to the content');
  await tab.keyboard.press('Enter');
  await tab.keyboard.press('Tab');
  assert.ok(await tab.evaluate(() => document.activeElement.closest('article') !== null), 'and leads there');
  await close();
}

async function print(page) {
  const { tab, close } = await open(page, { colorScheme: 'dark', viewport: { width: 688, height: 1000 } }); // A4 within its margins
  await tab.emulateMedia({ media: 'print' });
  const hidden = await tab.evaluate(() => ['.md-header', '.md-sidebar', '.md-footer'].filter((name) => document.querySelector(name)?.offsetHeight > 0));
  if (hidden.length > 0) blame(`${page}, print: shows ${hidden}`);
  const [ink, paper] = await tab.evaluate(() => [getComputedStyle(document.querySelector('article')).color, getComputedStyle(document.body).backgroundColor]);
  const light = (colour) => { const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number); return 255 * (1 - a) + a * (r + g + b) / 3; };
  if (light(ink) > 100 || light(paper) < 250) blame(`${page}, print: ${ink} on ${paper}`);
  await tab.screenshot({ path: join(pictures, `${page.replaceAll('/', '-')}-print.png`), fullPage: true });
  await tab.pdf({ path: join(pictures, `${page.replaceAll('/', '-')}.pdf`), format: 'A4' });
  await close();
}

for (const work of [findMany, showPresentPage, searchByKeys, findSigns, walkByKeys, copies, fits])
  await work().catch((error) => blame(`${work.name}: ${error.message}`));
// The main pages in every look; of the others a wide light and a narrow dark one show what their kind of content needs.
const { tab: eye, close } = await open(pages[0]);
for (const page of pages) for (const [width, scheme] of main.includes(page) ? looks : [looks[0], looks[4]]) await look(eye, page, width, scheme);
await close();
for (const page of ['signs'].filter((page) => pages.includes(page))) await print(page);
await browser.close();
process.exit(faults.length > 0 ? 1 : 0);
