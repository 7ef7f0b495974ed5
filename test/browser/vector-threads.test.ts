import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMatrix } from '../../src/domain/retrieval/dense/search';
import { DIST } from '../../tools/site.mjs';
import { clustered } from '../vectors';
import { expect, test } from './app';
import { builtWorkers, callWorker } from './workers';

const [ROWS, QUESTIONS, DIMENSIONS, DEPTH] = [8000, 1000, 128, 5];

test(
  'questions enough for two threads are shared with one, and have the hits of exact search',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    const all = clustered(ROWS + QUESTIONS, DIMENSIONS, 50);
    const plain = openMatrix(all.slice(0, ROWS * DIMENSIONS), DIMENSIONS, 'cosine');
    const { lists } = plain.search(all.slice(ROWS * DIMENSIONS), DEPTH, () => 0);
    const worker = builtWorkers().find(({ name }) => name === 'vectors')!;
    // The worker's script names that of its threads.
    expect(readFileSync(join(DIST, worker.script), 'utf8')).toContain('vector-thread');
    const threads: string[] = [];
    page.on('worker', (worker) => threads.push(worker.url()));
    await page.goto(app.url);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const reply = await callWorker<{ docs: Uint32Array; scores: Float64Array }>(
      page,
      worker,
      ['open', { vectors: all.slice(0, ROWS * DIMENSIONS), dimensions: DIMENSIONS }],
      ['search', { queries: all.slice(ROWS * DIMENSIONS), depth: DEPTH, spec: { kind: 'nearest', metric: 'cosine' } }],
    );
    if ('error' in reply) throw new Error(reply.error.message);
    expect([...reply.value.docs]).toEqual(lists.flatMap((list) => list.map(({ doc }) => doc)));
    expect([...reply.value.scores]).toEqual(lists.flatMap((list) => list.map(({ score }) => score)));
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    expect(threads.filter((url) => url.includes('/vector-thread-')).length).toBe(cores > 1 ? 1 : 0);
  },
);
