import { describe, expect, it } from 'vitest';
import { rocchio } from '../../../../../src/domain/retrieval/feedback/rocchio';
import { openMmr, openSvm, openVectors } from '../../../../../src/domain/retrieval/dense/open-vectors';
import { openMatrix, shortened } from '../../../../../src/domain/retrieval/dense/search';
import { DEFAULT_VECTOR_SEARCHES } from '../../../../../src/domain/retrieval/dense/vector-search-spec';

const rows = Float32Array.from([1, 0, 0.9, 0.1, 0.7, 0.7, 0, 1, -1, 0.2, 0.6, -0.6]);
const queries = Float32Array.from([1, 0.1, 0.2, 0.9]);
const clock = () => 0;

describe('openVectors', () => {
  it.each(['cosine', 'dot-product', 'euclidean'] as const)('searches by %s', (metric) => {
    const { lists } = openVectors(rows, 2, { kind: 'nearest', metric }).search(queries, 4, clock);
    expect(lists).toEqual(openMatrix(rows, 2, metric).search(queries, 4, clock).lists);
  });

  it('searches by MMR with its λ and depth', () => {
    const options = { lambda: 0.3, fetchDepth: 5 };
    const { lists } = openVectors(rows, 2, { kind: 'mmr', ...options }).search(queries, 4, clock);
    expect(lists).toEqual(openMmr(rows, 2).search(queries, { ...options, depth: 4 }, clock).lists);
    expect(lists).not.toEqual(openMatrix(rows, 2, 'cosine').search(queries, 4, clock).lists);
  });

  it('searches by SVM with its C', () => {
    const { lists } = openVectors(rows, 2, { kind: 'svm', c: 0.5 }).search(queries, 4, clock);
    expect(lists).toEqual(openSvm(rows, 2, 0.5).search(queries, 4, clock).lists);
  });

  it('searches twice with Rocchio: the second time with the question moved', () => {
    const { kind: _kind, ...options } = { ...DEFAULT_VECTOR_SEARCHES.rocchio, first: 2, gamma: 0.2, last: 1 };
    let time = 0;
    const { lists, milliseconds } = openVectors(rows, 2, { kind: 'rocchio', ...options }).search(
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

  describe('with fewer dimensions', () => {
    const wide = Float32Array.from([3, 4, 9, 1, 0, -7, 0, 2, 5, -1, -1, 0]);
    const asked = Float32Array.from([1, 2, 3]);

    it.each([
      ['the cosine', { kind: 'nearest', metric: 'cosine' }, true],
      ['the dot product', { kind: 'nearest', metric: 'dot-product' }, false],
      ['Euclidean distance', { kind: 'nearest', metric: 'euclidean' }, false],
      ['MMR', DEFAULT_VECTOR_SEARCHES.mmr, true],
      ['Rocchio', DEFAULT_VECTOR_SEARCHES.rocchio, true],
      ['an SVM', DEFAULT_VECTOR_SEARCHES.svm, false],
    ] as const)('searches the first of each vector by %s', (_, spec, scaled) => {
      const cut = (matrix: Float32Array) => shortened(matrix, 3, 2, scaled);
      const { lists } = openVectors(wide, 3, { ...spec, dimensions: 2 }).search(asked, 4, clock);
      expect(lists).toEqual(openVectors(cut(wide), 2, spec).search(cut(asked), 4, clock).lists);
    });

    it('is the same search where all dimensions are asked for', () => {
      const spec = { kind: 'nearest', metric: 'cosine' } as const;
      const { lists } = openVectors(wide, 3, { ...spec, dimensions: 3 }).search(asked, 4, clock);
      expect(lists).toEqual(openVectors(wide, 3, spec).search(asked, 4, clock).lists);
    });

    it('gives Rocchio rows of one length: else a row counts by how much of it was cut off', () => {
      // The mean of the first rows is then another one.
      const unscaled = openVectors(shortened(wide, 3, 2, false), 2, DEFAULT_VECTOR_SEARCHES.rocchio);
      const { lists } = openVectors(wide, 3, { ...DEFAULT_VECTOR_SEARCHES.rocchio, dimensions: 2 }).search(
        asked,
        4,
        clock,
      );
      expect(lists).not.toEqual(unscaled.search(shortened(asked, 3, 2, false), 4, clock).lists);
    });

    it('refuses more than there are', () => {
      const open = () => openVectors(wide, 3, { kind: 'nearest', metric: 'cosine', dimensions: 4 });
      expect(open).toThrow('there are no first 4 numbers of a vector of 3');
    });
  });

  it.each([
    ['vectors', { kind: 'nearest', metric: 'cosine' }, 2 * 40 * 4],
    ['shortened vectors', { kind: 'nearest', metric: 'cosine', dimensions: 33 }, 2 * 33 * 4],
    ['bytes, with a range a dimension', { kind: 'quantised', precision: 'int8', rescore: 4 }, 2 * 40 + 40 * 8],
    ['bits, in words of 32', { kind: 'quantised', precision: 'binary', rescore: 0 }, 2 * 8],
    ['bits of shortened vectors', { kind: 'quantised', precision: 'binary', rescore: 0, dimensions: 32 }, 2 * 4],
  ] as const)('counts the bytes of %s', (_, spec, bytes) => {
    expect(openVectors(new Float32Array(80).fill(1), 40, spec).bytes).toBe(bytes);
  });
});
