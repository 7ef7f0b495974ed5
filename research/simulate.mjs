/**
 * `npm run simulate`: what evidence is worth while people judge, on Cranfield and the bundled sample. Each table says what
 * it has to show; the program fails where a row does not. docs/evidence.md and docs/learning.md hold
 * what it prints.
 *
 * Usage: node research/simulate.mjs [--seed N] [--count N] [--only WORDS]   Seed 1 and 1,000 where absent: an hour of one core, divided
 * by the cores there are. --only: tables whose title has these words.
 *
 * Rows are computed side by side, one by a thread for each core, and printed in their order.
 */
import { availableParallelism } from 'node:os';
import { on } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../tools/install.mjs';
import { kernels } from '../tools/kernels.mjs';

if (isMainThread) await main();
else await compute();

/** @param use what is done with all tables; the server that loads them stays until then, since rows load more when needed */
async function withTables(use) {
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: false,
    plugins: [kernels()],
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { simulations } = await server.ssrLoadModule('/research/simulations/table.ts');
    return await use(simulations.map(({ rows, ...table }) => ({ ...table, rows: rows() })));
  } finally {
    await server.close();
  }
}

/** Answers with the row that is asked for, until it is ended. */
async function compute() {
  await withTables(async (all) => {
    parentPort.postMessage(null);
    for await (const [{ table, row }] of on(parentPort, 'message'))
      parentPort.postMessage(await all[table].rows[row].simulate(workerData));
  });
}

async function main() {
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
  const all = await withTables((tables) => tables);
  const waiting = [];
  const asked = all.flatMap(({ title, claim, rows }, table) => {
    if (!title.toLowerCase().includes(values.only.toLowerCase())) return [];
    const computed = rows.map((_, row) => new Promise((resolve) => waiting.push({ table, row, resolve })));
    return [{ title, claim, rows, computed }];
  });
  const threads = Math.min(availableParallelism(), waiting.length);
  for (let i = 0; i < threads; i++) startThread({ seed, count }, waiting);

  let failed = 0;
  for (const { title, claim, rows, computed } of asked) {
    console.log(`\n${title}\n${claim}\n`);
    let widths = null;
    for (const [row, { name }] of rows.entries()) {
      const { figures, holds } = await computed[row];
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
}

/** Takes rows that wait, one by one, until none is left. */
function startThread(options, waiting) {
  const thread = new Worker(new URL(import.meta.url), { workerData: options });
  let taken = null;
  thread.on('error', (error) => {
    throw error;
  });
  thread.on('message', (row) => {
    taken?.resolve(row);
    taken = waiting.shift() ?? null;
    if (taken) thread.postMessage({ table: taken.table, row: taken.row });
    else void thread.terminate();
  });
}
