/**
 * Plants defects one by one and reports which tests notice: `node research/mutants/run.mjs [ids]`, of all without ids.
 * Each file is restored, also where the run is interrupted. Fails where fewer than {@link LEAST} of all are caught.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { MUTANTS } from './mutants.mjs';

/** Of a hundred: 29 of thirty. */
const LEAST = 96;
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'hitrate-mutants-'));

/** What undoes the defect that is planted now. */
let restore = () => undefined;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    restore();
    process.exit(1);
  });

const ids = process.argv.slice(2);
const unknown = ids.filter((id) => !MUTANTS.some((mutant) => mutant.id === id));
if (unknown.length > 0) throw new RangeError(`There is no mutant ${unknown.join(', ')}.`);
const chosen = MUTANTS.filter(({ id }) => ids.length === 0 || ids.includes(id));
let caught = 0;
try {
  console.log('| | defect | caught by |\n| --- | --- | --- |');
  for (const mutant of chosen) {
    const by = await caughtBy(mutant);
    if (by.length > 0) caught++;
    console.log(`| ${mutant.id} | ${mutant.defect} | ${by.join(', ') || '**nothing**'} |`);
  }
} finally {
  restore();
  rmSync(folder, { recursive: true });
}
console.log(`\n${caught} of ${chosen.length} are caught.`);
process.exitCode = caught * 100 >= chosen.length * LEAST ? 0 : 1;

/** @returns files of tests that fail with the defect, and how many of their tests do */
async function caughtBy({ id, file, from, to, tests }) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new RangeError(`${id}: its text does not occur once in ${file}.`);
  restore = () => writeFileSync(path, text);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    return await failing(tests);
  } finally {
    restore();
    restore = () => undefined;
  }
}

async function failing(tests) {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const args = ['run', ...tests, '--bail=3', '--reporter=json', `--outputFile=${report}`];
  await new Promise((resolve, reject) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [vitest, ...args], { cwd: root, stdio: 'ignore' });
    child.on('error', reject).on('close', resolve);
  });
  const { numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  if (numTotalTests === 0) throw new RangeError(`There are no tests in ${tests.join(', ')}.`);
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed').length;
      return `${relative(root, name)} (${failed || 'does not load'})`;
    });
}
