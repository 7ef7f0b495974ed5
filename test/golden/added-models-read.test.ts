import { describe, expect, it } from 'vitest';
import { isRefused, readRepository } from '../../src/domain/models/read-repository';
import { textsOf } from '../../src/domain/models/source';
import { readingOf, withOverrides } from '../../src/domain/models/repository';
import { messageOf } from '../../src/ui/shared/messages/message-of';
import type { HubRepository } from '../hub';
import { publishedRepositories, WITHOUT_METADATA } from '../hub-repositories';
import { madeRepositories, troubled } from '../made-repositories';

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
