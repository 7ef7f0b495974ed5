import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { peakMemory } from '../peak-memory.mjs';
import { ROOT } from '../install.mjs';
import { DIST } from '../site.mjs';
import { median } from './side-by-side.mjs';

const REPEATS = 3;
const SIX = ['bm25', 'embedding', 'ensemble', 'ensemble-rrf', 'ensemble-rerank', 'ensemble-rrf-rerank'];
/** Stages that are inference of a model. */
const INFERENCE = /vectors|rerank|latency/;
const MOST_SHARE = 0.1;

/** The app in Chromium with an empty profile: the sample, a collection with its stages, and a second run. */
export async function rows() {
  return [...(await sample()), ...(await stages())];
}

/** From the click to the table of four systems and of all six, and again from what is kept. */
async function sample() {
  const runs = [];
  for (let i = 0; i < REPEATS; i++) runs.push(await withPage(clicked));
  const of = (figure) => median(runs.map((run) => run[figure]));
  const row = (what, unit, ours, against = null, target = null) => ({
    what: `sample: ${what}`,
    unit,
    ours,
    against,
    target,
  });
  return [
    row('click to four systems', 'ms', of('partial')),
    row('click to all six', 'ms', of('first')),
    row('the same run again', 'ms', of('second'), { name: 'first run', value: of('first') }),
    row('peak memory of the page’s process', 'MB', of('peak') / 1e6),
  ];
}

/** The address of a result that is whole. */
const KEPT = /\/r\/[0-9a-f]{12}\/findings$/;

async function clicked(page, browser) {
  const click = async () => {
    await page.evaluate(() => (location.hash = '#/c/sample/runs/new'));
    await page.getByTestId('evaluate-button').waitFor();
    const began = performance.now();
    await page.getByTestId('evaluate-button').click();
    await page.waitForURL((url) => KEPT.test(url.hash));
    return performance.now() - began;
  };
  const ready = page.getByTestId('partial').first().waitFor();
  const began = performance.now();
  const whole = click();
  await ready;
  const partial = performance.now() - began;
  const first = await whole;
  const peak = await peakMemory(browser);
  return { partial, first, peak, second: await click() };
}

/** Each stage's share of a run of six systems on semiconductor-zh, and the run again with one weight changed. */
async function stages() {
  const folder = join(ROOT, '../shared/data/semiconductor-zh');
  if (!existsSync(folder)) return [];
  const files = ['doc_qa_test.json'].map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  const { first, second } = await withPage((page) => page.evaluate(runTwice, { files, systems: SIX }));
  const total = first.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const again = second.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const shares = Object.entries(Object.groupBy(first, ({ stage }) => stage)).map(([stage, parts]) => [
    stage,
    parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / total,
  ]);
  return [
    ...shares.map(([stage, share]) => ({
      what: `semiconductor-zh, six systems: share of ${stage}`,
      unit: '',
      ours: share,
      against: INFERENCE.test(stage) ? null : { name: 'limit', value: MOST_SHARE },
      target: INFERENCE.test(stage) ? null : 1,
    })),
    { what: 'semiconductor-zh, six systems', unit: 'ms', ours: total, against: null, target: null },
    {
      what: 'semiconductor-zh, one weight changed',
      unit: 'ms',
      ours: again,
      against: { name: 'first run', value: total },
      target: 50,
    },
  ];
}

/** In the page: evaluates, and evaluates again with another weight. @returns milliseconds by stage of both runs */
async function runTwice({ files, systems }) {
  const given = files.map(([path, text]) => ({ path: `semiconductor-zh/${path}`, file: new Blob([text]) }));
  const timed = async (request) => {
    const times = [];
    let before = null;
    const next = (stage) => {
      const now = performance.now();
      if (before?.stage) times.push({ stage: before.stage, milliseconds: now - before.at });
      before = { stage, at: now };
    };
    const outcome = await globalThis.hitrate.evaluate(given, request, ({ stage }) => {
      // Stages of a run alone: reading the files and comparing systems are told in words.
      const names = stage.split(', begun')[0].trim().split(' ');
      next(/^[a-z-]+$/.test(names.at(-1)) ? names.at(-1) : null);
    });
    next(null);
    if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
    return { times, results: JSON.parse(outcome.files['results.json']) };
  };
  const first = await timed({ systems });
  const experiment = first.results.manifest.experiment;
  const weighted = experiment.systems.find(({ fusion }) => fusion?.weights);
  weighted.fusion.weights = weighted.fusion.weights.map((weight, i) => (i === 0 ? weight * 0.9 : weight));
  const second = await timed({ experiment: JSON.stringify({ schema: 1, ...experiment }) });
  return { first: first.times, second: second.times };
}

async function withPage(use) {
  const { chromium } = await import('@playwright/test');
  const { BROWSER_ARGS, ensureBrowser } = await import('../browser.mjs');
  const { serve } = await import('../serve.mjs');
  const { securityHeaders } = await import('../../src/adapters/offline/headers.js');
  const executablePath = await ensureBrowser();
  if (!executablePath) throw new Error('there is no Chromium to measure in');
  const server = await serve(DIST, { headers: securityHeaders() });
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  try {
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
    page.setDefaultTimeout(1_800_000);
    await page.goto(server.url);
    await page.waitForFunction(() => 'hitrate' in globalThis);
    return await use(page, browser);
  } finally {
    await browser.close();
    await server.close();
  }
}
