/**
 * `npm run checks`: how often `npm run evaluate -- … --against` fails, over data sets of questions that are drawn from real
 * ones: without a change, with a planted loss, and with a margin.
 *
 * Usage: node research/checks.mjs [CHECKS] [RESAMPLES]   1,000 and 1,000 where absent: a few minutes on two cores.
 */
import { ensureInstalled } from '../tools/install.mjs';
import { kernels } from '../tools/kernels.mjs';

ensureInstalled();
const { runnerImport } = await import('vite');
const { cranfieldPairs, failedChecks, samplePairs, shifted } = (
  await runnerImport('./research/simulations/check-failures.ts', { configFile: false, plugins: [kernels()] })
).module;

const checks = Number(process.argv[2] ?? 1000);
const resamples = Number(process.argv[3] ?? 1000);
const share = (count) => `${((100 * count) / checks).toFixed(1)} %`.padStart(8);

function report(title, population, options) {
  const failed = failedChecks({ population, margin: null, values: 'as-is', checks, resamples, seed: 1, ...options });
  console.log(`${title.padEnd(52)}${String(options.questions).padStart(5)} questions${share(failed)}`);
}

/** Chance exchanges before and now: one direction of a pair is enough. */
const oneWay = [...cranfieldPairs, ...samplePairs].filter((_, i) => i % 2 === 0);
const first = ({ rows }) => rows.slice(0, 1);
console.log(`Checks that fail, of ${checks}. Nothing changed: chance says which value is the one before`);
for (const questions of [50, 200])
  for (const pair of oneWay) report(pair.name, first(pair), { questions, values: 'exchanged' });
const all = cranfieldPairs.filter((_, i) => i % 2 === 0).flatMap(({ rows }) => rows);
for (const questions of [50, 200]) report('ten systems, two measures', all, { questions, values: 'exchanged' });
console.log('The means are equal, values are those of two systems');
for (const questions of [50, 200])
  for (const pair of [...cranfieldPairs, ...samplePairs])
    report(
      pair.name,
      first(pair).map((row) => shifted(row, 0)),
      { questions },
    );
console.log('A loss of .05 nDCG@10 on Cranfield');
for (const pair of cranfieldPairs)
  report(
    pair.name,
    first(pair).map((row) => shifted(row, -0.05)),
    { questions: 200 },
  );
console.log('With a margin of .05: nothing changed, then a loss of .05');
for (const pair of oneWay.slice(0, 10))
  report(pair.name, first(pair), { questions: 200, margin: 0.05, values: 'exchanged' });
for (const pair of cranfieldPairs)
  report(
    pair.name,
    first(pair).map((row) => shifted(row, -0.05)),
    { questions: 200, margin: 0.05 },
  );
