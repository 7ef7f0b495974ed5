/**
 * `npm run coverage`: how often the held-out interval of the fusion lab contains the truth, over data sets that are drawn
 * from known populations, beside the bootstrap over questions that it replaced. What the truth is: see
 * research/simulations/held-out-coverage.ts.
 *
 * Usage: node research/coverage.mjs [DATA SETS]   Of each population, 500 where absent: some ten minutes on two cores.
 */
import { ensureInstalled } from '../tools/install.mjs';
import { kernels } from '../tools/kernels.mjs';

ensureInstalled();
const { runnerImport } = await import('vite');
const { heldOutCoverage, trueDifferences } = (
  await runnerImport('./research/simulations/held-out-coverage.ts', { configFile: false, plugins: [kernels()] })
).module;

const seeds = Number(process.argv[2] ?? 500);
const POPULATIONS = [
  ['no signal, 2 lists', { signal: [0, 0], measure: 'nDCG@10' }],
  ['no signal, 3 lists', { signal: [0, 0, 0], measure: 'MRR' }],
  ['the baseline is the best list', { signal: [2, 0.5], measure: 'nDCG@10' }],
  ['2 lists alike', { signal: [1.5, 1.5], measure: 'nDCG@10' }],
  ['the other list is better', { signal: [1, 1.5], measure: 'MRR' }],
  ['3 lists, one of them noise', { signal: [1.5, 1.2, 0], measure: 'MRR' }],
];
const QUESTIONS = [30, 150];

console.log(`Held-out 95 % intervals of tuned weights, ${seeds} data sets of each population`);
console.log(`${''.padEnd(42)}${'truth'.padStart(8)}${'lab'.padStart(18)}${'bootstrap'.padStart(18)}`);
for (const [name, population] of POPULATIONS) {
  const differences = trueDifferences(population);
  for (const questions of QUESTIONS) {
    const { truth, lab, bootstrap } = heldOutCoverage(population, differences, questions, seeds);
    console.log(
      `${`${name}, ${questions} questions`.padEnd(42)}${truth.toFixed(4).padStart(8)}${cell(lab)}${cell(bootstrap)}`,
    );
  }
}
console.log('Each: share of intervals that contain the truth, and their mean width.');

function cell({ coverage, width }) {
  return `${coverage.toFixed(3)} ${width.toFixed(4)}`.padStart(18);
}
