/**
 * `npm test`: installs when needed, checks types, lint and format, runs the unit, golden and property tests, builds, and
 * runs the browser tests against what was built. The last line counts: `N passed, N failed, N skipped`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, runPackage } from './install.mjs';

ensureInstalled();
const { check } = await import('./check.mjs');
const { ensureBrowser } = await import('./browser.mjs');
const { ensureFirefox } = await import('./firefox.mjs');
const { ensureOnnxRuntime } = await import('./onnxruntime.mjs');
const { ensureBuilt } = await import('./site.mjs');

const folder = mkdtempSync(join(tmpdir(), 'hitrate-test-'));
const totals = { passed: 0, failed: 0, skipped: 0 };

try {
  for (const { ok } of check()) add(ok ? { passed: 1 } : { failed: 1 });
  runUnitTests();
  await runBrowserTests();
} catch (error) {
  // Whatever stops the run is a failure with a closing line, not a run without one.
  console.error(error.message);
  add({ failed: 1 });
} finally {
  rmSync(folder, { recursive: true });
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  process.exitCode = totals.failed === 0 ? 0 : 1;
}

function runUnitTests() {
  if (!ensureOnnxRuntime()) throw new Error('ONNX Runtime for Node could not be installed: see npm’s message above.');
  console.log('\n— unit, golden and property tests —');
  const report = join(folder, 'unit.json');
  const ok = runPackage('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile=${report}`]);
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  // A file that does not load has no tests that could fail.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  settle(ok, { passed: numPassedTests, failed: numFailedTests + unloaded.length, skipped: numPendingTests });
}

async function runBrowserTests() {
  ensureBuilt();
  const browser = await ensureBrowser();
  if (!browser) throw new Error('There is no Chromium to run the browser tests in.');
  // Where there is none, its tests are skipped.
  const firefox = ensureFirefox();
  console.log('\n— browser tests —');
  const report = join(folder, 'browser.json');
  const env = {
    ...process.env,
    CHROMIUM_PATH: browser,
    ...(firefox ? { FIREFOX_PATH: firefox } : {}),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  };
  const ok = runPackage('@playwright/test', ['test', '--reporter=list,json'], { env });
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'));
  settle(ok, {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  });
}

/** A runner that failed without a failed test, as for an error that no test caught, has failed all the same. */
function settle(ok, counts) {
  add(!ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts);
}

function add({ passed = 0, failed = 0, skipped = 0 }) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}
