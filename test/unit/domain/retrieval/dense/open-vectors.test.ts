import { describe, expect, it } from 'vitest';
import { rocchio } from '../../../../../src/domain/retrieval/feedback/rocchio';
import { openMmr } from '../../../../../src/domain/retrieval/dense/mmr';
import { openVectors } from '../../../../../src/domain/retrieval/dense/open-vectors';
import { openMatrix } from '../../../../../src/domain/retrieval/dense/search';
import { openSvm } from '../../../../../src/domain/retrieval/dense/svm';
import { DEFAULT_VECTOR_SEARCHES } from '../../../../../src/domain/spec/retrievers';

const rows = Float32Array.from([1, 0, 0.9, 0.1, 0.7, 0.7, 0, 1, -1, 0.2, 0.6, -0.6]);
const queries = Float32Array.from([1, 0.1, 0.2, 0.9]);
const clock = () => 0;

describe('openVectors', () => {
  it.each(['cosine', 'dot-product', 'euclidean'] as const)('searches by %s', (metric) => {
    const { lists } = openVectors(rows, 2, { kind: 'nearest', metric })(queries, 4, clock);
    expect(lists).toEqual(openMatrix(rows, 2, metric).search(queries, 4, clock).lists);
  });

  it('searches by MMR with its λ and depth', () => {
    const options = { lambda: 0.3, fetchDepth: 5 };
    const { lists } = openVectors(rows, 2, { kind: 'mmr', ...options })(queries, 4, clock);
    expect(lists).toEqual(openMmr(rows, 2).search(queries, { ...options, depth: 4 }, clock).lists);
    expect(lists).not.toEqual(openMatrix(rows, 2, 'cosine').search(queries, 4, clock).lists);
  });

  it('searches by SVM with its C', () => {
    const { lists } = openVectors(rows, 2, { kind: 'svm', c: 0.5 })(queries, 4, clock);
    expect(lists).toEqual(openSvm(rows, 2, 0.5).search(queries, 4, clock).lists);
  });

  it('searches twice with Rocchio: the second time with the question moved', () => {
    const { kind: _kind, ...options } = { ...DEFAULT_VECTOR_SEARCHES.rocchio, first: 2, gamma: 0.2, last: 1 };
    let time = 0;
    const { lists, milliseconds } = openVectors(rows, 2, { kind: 'rocchio', ...options })(
      queries,
      4,
      () => (time += 1),
    );
    const cosine = openMatrix(rows, 2, 'cosine');
    const first = cosine.search(queries, 4, clock).lists;
    const moved = [0, 1].flatMap((q) => [...rocchio(queries.subarray(2 * q, 2 * q + 2), rows, first[q]!, options)]);
    expect(lists).toEqual(cosine.search(Float32Array.from(moved), 4, clock).lists);
    expect(milliseconds.every((ms) => ms > 0)).toBe(true);
  });
});
