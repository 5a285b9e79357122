// Chromium as the tests use it: headless, software WebGL, no network.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const candidates = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const executablePath = candidates.find((path) => path && existsSync(path));

export function launch() {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync', '--force-color-profile=srgb',
    ],
  });
}
