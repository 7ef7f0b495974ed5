import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './find-program.mjs';
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
  return findProgram('FIREFOX_PATH', { names: NAMES, places: PLACES[process.platform] ?? [] });
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
