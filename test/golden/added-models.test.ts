import { afterAll, describe, expect, it } from 'vitest';
import { onnxRuntimePath } from '../../tools/onnxruntime.mjs';
import { publishedRepositories, type TestRepository, WITHOUT_METADATA } from '../hub-repositories';
import { madeRepositories, troubled } from '../made-repositories';
import { cosine, openReference, PASSAGES, QUESTION, type Reference, TEXTS } from './added-models';
import { isRefused, readRepository } from '../../src/domain/models/read-repository';
import { textsOf } from '../../src/domain/models/source';
import { readingOf, withOverrides } from '../../src/domain/models/repository';
import { messageOf } from '../../src/ui/shared/messages/message-of';
import type { HubRepository } from '../hub';

describe('added models', () => {
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
  });
});

/** What the app makes of a repository's files, as a hub lists them. */
function read({ id, files }: HubRepository) {
  const listed = files.map(({ path, content }) => ({ path, bytes: content.length }));
  const texts = new Map(
    textsOf(listed).map((path) => [path, files.find((file) => file.path === path)!.content.toString()]),
  );
  return readRepository(listed, texts, id);
}

describe('repositories of test models', () => {
  const published = publishedRepositories();
  if (published.length === 0) it.skip(`with published metadata: ${WITHOUT_METADATA}`, () => undefined);

  it.each([...published, ...madeRepositories()].map((repository) => [repository.id, repository] as const))(
    '%s is read as its model is meant',
    (_, repository) => {
      const offer = read(repository);
      if (isRefused(offer)) throw new Error(JSON.stringify(offer.problems));
      const { truth, fp32, int8, said } = repository;
      const paths = offer.weights.map(({ path }) => path);
      expect(paths).toContain(fp32);
      if (int8) expect(paths).toContain(int8);
      const reading = withOverrides(readingOf(offer, paths.indexOf(fp32)), said ?? {});
      expect([reading.task, reading.maxTokens]).toEqual([truth.task, truth.maxTokens]);
      if (truth.task === 'reranking') {
        const logit = truth.labels === 1 ? { logit: 'only' } : { logit: 'difference', relevant: 1 };
        expect(reading).toMatchObject(logit);
        return;
      }
      const { pooling, normalise, query: queryPrefix, passage: passagePrefix } = truth;
      expect(reading).toMatchObject({ pooling, normalise, queryPrefix, passagePrefix });
      const dense = reading.task === 'embedding' ? reading.dense : [];
      expect(dense.map(({ path, activation }) => ({ path, tanh: activation === 'tanh' }))).toEqual(
        truth.dense ? [truth.dense] : [],
      );
      // Where a person has to say how it is pooled, its width is not known either before it has run.
      if (said) expect(offer.embedding!.pooling.certainty).toBe('assumed');
      else expect(offer.dimensions?.value).toBe(truth.dimensions);
    },
  );

  it('takes external data along with the weights that it belongs to', () => {
    const offer = read(madeRepositories().find(({ id }) => id === 'example/external-data')!);
    if (isRefused(offer)) throw new Error(JSON.stringify(offer.problems));
    expect(offer.weights[0]!.externalData).toEqual(['onnx/model.onnx_data']);
  });

  it.each([
    ['weights in no ONNX file', troubled.withoutOnnx(), 'ONNX'],
    ['a dense layer that is a Python pickle', troubled.pickled(), '2_Dense'],
  ])('refuses %s, and says so', (_, repository, word) => {
    const offer = read(repository);
    if (!isRefused(offer)) throw new Error('It was not refused.');
    expect(offer.problems.map((problem) => messageOf(problem)).join(' ')).toContain(word);
  });
});
