// Chromium for the pages of the manual: from disk, without the drawing of 3-D, which would double the time, and without network.
import { createRequire } from 'node:module';
import { executablePath } from '../../viewer/test/browser.mjs';

const { chromium } = createRequire(new URL('../../viewer/package.json', import.meta.url))('playwright-core');

export function launch() {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
}

// A window. Where no one searches, the index of the search stays away: reading it takes half of the time of a page.
export async function openWindow(browser, options = {}, searches = false) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(120_000); // a busy machine is slow, not wrong
  if (!searches) await context.route('**/search_index.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'var __search = {index: new Promise(() => {})};' }));
  return context;
}
