import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './find-program.mjs';
import { run, runPackage } from './install.mjs';

/** A shell without windows, where there is one, draws no window for every page and takes a third less time. */
const NAMES = [
  ...['chromium-headless-shell', 'chrome-headless-shell'],
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'],
];
const PLACES = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .map((variable) => process.env[variable])
    .filter(Boolean)
    .flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]),
};

/**
 * Flags for a Chromium that a tool drives: as root its sandbox cannot start, and its own calls home are not wanted.
 */
export const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/** A Chromium: named by CHROMIUM_PATH, the system's, or Playwright's. @returns {Promise<string | null>} */
export async function findBrowser() {
  const found = findProgram('CHROMIUM_PATH', { names: NAMES, places: PLACES[process.platform] ?? [] });
  if (found) return found;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

/** A Chromium, installed where there is none: by Playwright, or by the system's packages when this is root on Debian. */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  console.error('No Chromium found: installing one …');
  const root = process.getuid?.() === 0;
  if (
    runPackage('@playwright/test', ['install', ...(root ? ['--with-deps'] : []), 'chromium-headless-shell', 'chromium'])
  )
    return findBrowser();
  if (root && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update', '-qq']);
    // Without the fonts Chinese and Japanese are boxes.
    if (run('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell', 'fonts-noto-cjk'])) return findBrowser();
  }
  console.error(
    'No Chromium could be installed. Install Chrome or Chromium by hand (on Debian: apt-get install chromium), or set CHROMIUM_PATH to one.',
  );
  return null;
}
