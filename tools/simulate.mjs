/**
 * `npm run simulate`: what evidence is worth while people judge, on Cranfield and the bundled sample. Each table says what
 * it has to show; the program fails where a row does not. docs/evidence.md holds what it prints.
 *
 * Usage: node tools/simulate.mjs [--seed N] [--count N] [--only WORDS]   Seed 1 and 1,000 where absent: half an hour on two
 * cores. --only: tables whose title has these words.
 */
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
  },
});
const [seed, count] = [Number(values.seed), Number(values.count)];
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || count < 1) {
  console.error('--seed and --count are whole numbers, --count at least 1');
  process.exit(2);
}

ensureInstalled();
const { runnerImport } = await import('vite');
const { simulations } = (await runnerImport('./test/simulations/table.ts', { configFile: false })).module;

let failed = 0;
for (const { title, claim, rows } of simulations) {
  if (!title.toLowerCase().includes(values.only.toLowerCase())) continue;
  console.log(`\n${title}\n${claim}\n`);
  let widths = null;
  for (const { name, figures, holds } of rows({ count, seed })) {
    const columns = Object.keys(figures);
    if (!widths) {
      widths = columns.map((column) => Math.max(column.length, figures[column].length, 5) + 2);
      console.log(''.padEnd(52) + columns.map((column, i) => column.padStart(widths[i])).join(''));
    }
    const cells = Object.values(figures).map((figure, i) => figure.padStart(widths[i]));
    console.log(`${name.padEnd(52)}${cells.join('')}  ${holds === null ? '' : holds ? 'holds' : 'FAILS'}`);
    if (holds === false) failed++;
  }
  if (!widths) console.log('Not run: the judgments of Cranfield are absent.');
}
console.log(failed === 0 ? '\nEvery claim holds.' : `\n${failed} rows fail.`);
process.exitCode = failed === 0 ? 0 : 1;
