/**
 * `npm run verdicts`: how often the verdict names a single winner, over data sets that are drawn from the questions of
 * the sample with all systems centred at one mean, and with the first system .08 above the others.
 *
 * Usage: node research/verdicts.mjs [DATA SETS] [RESAMPLES]   1,000 and 500 where absent: a few minutes on two cores.
 */
import { ensureInstalled } from '../tools/install.mjs';
import { kernels } from '../tools/kernels.mjs';

ensureInstalled();
const { runnerImport } = await import('vite');
const { namedWinners, centred, exchanged, sampleValues } = (
  await runnerImport('./research/simulations/verdicts.ts', { configFile: false, plugins: [kernels()] })
).module;

const dataSets = Number(process.argv[2] ?? 1000);
const resamples = Number(process.argv[3] ?? 500);
const ids = Object.keys(sampleValues);
const share = (count) => `${((100 * count) / dataSets).toFixed(1)} %`.padStart(8);

function report(title, population, questions, advantages) {
  const input = { population, questions, dataSets, resamples, seed: 1 };
  const { named, first } = namedWinners({ ...input, advantages: population.map((_, i) => advantages[i] ?? 0) });
  console.log(`${title.padEnd(60)}${String(questions).padStart(5)} questions${share(named)}${share(first)}`);
}

console.log(`Data sets that name a single winner, and that name the first system, of ${dataSets}:`);
const pairs = ids.flatMap((a, i) => ids.slice(i + 1).map((b) => [a, b]));
const others = (...out) => ids.filter((id) => !out.includes(id));
console.log('No difference');
for (const questions of [30, 156]) for (const pair of pairs) report(pair.join(', '), centred(pair), questions, []);
report('all six', centred(ids), 156, []);
for (const count of [2, 3, 4, 6, 8, 10]) report(`${count} exchangeable systems`, exchanged(count, count), 156, []);
console.log('Two of six equally good, the others below by .1');
for (const pair of pairs) report(pair.join(', '), centred([...pair, ...others(...pair)]), 156, [0.1, 0.1]);
console.log('The first better by .08');
for (const pair of pairs) report(pair.join(' above '), centred(pair), 156, [0.08]);
for (const id of ids) report(`${id} above all others`, centred([id, ...others(id)]), 156, [0.08]);
