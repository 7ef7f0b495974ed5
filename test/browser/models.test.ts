import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { sampleReference } from '../golden/models';
import { expect, test } from './app';

test.use({ profile: 'shared' });

/** How far the browser may be from the trainer's fp32 graphs, on WASM. */
const COSINE = 1e-5;
const LOGIT = 0.05;

const CANDIDATES = 20;

test('in the browser the models give the cosines and logits of the fp32 graphs', { tag: '@full' }, async ({ app }) => {
  await app.open();
  await app.choose('embedding', 'ensemble-rrf-rerank');
  await app.evaluate();
  const runs = await savedRuns(app.page);
  const reference = sampleReference();
  const at = (names: readonly string[]): Map<string, number> => new Map(names.map((name, i) => [name, i]));
  const [questions, passages] = [at(reference.questions), at(reference.passages)];

  function furthest(run: string, matrix: readonly Float32Array[], depth: number): { compared: number; apart: number } {
    let [compared, apart] = [0, 0];
    for (const line of run.trim().split('\n')) {
      const [question, , passage, rank, score] = line.split(' ');
      if (Number(rank) > depth) continue;
      const expected = matrix[questions.get(question!)!]![passages.get(passage!)!]!;
      apart = Math.max(apart, Math.abs(Number(score) - expected));
      compared++;
    }
    return { compared, apart };
  }

  const cosines = furthest(runs.get('embedding.run')!, reference.cosines, 100);
  expect(cosines.compared).toBe(156 * 100);
  expect(cosines.apart).toBeLessThan(COSINE);
  // This system orders by the logit alone.
  const logits = furthest(runs.get('ensemble-rrf-rerank.run')!, reference.logits, CANDIDATES);
  expect(logits.compared).toBe(156 * CANDIDATES);
  expect(logits.apart).toBeLessThan(LOGIT);
});

async function savedRuns(page: Page): Promise<Map<string, string>> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('export-runs').click()]);
  const zip = new ZipReader(new BlobReader(new Blob([readFileSync(await file.path())])));
  const runs = new Map<string, string>();
  for (const entry of await zip.getEntries())
    if (!entry.directory) runs.set(entry.filename, await entry.getData(new TextWriter()));
  return runs;
}
