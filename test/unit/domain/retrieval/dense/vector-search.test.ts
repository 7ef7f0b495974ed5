import { describe, expect, it } from 'vitest';
import { openMatrix, shortened } from '../../../../../src/domain/retrieval/dense/search';
import * as v from 'valibot';
import {
  DEFAULT_VECTOR_SEARCHES,
  vectorSearchSchema,
} from '../../../../../src/domain/retrieval/dense/vector-search-spec';
import type { MetricName } from '../../../../../src/domain/retrieval/dense/metrics';
import { rocchio } from '../../../../../src/domain/retrieval/feedback/rocchio';
import { openMmr, openSvm, openVectors } from '../../../../../src/domain/retrieval/dense/open-vectors';

describe('shortened', () => {
  const rows = Float32Array.from([3, 4, 12, 0, 0, 5]);

  describe('shortened', () => {
    it('keeps the first numbers of each row', () => {
      expect([...shortened(rows, 3, 2, false)]).toEqual([3, 4, 0, 0]);
    });

    it('gives each row length 1 of what is left, not of what it was; zeros stay', () => {
      expect([...shortened(rows, 3, 2, true)]).toEqual([...Float32Array.of(0.6, 0.8, 0, 0)]);
    });

    it.each([0, 4, 1.5])('refuses %s of 3', (first) => {
      expect(() => shortened(rows, 3, first, true)).toThrow(RangeError);
    });
  });
});

const { nearest, quantised } = DEFAULT_VECTOR_SEARCHES;
const taken = (spec: unknown): boolean => v.safeParse(vectorSearchSchema, spec).success;

it.each([
  ['no dimensions', { ...nearest, dimensions: 0 }],
  ['parts of a dimension', { ...nearest, dimensions: 1.5 }],
  ['dimensions that are undefined', { ...nearest, dimensions: undefined }],
  ['another precision', { ...quantised, precision: 'int4' }],
  ['parts of a depth', { ...quantised, rescore: 1.5 }],
])('vectorSearchSchema refuses %s', (_, spec) => {
  expect(taken(spec)).toBe(false);
});

describe('search', () => {
  const matrix = (...rows: number[][]): Float32Array => Float32Array.from(rows.flat());
  const clock = (): number => 0;

  function search(metric: MetricName, rows: Float32Array, ...queries: number[][]) {
    return openMatrix(rows, queries[0]!.length, metric).search(matrix(...queries), 10, clock).lists;
  }

  describe('search over a matrix', () => {
    it('a vector of length 0 has cosine 0 with all, itself too', () => {
      expect(search('cosine', matrix([0, 0], [-1, 0]), [1, 0], [0, 0])).toEqual([
        [
          { doc: 0, score: 0 },
          { doc: 1, score: -1 },
        ],
        [
          { doc: 0, score: 0 },
          { doc: 1, score: 0 },
        ],
      ]);
    });

    it('a row that equals the question is 0 away, and not −0', () => {
      expect(search('euclidean', matrix([0.1, 0.7]), [0.1, 0.7])[0]![0]!.score).toBe(0);
    });

    it('keeps the digits of small distances, which |q|² + |d|² − 2 q·d loses', () => {
      const step = 2 ** -20;
      const row = Float32Array.of(3000.3, 0.125);
      const query = Float32Array.of(3000.3, 0.125 + step);
      expect(openMatrix(row, 2, 'euclidean').search(query, 1, clock).lists[0]![0]!.score).toBe(-step);
      const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
      const expanded = Math.sqrt(Math.max(0, dot(row, row) + dot(query, query) - 2 * dot(row, query)));
      expect(Math.abs(expanded - step) / step).toBeGreaterThan(1e-3);
    });

    it('refuses matrices that are not made of whole rows', () => {
      expect(() => openMatrix(matrix([1, 2, 3]), 2, 'cosine')).toThrow(RangeError);
      expect(() => openMatrix(matrix([1, 2]), 0, 'cosine')).toThrow(RangeError);
      expect(() => openMatrix(matrix([1, 2]), 2, 'cosine').search(matrix([1, 2, 3]), 1, clock)).toThrow(RangeError);
    });
  });
});

describe('open vectors', () => {
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

      it('refuses more than there are', () => {
        const open = () => openVectors(wide, 3, { kind: 'nearest', metric: 'cosine', dimensions: 4 });
        expect(open).toThrow('there are no first 4 numbers of a vector of 3');
      });
    });
  });
});
