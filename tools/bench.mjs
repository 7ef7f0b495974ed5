/**
 * `npm run bench`: speed as ratios in one run, and memory. The hot loops, a large run and the statistics beside what one
 * would write instead (in Node); and the app on its sample in Chromium: models with and without threads, a first run
 * beside a second.
 *
 * `npm run bench -- scale [passages] [questions]`: the app on a large collection alone.
 */
import { scale } from './bench-scale.mjs';
import { withScript } from './bench-script.mjs';
import { ensureInstalled, runPackage } from './install.mjs';
import { peakMemory } from './peak-memory.mjs';
import { ensureBuilt, DIST } from './site.mjs';

ensureInstalled();
ensureBuilt();
const { chromium } = await import('@playwright/test');
const { BROWSER_ARGS, ensureBrowser } = await import('./browser.mjs');
const { serve } = await import('./serve.mjs');
const { securityHeaders } = await import('../src/adapters/offline/headers.js');

const REPEATS = 3;
const SYSTEMS = ['embedding', 'ensemble', 'ensemble-rerank'];

const [part, ...sizes] = process.argv.slice(2);
if (part === 'scale') {
  await scale(...sizes.map(Number));
  process.exit(0);
}
if (part !== undefined) throw new Error(`there is no part “${part}”: scale is one, and without a name all are run`);

runPackage('vitest', ['bench', '--run']);
await millionLines();
await comparisons();
await rankers();
await wordIndexes();

const executablePath = await ensureBrowser();
if (!executablePath) process.exit(1);
const isolated = securityHeaders();
const { 'Cross-Origin-Embedder-Policy': _, ...oneThread } = isolated;

const threads = await repeat(() => models(isolated));
const single = await repeat(() => models(oneThread));
const runs = await twice();

const rows = [
  ['passages embedded a second', single.passages, threads.passages],
  ['pairs reranked a second', single.pairs, threads.pairs],
];
const loads = [
  ['embedding model', threads.embeddingMilliseconds],
  ['reranker', threads.rerankerMilliseconds],
];
console.log('\nThe bundled models on the sample, in Chromium (best of three)');
for (const [what, one, many] of rows)
  console.log(
    `${what.padEnd(30)} one thread ${one.toFixed(0).padStart(6)}   threads ${many.toFixed(0).padStart(6)}   ${(many / one).toFixed(2)} ×`,
  );
for (const [what, milliseconds] of loads) console.log(`${what.padEnd(30)} loaded in ${seconds(milliseconds)}`);
console.log(`most memory of the page's process, three systems: ${megabytes(threads.peakBytes)}`);
console.log(
  `\nFrom press to table: four systems ${seconds(runs.partial)}, all six ${seconds(runs.first)}, again ${seconds(runs.second)} (${(runs.first / runs.second).toFixed(0)} ×)`,
);
console.log(
  `Most memory of the page's process, all six systems: ${megabytes(runs.peakBytes)}; page and workers afterwards: ${megabytes(runs.bytes)}`,
);
await scale();

/** A run of a million lines, read and scored by 20 measures: each way in a process of its own, best of three. */
async function millionLines() {
  await withScript('million-lines', (run, folder) => {
    run('write', folder);
    const [hitrate, naive] = [best(() => run('hitrate', folder)), best(() => run('naive', folder))];
    const wrong = Object.keys(naive.means).filter((name) => Math.abs(naive.means[name] - hitrate.means[name]) > 1e-9);
    if (wrong.length > 0) throw new Error(`the two ways differ by ${wrong.join(', ')}`);
    console.log('\nA run of one million lines, read and scored by 20 measures (best of three); all 20 means agree');
    beside(hitrate, naive, 'a Map a question, a pass a measure');
  });
}

/** All pairs of six systems on 5,000 questions, 10,000 resamples: each way in a process of its own. */
async function comparisons() {
  await withScript('statistics', (run) => {
    const [hitrate, naive] = [best(() => run('hitrate')), run('naive')];
    const isApart = hitrate.found.some(({ low, high, p }, i) => {
      const other = naive.found[i];
      const room = 0.06 * (high - low);
      return Math.abs(low - other.low) > room || Math.abs(high - other.high) > room || Math.abs(p - other.p) > 0.04;
    });
    if (isApart) throw new Error('the two ways differ by more than chance');
    console.log('\nAll pairs of 6 systems, 5,000 questions, 10,000 resamples; intervals and p agree but for chance');
    beside(hitrate, naive, 'arrays, pair by pair');
  });
}

/** LambdaMART on 67,500 candidates, ten trees each way, and the default of a hundred. */
async function rankers() {
  await withScript('ltr', (run) => {
    const [hitrate, naive] = [best(() => run('hitrate', '10')), run('naive', '10')];
    if (Math.abs(hitrate.ndcg - naive.ndcg) > 0.02) throw new Error('the two ways learn rankers of another quality');
    console.log('\nLambdaMART on 225 questions of 300 candidates, 10 features, 10 trees; nDCG@10 agrees to .02');
    beside(hitrate, naive, 'exact splits over sorted arrays');
    console.log(`100 trees (the default): ${seconds(run('hitrate', '100').milliseconds)}`);
  });
}

/** Our own index of words, and MiniSearch's postings in typed arrays, beside its own search, on questions of 12 words, the most common among them. */
async function wordIndexes() {
  await withScript('word-index', (run) => {
    console.log('\nBM25 over passages of 80 words, questions of 12; build, a question, memory');
    for (const docs of [10_000, 50_000, 200_000]) {
      const ways = ['postings', 'minisearch', 'minisearch-search'];
      const [postings, minisearch, itself] = ways.map((way) => run(way, String(docs)));
      console.log(`${docs} passages`);
      for (const [name, way] of [
        ['index of our own', postings],
        ['of MiniSearch', minisearch],
        ['its own search', itself],
      ]) {
        const each = `${way.milliseconds.toFixed(2)} ms`.padStart(11);
        console.log(
          `${name.padEnd(20)} ${seconds(way.buildMilliseconds).padStart(8)} ${each} ${way.megabytes.toFixed(0).padStart(6)} MB`,
        );
      }
      for (const [name, way] of [
        ['index of our own', postings],
        ['of MiniSearch', minisearch],
      ])
        console.log(
          `${name}: ${(itself.milliseconds / way.milliseconds).toFixed(0)} × as fast as MiniSearch's own search`,
        );
    }
  });
}

/** The fastest of several runs: noise only ever slows. */
function best(measure) {
  const all = Array.from({ length: REPEATS }, measure);
  return all.reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a));
}

function beside(hitrate, naive, way) {
  const row = (name, { milliseconds, megabytes }) =>
    console.log(`${name.padEnd(36)} ${seconds(milliseconds).padStart(8)}  ${megabytes.toFixed(0).padStart(5)} MB`);
  row('Hitrate', hitrate);
  row(way, naive);
  const [time, memory] = [naive.milliseconds / hitrate.milliseconds, naive.megabytes / hitrate.megabytes];
  console.log(`${time.toFixed(1)} × faster, ${memory.toFixed(1)} × less memory`);
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function megabytes(bytes) {
  return Number.isNaN(bytes) ? 'not told by this system' : `${(bytes / 1e6).toFixed(0)} MB`;
}

/** The best of several runs, which for times is the least: noise only ever slows. */
async function repeat(measure) {
  const all = [];
  for (let i = 0; i < REPEATS; i++) all.push(await measure());
  const best = (key) => (key.endsWith('Milliseconds') || key === 'peakBytes' ? Math.min : Math.max);
  return Object.fromEntries(Object.keys(all[0]).map((key) => [key, best(key)(...all.map((each) => each[key]))]));
}

async function withPage(headers, use) {
  const server = await serve(DIST, { headers });
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    page.setDefaultTimeout(180_000);
    await page.goto(server.url);
    await page.waitForFunction(() => 'hitrate' in globalThis);
    return await use(page, browser);
  } finally {
    await browser.close();
    await server.close();
  }
}

function models(headers) {
  return withPage(headers, async (page, browser) => {
    const json = await page.evaluate(async (systems) => {
      const file = async (path) => ({
        path: `s/${path}`,
        file: await (await fetch(`samples/hitrate-sample/${path}`)).blob(),
      });
      const files = await Promise.all(['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'].map(file));
      const outcome = await globalThis.hitrate.evaluate(files, { systems }, () => undefined);
      return outcome.files['results.json'];
    }, SYSTEMS);
    const { systems, manifest } = JSON.parse(json);
    const [embedding, ensemble, reranked] = systems.map(({ timings }) => timings);
    const pairs = manifest.stages.find(({ stage }) => stage === 'rerank').computed;
    const { embedding: encoder, reranking: reranker } = manifest.devices;
    return {
      embeddingMilliseconds: encoder.milliseconds,
      rerankerMilliseconds: reranker.milliseconds,
      peakBytes: await peakMemory(browser),
      passages: manifest.collection.counts.docs / (embedding.indexMilliseconds / 1000),
      pairs: pairs / ((reranked.totalMilliseconds - ensemble.totalMilliseconds) / 1000),
    };
  });
}

/** The address of a result that is whole. */
const KEPT = /\/r\/[0-9a-f]{12}\/findings$/;

function twice() {
  return withPage(isolated, async (page, browser) => {
    const press = async () => {
      await page.evaluate(() => (location.hash = '#/c/sample/runs/new'));
      await page.getByTestId('evaluate-button').waitFor();
      const began = performance.now();
      await page.getByTestId('evaluate-button').click();
      await page.waitForURL((url) => KEPT.test(url.hash));
      return performance.now() - began;
    };
    const ready = page.getByTestId('partial').first().waitFor();
    const began = performance.now();
    const firstPress = press();
    await ready;
    const partial = performance.now() - began;
    const first = await firstPress;
    const peakBytes = await peakMemory(browser);
    const { bytes } = await page.evaluate(() => performance.measureUserAgentSpecificMemory());
    const second = await press();
    return { partial, first, second, bytes, peakBytes };
  });
}
