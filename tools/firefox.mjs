import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './install.mjs';

const NAMES = ['firefox-esr', 'firefox'];
const PLACES = {
  darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .map((variable) => process.env[variable])
    .filter(Boolean)
    .map((folder) => join(folder, 'Mozilla Firefox/firefox.exe')),
};

/** Preferences of a Firefox that a tool drives: its own calls home are not wanted. */
export const FIREFOX_PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
};

/** A Firefox: named by FIREFOX_PATH, or the system's. @returns {string | null} */
export function findFirefox() {
  const named = process.env.FIREFOX_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`FIREFOX_PATH names ${named}, where there is nothing.`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...folders.flatMap((f) => NAMES.map((n) => join(f, n))), ...(PLACES[process.platform] ?? [])];
  return candidates.find((path) => existsSync(path) && answers(path)) ?? null;
}

/** Whether it is a browser: on some systems the name is a stub that tells how to install one. */
function answers(path) {
  // Windows shows a window for --version instead of an answer.
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

/**
 * A Firefox, installed where there is none and this is root on Debian. Elsewhere the tests that need one are skipped, and
 * say so.
 *
 * @returns {string | null}
 */
export function ensureFirefox() {
  const found = findFirefox();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Firefox found: installing one …');
    run('apt-get', ['update', '-qq']);
    if (run('apt-get', ['install', '-y', '-qq', 'firefox-esr'])) return findFirefox();
  }
  console.warn(
    'There is no Firefox: its tests are skipped. Install one (on Debian: apt-get install firefox-esr), or set FIREFOX_PATH.',
  );
  return null;
}
