/**
 * `npm test`: installs when needed, checks types, lint and format, runs the unit, golden and property tests, builds, and
 * runs the browser tests against what was built. The last line counts: `N passed, N failed, N skipped`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, run } from './install.mjs';

ensureInstalled();
const { check } = await import('./check.mjs');
const { ensureBrowser } = await import('./browser.mjs');
const { ensureBuilt } = await import('./site.mjs');

const folder = mkdtempSync(join(tmpdir(), 'hitrate-test-'));
const totals = { passed: 0, failed: 0, skipped: 0 };

const checks = check();
totals.passed += checks.filter(({ ok }) => ok).length;
totals.failed += checks.filter(({ ok }) => !ok).length;

runSuite('vitest', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile=${join(folder, 'unit.json')}`,
]);
count(
  join(folder, 'unit.json'),
  ({ numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, testResults }) => ({
    passed: numPassedTests,
    // A file that does not load has no tests to fail.
    failed:
      numFailedTests +
      (numFailedTests === 0 && numFailedTestSuites > 0 ? testResults.filter((r) => r.status === 'failed').length : 0),
    skipped: numPendingTests,
  }),
);

ensureBuilt();
const browser = await ensureBrowser();
if (browser) {
  const env = { ...process.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'browser.json') };
  runSuite('playwright', ['playwright', 'test', '--reporter=list,json'], env);
  count(join(folder, 'browser.json'), ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }));
} else totals.failed++;

rmSync(folder, { recursive: true });
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed === 0 ? 0 : 1);

function runSuite(name, [command, ...args], env = process.env) {
  console.log(`\n— ${name} —`);
  run('npx', ['--no-install', command, ...args], { env });
}

/** Adds a report's figures; a suite that left none has failed. */
function count(path, read) {
  try {
    const { passed, failed, skipped } = read(JSON.parse(readFileSync(path, 'utf8')));
    totals.passed += passed;
    totals.failed += failed;
    totals.skipped += skipped;
  } catch (error) {
    console.error(`No report: ${error.message}`);
    totals.failed++;
  }
}
