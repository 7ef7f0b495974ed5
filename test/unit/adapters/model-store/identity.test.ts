import { describe, expect, it } from 'vitest';
import { idOf, revisionOf } from '../../../../src/adapters/model-store/identity';
import { hashesOf, wrongHash } from '../../../../src/adapters/model-store/writing';
import { cardOf, cardsOf } from '../../../../src/adapters/model-store/port';
import type { StoredModel } from '../../../../src/contract/models';
import { origin, reading } from './made-up';

const files = [
  { path: 'b', bytes: 1, sha256: '11' },
  { path: 'a', bytes: 1, sha256: '22' },
];
const revision = revisionOf(files, reading);

describe('the revision of a model', () => {
  it('is 16 hexadecimal digits, whatever the order of the files', () => {
    expect(revision).toMatch(/^[0-9a-f]{16}$/);
    expect(revisionOf([...files].reverse(), reading)).toBe(revision);
  });

  it('is another one for other bytes, for the same bytes under other names, and for other weights', () => {
    const reranking = {
      task: 'reranking',
      weights: reading.weights,
      logit: 'only',
      relevant: 0,
      maxTokens: 256,
    } as const;
    const others = [
      revisionOf([{ ...files[0]!, sha256: '12' }, files[1]!], reading),
      revisionOf(
        [
          { ...files[0]!, sha256: '22' },
          { ...files[1]!, sha256: '11' },
        ],
        reading,
      ),
      revisionOf(files, { ...reading, weights: { ...reading.weights, dtype: 'fp32' } }),
      revisionOf(files, reranking),
      revisionOf(files, { ...reranking, logit: 'difference' }),
      revisionOf(files, { ...reranking, logit: 'difference', relevant: 1 }),
      revisionOf(files, { task: 'generation', weights: reading.weights, maxTokens: 256 }),
    ];
    expect(new Set([revision, ...others]).size).toBe(8);
  });

  it('is the same for what a spec has beside it', () => {
    const changed = { pooling: 'max', normalise: false, queryPrefix: 'q', passagePrefix: 'p', maxTokens: 1 } as const;
    expect(revisionOf(files, { ...reading, ...changed })).toBe(revision);
  });
});

it('the id of a model names weights that lie elsewhere than usual: two files of one format are two models', () => {
  const withWeights = (path: string) =>
    idOf(origin, { ...reading, weights: { ...reading.weights, dtype: 'fp32', path } }, revision);
  expect(withWeights('onnx/model.onnx')).toBe('org/small@751bff37182d:fp32');
  expect(withWeights('onnx/model_O2.onnx')).toBe('org/small@751bff37182d:fp32:onnx/model_O2.onnx');
});

it('the hashes of a file are those of sha256sum and of git hash-object', async () => {
  const hashes = await hashesOf(
    ['Hello ', 'world\n'].map((text) => new TextEncoder().encode(text)),
    12,
    true,
  );
  expect(hashes).toEqual({
    sha256: '1894a19c85ba153acbf743ac4e43fc004c891604b26f8c69e1e83ea2afc7c48f',
    gitBlob: '802992c4220de19a90767f3000a79a31b98d0df7',
  });
  expect(wrongHash({}, hashes)).toBeNull();
  expect(wrongHash({ gitBlob: hashes.gitBlob!, sha256: hashes.sha256 }, hashes)).toBeNull();
  expect(wrongHash({ sha256: hashes.sha256, gitBlob: 'x' }, hashes)).toMatchObject({ expected: 'x' });
  expect(wrongHash({ sha256: 'x' }, hashes)).toMatchObject({ what: 'SHA-256', got: hashes.sha256 });
});

describe('the card of a stored model', () => {
  const stored: StoredModel = {
    id: 'i',
    name: 'n',
    origin,
    addedAt: 1,
    files,
    reading,
    dimensions: 3,
    languages: ['de'],
    licence: null,
    matryoshka: [],
    revision,
  };

  it('has its size, revision and reading', () => {
    expect(cardOf(stored)).toEqual({
      id: 'i',
      task: 'embedding',
      name: 'n',
      revision,
      maxTokens: 256,
      dimensions: 3,
      interpolation: null,
      bytes: 2,
      languages: ['de'],
      tokenVectors: true,
      reading,
    });
  });

  it('has a name of its own among several, as of two weights of a repository', () => {
    const names = (...models: StoredModel[]) => cardsOf(models).map(({ name }) => name);
    expect(names(stored, { ...stored, id: 'i:q8' }, { ...stored, id: 'j', name: 'm' })).toEqual(['i', 'i:q8', 'm']);
    expect(names(stored)).toEqual(['n']);
  });

  it('offers vectors of tokens where the mean of them is the vector of the text, and not else', () => {
    const tokenVectors = (pooling: 'mean' | 'cls' | 'graph', flat = false) =>
      cardOf({ ...stored, reading: { ...reading, pooling, flat } }).tokenVectors;
    expect([tokenVectors('cls'), tokenVectors('graph'), tokenVectors('mean', true)]).toEqual([false, false, false]);
    const layer = { path: 'p', inFeatures: 3, outFeatures: 3, bias: false, activation: 'tanh' } as const;
    expect(cardOf({ ...stored, reading: { ...reading, dense: [layer] } }).tokenVectors).toBe(false);
    const logits = { task: 'reranking', weights: reading.weights, logit: 'only', relevant: 0, maxTokens: 9 } as const;
    expect(cardOf({ ...stored, reading: logits })).not.toHaveProperty('tokenVectors');
  });
});
