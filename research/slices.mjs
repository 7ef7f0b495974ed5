/**
 * `npm run slices`: how often the tests of slices find a difference that was planted, and report one where there is none,
 * over data sets that are drawn from the bundled sample: see research/simulations/slices.ts.
 *
 * Usage: node research/slices.mjs [DATA SETS]   Of each case, 500 where absent: some ten minutes on two cores.
 */
import { ensureInstalled } from '../tools/install.mjs';
import { kernels } from '../tools/kernels.mjs';

ensureInstalled();
const { runnerImport } = await import('vite');
const { simulateSlices } = (
  await runnerImport('./research/simulations/slices.ts', { configFile: false, plugins: [kernels()] })
).module;

const dataSets = Number(process.argv[2] ?? 500);
const OPTIONS = { dataSets, resamples: 999, seed: 2026 };
const SYSTEMS = ['bm25', 'embedding', 'ensemble', 'ensemble-rrf', 'ensemble-rerank', 'ensemble-rrf-rerank'];
const SLICES = ['language:zh', 'shared-words:few', 'relevant-passages:several', 'topic:tram'];

console.log(`Nothing depends on slices: share of ${4 * dataSets} data sets in which any slice is reported`);
const level = { ...OPTIONS, dataSets: 4 * dataSets };
row('all alike', simulateSlices(null, level).any);
for (const slice of ['shared-words:few', 'relevant-passages:several', 'question-type:yes-no'])
  row(
    `differences in ${slice} vary twice as much`,
    simulateSlices(null, { ...level, spread: { slice, factor: 2 } }).any,
  );

console.log(`\nOne system is better by .15 in one slice: share of ${dataSets} data sets in which that is reported`);
row('every system and slice of 39 questions or more in turn', simulateSlices('any', OPTIONS).found);
for (const slice of SLICES)
  for (const system of SYSTEMS)
    row(`${system} in ${slice}`, simulateSlices({ system, slice, size: 0.15 }, OPTIONS).found);

function row(name, share) {
  console.log(`${name.padEnd(60)}${share.toFixed(3)}`);
}
