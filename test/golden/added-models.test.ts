import { afterAll, describe, expect, it } from 'vitest';
import { onnxRuntimePath } from '../../tools/onnxruntime.mjs';
import { publishedRepositories, type TestRepository, WITHOUT_METADATA } from '../hub-repositories';
import { madeRepositories } from '../made-repositories';
import { cosine, openReference, PASSAGES, QUESTION, type Reference, TEXTS } from './added-models';

const hasRuntime = onnxRuntimePath() !== null;
const published = publishedRepositories();
const opened: Reference[] = [];

afterAll(() => opened.forEach((reference) => reference.close()));

async function open(repository: TestRepository, weights: string): Promise<Reference> {
  const reference = await openReference(repository, weights);
  opened.push(reference);
  return reference;
}

describe.skipIf(!hasRuntime)('test models in ONNX Runtime for Node (npm test installs it)', () => {
  if (published.length === 0) it.skip(`with published metadata: ${WITHOUT_METADATA}`, () => undefined);

  const all = [...published, ...madeRepositories()];
  const embedding = all.filter(({ truth }) => truth.task === 'embedding');
  const reranking = all.filter(({ truth }) => truth.task === 'reranking');

  it.each(embedding.map((repository) => [repository.id, repository] as const))(
    '%s gives vectors that tell texts apart',
    async (_, repository) => {
      const fp32 = await open(repository, repository.fp32);
      const vectors = [];
      for (const text of TEXTS) vectors.push(await fp32.vector(text));
      const { truth } = repository;
      if (truth.task !== 'embedding') return;
      for (const vector of vectors) expect(vector).toHaveLength(truth.dimensions);
      for (const [i, vector] of vectors.entries()) {
        expect(vector.every(Number.isFinite)).toBe(true);
        if (truth.normalise) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
        // A network that said the same of every text would agree with any other.
        for (const other of vectors.slice(0, i)) expect(cosine(vector, other)).toBeLessThan(0.99);
      }
      if (!repository.int8) return;
      const int8 = await open(repository, repository.int8);
      for (const [i, text] of TEXTS.entries()) {
        const apart = 1 - cosine(await int8.vector(text), vectors[i]!);
        expect(apart).toBeLessThan(0.01);
        expect(apart, 'the weights are the same, so it was not quantised').toBeGreaterThan(1e-7);
      }
    },
  );

  it.each(reranking.map((repository) => [repository.id, repository] as const))(
    '%s gives logits that tell passages apart',
    async (_, repository) => {
      const fp32 = await open(repository, repository.fp32);
      const int8 = await open(repository, repository.int8!);
      const logits = [];
      for (const passage of PASSAGES) logits.push(await fp32.logit(QUESTION, passage));
      expect(new Set(logits.map((logit) => logit.toFixed(1))).size).toBeGreaterThan(1);
      for (const [i, passage] of PASSAGES.entries())
        expect(Math.abs((await int8.logit(QUESTION, passage)) - logits[i]!)).toBeLessThan(0.3);
    },
  );

  it('would tell another pooling, and a text that was cut by a word, from rounding', async () => {
    const repository = madeRepositories().find(({ id }) => id === 'example/mean')!;
    const right = await open(repository, repository.fp32);
    const truth = { ...repository.truth, pooling: 'cls' } as TestRepository['truth'];
    const wrong = await open({ ...repository, truth }, repository.fp32);
    for (const text of TEXTS.filter((each) => each.length < 100)) {
      const vector = await right.vector(text);
      expect(cosine(await wrong.vector(text), vector)).toBeLessThan(0.95);
      expect(cosine(await right.vector(`${text} so`), vector)).toBeLessThan(0.999);
    }
  });
});
