import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMatrix } from '../../src/domain/retrieval/dense/search';
import { DIST } from '../../tools/site.mjs';
import { clustered } from '../vectors';
import { expect, test } from './app';
import { builtWorkers } from './workers';

const [ROWS, QUESTIONS, DIMENSIONS, DEPTH] = [8000, 1000, 128, 5];

test(
  'questions enough for two threads are shared with one, and have the hits of exact search',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    const all = clustered(ROWS + QUESTIONS, DIMENSIONS, 50);
    const plain = openMatrix(all.slice(0, ROWS * DIMENSIONS), DIMENSIONS, 'cosine');
    const { lists } = plain.search(all.slice(ROWS * DIMENSIONS), DEPTH, () => 0);
    const script = builtWorkers().find(({ name }) => name === 'vectors')!.script;
    // The worker's script names that of its threads.
    expect(readFileSync(join(DIST, script), 'utf8')).toContain('vector-thread');
    const threads: string[] = [];
    page.on('worker', (worker) => threads.push(worker.url()));
    await page.goto(app.url);
    const found = await page.evaluate(searchInWorker, {
      script,
      numbers: Buffer.from(all.buffer).toString('base64'),
      ...{ rows: ROWS, dimensions: DIMENSIONS, depth: DEPTH },
    });
    expect(found).toEqual({
      docs: lists.flatMap((list) => list.map(({ doc }) => doc)),
      scores: lists.flatMap((list) => list.map(({ score }) => score)),
      isIsolated: true,
    });
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    expect(threads.filter((url) => url.includes('/vector-thread-')).length).toBe(cores > 1 ? 1 : 0);
  },
);

/** In the page: opens vectors and searches them in the worker of the built site, whose calls are those of Comlink. */
async function searchInWorker(given: {
  script: string;
  numbers: string;
  rows: number;
  dimensions: number;
  depth: number;
}) {
  const worker = new Worker(new URL(given.script, document.baseURI), { type: 'module' });
  const said = (is: (data: Record<string, unknown> | string) => boolean) =>
    new Promise<{ type: string; value: never }>((resolve, reject) => {
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.addEventListener('message', function heard({ data }) {
        if (!data || !is(data)) return;
        worker.removeEventListener('message', heard);
        resolve(data);
      });
    });
  const call = async (method: string, value: unknown): Promise<never> => {
    const answer = said((data) => typeof data === 'object' && data['id'] === method);
    worker.postMessage({ id: method, type: 'APPLY', path: [method], argumentList: [{ type: 'RAW', value }] });
    const { type, value: answered } = await answer;
    if (type !== 'RAW') throw new Error(JSON.stringify(answered));
    return answered;
  };
  await said((data) => data === 'hitrate-worker-ready');
  const bytes = Uint8Array.from(atob(given.numbers), (each) => each.charCodeAt(0));
  const all = new Float32Array(bytes.buffer);
  const { dimensions, depth } = given;
  await call('open', { vectors: all.slice(0, given.rows * dimensions), dimensions });
  const spec = { kind: 'nearest', metric: 'cosine' };
  const queries = all.slice(given.rows * dimensions);
  const { docs, scores }: { docs: Uint32Array; scores: Float64Array } = await call('search', { queries, depth, spec });
  worker.terminate();
  return { docs: [...docs], scores: [...scores], isIsolated: crossOriginIsolated };
}
