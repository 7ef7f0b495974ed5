import { describe, expect, it } from 'vitest';
import { suppliedHash, type Rewrites, type VectorSet } from '../../../../../src/domain/dataset/supplied/content';
import { docId, queryId } from '../../../../../src/base/types';

const vectors: VectorSet = {
  kind: 'vectors',
  dimensions: 2,
  docs: [docId('d1'), docId('d2')],
  passages: Float32Array.of(1, 0, 0, 1),
  queries: [queryId('q1')],
  textKeys: ['key'],
  questions: Float32Array.of(0.5, 0.5),
};
const rewrites: Rewrites = { kind: 'rewrites', entries: [{ question: 'q1', texts: ['a', 'b'] }] };

describe('the hash of what a person added for retrieval', () => {
  it('is the same for the same content, wherever it lies in memory', () => {
    const shifted = Float32Array.of(9, 1, 0, 0, 1).subarray(1);
    expect(suppliedHash({ ...vectors, passages: shifted })).toBe(suppliedHash(vectors));
    expect(suppliedHash(structuredClone(rewrites))).toBe(suppliedHash(rewrites));
  });

  it('is another for all that can change a score', () => {
    const others = [
      vectors,
      { ...vectors, dimensions: 4 },
      { ...vectors, docs: [docId('d2'), docId('d1')] },
      { ...vectors, queries: [queryId('q2')] },
      { ...vectors, passages: Float32Array.of(1, 0, 1, 0) },
      { ...vectors, questions: Float32Array.of(0.5, 0.25) },
      rewrites,
      { ...rewrites, entries: [{ question: 'q1', texts: ['b', 'a'] }] },
    ];
    expect(new Set(others.map(suppliedHash)).size).toBe(others.length);
  });
});
