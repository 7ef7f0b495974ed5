/**
 * `npm run bench`: speed as ratios in one run. The hot loops beside what one would write instead (in Node), and the app
 * on its sample in Chromium: models with and without threads, a first run beside a second.
 */
import { ensureInstalled, runPackage } from './install.mjs';
import { ensureBuilt, DIST } from './site.mjs';

ensureInstalled();
ensureBuilt();
const { chromium } = await import('@playwright/test');
const { BROWSER_ARGS, ensureBrowser } = await import('./browser.mjs');
const { serve } = await import('./serve.mjs');
const { securityHeaders } = await import('../src/adapters/offline/headers.js');

const REPEATS = 3;
const SYSTEMS = ['embedding', 'ensemble', 'ensemble-rerank'];

runPackage('vitest', ['bench', '--run']);

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
console.log('\nThe bundled models on the sample, in Chromium (best of three)');
for (const [what, one, many] of rows)
  console.log(
    `${what.padEnd(30)} one thread ${one.toFixed(0).padStart(6)}   threads ${many.toFixed(0).padStart(6)}   ${(many / one).toFixed(2)} ×`,
  );
console.log(
  `\nFrom press to table: four systems ${seconds(runs.partial)}, all six ${seconds(runs.first)}, again ${seconds(runs.second)} (${(runs.first / runs.second).toFixed(0)} ×)`,
);
console.log(`Memory of page and workers after the first run: ${(runs.bytes / 1e6).toFixed(0)} MB`);

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** The best of several runs: noise only ever slows. */
async function repeat(measure) {
  const all = [];
  for (let i = 0; i < REPEATS; i++) all.push(await measure());
  return Object.fromEntries(Object.keys(all[0]).map((key) => [key, Math.max(...all.map((each) => each[key]))]));
}

async function withPage(headers, use) {
  const server = await serve(DIST, { headers });
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => 'hitrate' in globalThis);
    return await use(page);
  } finally {
    await browser.close();
    await server.close();
  }
}

function models(headers) {
  return withPage(headers, async (page) => {
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
    return {
      passages: manifest.collection.counts.docs / (embedding.indexMilliseconds / 1000),
      pairs: pairs / ((reranked.totalMilliseconds - ensemble.totalMilliseconds) / 1000),
    };
  });
}

function twice() {
  return withPage(isolated, async (page) => {
    const press = async () => {
      const before = await page.evaluate(() => document.querySelector('[data-run]')?.dataset.run ?? '');
      const began = performance.now();
      await page.getByTestId('evaluate-button').click();
      await page.waitForFunction((old) => (document.querySelector('[data-run]')?.dataset.run ?? old) !== old, before);
      return performance.now() - began;
    };
    const ready = page.getByTestId('partial').waitFor();
    const began = performance.now();
    const firstPress = press();
    await ready;
    const partial = performance.now() - began;
    const first = await firstPress;
    const { bytes } = await page.evaluate(() => performance.measureUserAgentSpecificMemory());
    const second = await press();
    return { partial, first, second, bytes };
  });
}
