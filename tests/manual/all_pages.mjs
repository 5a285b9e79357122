// Every page of the built manual in Chromium, from disk: node all_pages.mjs SITE (called by tests/manual/site_test.py). Nothing is wider than a telephone or
// a tablet, formulas do not run into their numbers, figures can be read in the dark and on a telephone, every picture says what it shows.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, openWindow } from './browser.mjs';

const site = process.argv[2];
const widths = [390, 820]; // the first is the width at which pages are loaded
const smallest = 6.5; // px: letters of figures and plots on a telephone; what is smaller scrolls instead (assets/manual.css)

function list(folder) {
  return readdirSync(join(site, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? (/^(assets|search)$/.test(entry.name) ? [] : list(join(folder, entry.name))) : entry.name.endsWith('.html') ? [join(folder, entry.name)] : []);
}

// What is wrong at the present width, in words.
function findFaults(width) {
  const faults = [], article = document.querySelector('article');
  const wide = document.documentElement.scrollWidth;
  if (wide > width) faults.push(`the page is ${wide} px wide`);
  const isHeld = (part) => { for (let box = part; box !== article; box = box.parentElement) if (getComputedStyle(box).overflowX !== 'visible') return true; return false; };
  for (const part of article.querySelectorAll(':is(p, li, td, code, h1, h2, h3, h4, img, svg, figure, pre, .katex-display)')) {
    const box = part.getBoundingClientRect();
    if (box.width > 0 && box.right > width + 1 && !isHeld(part)) faults.push(`${part.tagName} reaches to ${Math.round(box.right)} px: ${part.textContent.trim().slice(0, 40)}`);
  }
  for (const number of article.querySelectorAll('.katex-display .tag')) {
    const ends = [...number.parentElement.querySelectorAll(':scope > .base')].map((base) => base.getBoundingClientRect().right);
    if (Math.max(...ends) > number.getBoundingClientRect().left + 1) faults.push(`a formula runs into its number ${number.textContent}`);
  }
  for (const row of article.querySelectorAll('table[data-list] tbody tr')) if (row.scrollWidth > row.clientWidth + 1) faults.push(`a row is cut off: ${row.textContent.trim().slice(0, 40)}`);
  // A reader of a telephone sees a row at once; tables with longer cells are lists (assets/manual.js).
  for (const row of width < 600 ? article.querySelectorAll('table:not([data-list]) tbody tr') : [])
    if (row.offsetHeight > 500) faults.push(`a row is ${row.offsetHeight} px high: ${row.textContent.trim().slice(0, 40)}`);
  return faults;
}

// What does not depend on the width.
function readPage(smallest) {
  const faults = [], article = document.querySelector('article');
  const heads = article.querySelectorAll('h1');
  if (heads.length !== 1) faults.push(`${heads.length} titles`);
  if (article.innerText.trim().split(/\s+/).length < 5) faults.push('the page is empty');
  for (const error of article.querySelectorAll('.katex-error')) faults.push(`a formula cannot be read: ${error.textContent}`);
  for (const image of article.querySelectorAll('img')) if (!image.alt) faults.push(`${image.getAttribute('src')} says nothing to who cannot see it`);
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const paper = light(getComputedStyle(document.body).backgroundColor);
  for (const figure of article.querySelectorAll('svg.ff')) {
    const name = figure.getAttribute('aria-label') ?? 'a figure';
    if (!figure.getAttribute('aria-label')) faults.push('a figure says nothing to who cannot see it');
    const scale = figure.getBoundingClientRect().width / figure.viewBox.baseVal.width;
    for (const text of figure.querySelectorAll('text')) {
      const style = getComputedStyle(text), contrast = Math.max(light(style.fill), paper) / Math.min(light(style.fill), paper);
      if (style.fill !== 'none' && contrast < 3) faults.push(`${name}: "${text.textContent}" has a contrast of ${contrast.toFixed(1)}`);
      if (scale * parseFloat(style.fontSize) < smallest) faults.push(`${name}: "${text.textContent}" is ${(scale * parseFloat(style.fontSize)).toFixed(1)} px high`);
    }
  }
  return faults;
}

const browser = await launch();
const context = await openWindow(browser, { viewport: { width: widths[0], height: 900 }, colorScheme: 'dark' });
const tab = await context.newPage();
// Every third page takes a minute; FOURFOOT_ALL_PAGES=1 takes all of them.
const faults = [], pages = list('').filter((_, i) => process.env.FOURFOOT_ALL_PAGES || i % 3 === 0);
for (const page of pages) {
  await tab.setViewportSize({ width: widths[0], height: 900 });
  await tab.goto(pathToFileURL(join(site, page)).href, { waitUntil: 'load' });
  faults.push(...(await tab.evaluate(readPage, smallest)).map((fault) => `${page}: ${fault}`));
  for (const width of widths) {
    await tab.setViewportSize({ width, height: 900 });
    faults.push(...(await tab.evaluate(findFaults, width)).map((fault) => `${page}, ${width} px: ${fault}`));
  }
}
await browser.close();
console.log(faults.join('\n') || `${pages.length} pages`);
process.exit(faults.length > 0 ? 1 : 0);
