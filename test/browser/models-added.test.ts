import type { StoredModel } from '../../src/contract/models';
import { onnxRuntimePath } from '../../tools/onnxruntime.mjs';
import { cosine, openReference, PASSAGES, QUESTION, type Reference, TEXTS } from '../golden/added-models';
import { openHub } from '../hub';
import { publishedRepositories, type TestRepository, WITHOUT_METADATA } from '../hub-repositories';
import { madeRepositories } from '../made-repositories';
import { addModel, callModel } from './added-models';
import { type App, expect, test } from './app';

test.use({ profile: 'shared' });

/** How near the browser must be to ONNX Runtime for Node on the same file. */
const COSINE = { fp32: 0.9999, int8: 0.99 };
/** Of logits, which spread over several units. */
const LOGIT = { fp32: 1e-3, int8: 0.25 };

const published = publishedRepositories();

test.describe('models from a hub, as ONNX Runtime for Node reads the same files', { tag: '@full' }, () => {
  // It is installed by npm test; other ways to run these tests may do without.
  test.skip(onnxRuntimePath() === null, 'ONNX Runtime for Node is not installed (npm test installs it)');
  if (published.length === 0) test(`of published metadata: ${WITHOUT_METADATA}`, () => test.skip());

  for (const repository of [...published, ...madeRepositories()])
    for (const dtype of ['fp32', 'int8'] as const) {
      const weights = repository[dtype];
      if (weights === null) continue;
      test(`${repository.id}, ${dtype}, is fetched, kept and read`, async ({ app }) => {
        const hub = await openHub([repository]);
        const reference = await openReference(repository, weights);
        try {
          const { id, said } = repository;
          const model = await addModel(app.page, app.url, hub, { repository: id, weights, ...(said && { said }) });
          const before = app.requests.length;
          await app.page.goto(app.url);
          if (repository.truth.task === 'embedding') await compareVectors(app, model, repository, reference, dtype);
          else await compareLogits(app, model, reference, dtype);
          // Stored once, offline ever after.
          const asked = app.requests.slice(before).map((url) => new URL(url).origin);
          expect(asked.filter((origin) => origin === hub.url || origin === hub.filesUrl)).toEqual([]);
          expect(app.errors).toEqual([]);
        } finally {
          reference.close();
          await hub.close();
        }
      });
    }
});

async function compareVectors(
  { page }: App,
  model: StoredModel,
  { truth }: TestRepository,
  reference: Reference,
  dtype: 'fp32' | 'int8',
): Promise<void> {
  type Batch = { vectors: Float32Array; dimensions: number; remarks: string[] };
  const reply = await callModel<Batch>(page, 'encoder', 'embed', model, { texts: TEXTS });
  if ('error' in reply) throw new Error(reply.error.message);
  const { vectors, dimensions, remarks } = reply.value;
  if (truth.task === 'embedding') expect(dimensions).toBe(truth.dimensions);
  expect(remarks).toEqual([]);
  for (const [i, text] of TEXTS.entries()) {
    const vector = [...vectors.slice(i * dimensions, (i + 1) * dimensions)];
    const expected = await reference.vector(text);
    expect(cosine(vector, expected), text.slice(0, 40)).toBeGreaterThan(COSINE[dtype]);
    // Of length 1 where the repository says so, and only there.
    const length = Math.hypot(...vector) / Math.hypot(...expected);
    expect(Math.abs(length - 1), text.slice(0, 40)).toBeLessThan(dtype === 'fp32' ? 1e-3 : 0.05);
  }
}

async function compareLogits({ page }: App, model: StoredModel, reference: Reference, dtype: 'fp32' | 'int8') {
  const input = { query: QUESTION, passages: PASSAGES };
  const reply = await callModel<{ logits: Float32Array }>(page, 'reranker', 'score', model, input);
  if ('error' in reply) throw new Error(reply.error.message);
  for (const [i, passage] of PASSAGES.entries()) {
    const apart = Math.abs(reply.value.logits[i]! - (await reference.logit(QUESTION, passage)));
    expect(apart, passage).toBeLessThan(LOGIT[dtype]);
  }
}
