/**
 * `npm test`: installs when needed, builds, then checks types, lint and format and runs the unit, golden and property tests,
 * with the stories in a browser against the built site beside them. `npm run test:all` runs what is tagged `@full`, too: other
 * browsers, a GPU in software, collections of other people, long sessions. The last lines show the time by part and the
 * counts: `N passed, N failed, N skipped`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, runPackageAside } from './install.mjs';

const isAll = process.argv.includes('--all');
const began = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'hitrate-test-'));
const totals = { passed: 0, failed: 0, skipped: 0 };
const times = [];
const figures = [];
const env = { ...process.env, ...(isAll ? { HITRATE_TESTS: 'all' } : {}) };

try {
  const browsers = await part('set-up', setUp);
  // Two cores are kept busy by two lanes. The browser tests, which use both, give way: so the two end together.
  await settleAll([
    part('browser tests', () => runBrowserTests(browsers)),
    part('types, lint and format', runChecks).then(() => part('unit, golden and property tests', runUnitTests)),
  ]);
} catch (error) {
  // Whatever stops the run is a failure with a closing line, not a run without one.
  console.error(error.message);
  add({ failed: 1 });
} finally {
  rmSync(folder, { recursive: true });
  for (const [name, seconds] of [...times, ['in all', secondsSince(began)]])
    console.log(`${name.padEnd(32)} ${minutes(seconds)}`);
  for (const figure of figures) console.log(figure);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  process.exitCode = totals.failed === 0 ? 0 : 1;
}

/** Runs a part of the whole, and keeps the time that it took. */
async function part(name, run) {
  const start = performance.now();
  try {
    return await run();
  } finally {
    times.push([name, secondsSince(start)]);
  }
}

/** Waits for all, also where one fails. @throws the first failure */
async function settleAll(promises) {
  const failure = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected');
  if (failure) throw failure.reason;
}

/** Installs and builds what is missing. @returns the browsers; without a Firefox its tests are skipped */
async function setUp() {
  ensureInstalled();
  const { ensureBrowser } = await import('./browser.mjs');
  const { ensureFirefox } = await import('./firefox.mjs');
  const { ensureOnnxRuntime } = await import('./onnxruntime.mjs');
  const { ensureBuilt, ensureCommandLine } = await import('./site.mjs');
  if (!ensureOnnxRuntime()) throw new Error('ONNX Runtime for Node could not be installed: see npm’s message above.');
  const chromium = await ensureBrowser();
  if (!chromium) throw new Error('There is no Chromium to run the browser tests in.');
  const firefox = isAll ? ensureFirefox() : null;
  ensureBuilt();
  // Before tests that run side by side would each do it.
  await ensureCommandLine();
  return { chromium, firefox };
}

async function runChecks() {
  const { check } = await import('./check.mjs');
  // The structure is checked by unit tests, which all run below.
  for (const { ok } of await check({ structure: false })) add(ok ? { passed: 1 } : { failed: 1 });
}

async function runUnitTests() {
  const report = join(folder, 'unit.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile=${report}`];
  const { ok, output } = await runPackageAside('vitest', args, { env });
  console.log(`\n— unit, golden and property tests —\n${output}`);
  figures.push(...(output.match(/\w+ faults: \d.*/g) ?? []));
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  // A file that does not load has no tests that could fail.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  settle(ok, { passed: numPassedTests, failed: numFailedTests + unloaded.length, skipped: numPendingTests });
}

async function runBrowserTests({ chromium, firefox }) {
  const report = join(folder, 'browser.json');
  const browsers = { CHROMIUM_PATH: chromium, ...(firefox ? { FIREFOX_PATH: firefox } : {}) };
  const options = {
    env: { ...env, ...browsers, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    stdio: 'inherit',
    priority: constants.priority.PRIORITY_BELOW_NORMAL,
  };
  const { ok } = await runPackageAside('@playwright/test', ['test', '--reporter=list,json'], options);
  const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8'));
  tellFaults(suites);
  settle(ok, {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  });
}

/** Points at which a page was killed, of those that were to be. */
function tellFaults(suites) {
  const tests = (each) => [...(each.suites ?? []).flatMap(tests), ...(each.specs ?? []).flatMap((spec) => spec.tests)];
  const points = suites
    .flatMap(tests)
    .flatMap(({ annotations }) => annotations.filter(({ type }) => type === 'faults'))
    .map(({ description }) => description.split(' of ').map(Number));
  const [held, all] = [0, 1].map((i) => points.reduce((sum, each) => sum + each[i], 0));
  const found = held === all ? ', nothing acknowledged lost, nothing half stored' : '';
  console.log(`Faults: ${held} of ${all} points${found}`);
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

function secondsSince(start) {
  return (performance.now() - start) / 1000;
}

function minutes(seconds) {
  return `${String(Math.floor(seconds / 60)).padStart(3)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
