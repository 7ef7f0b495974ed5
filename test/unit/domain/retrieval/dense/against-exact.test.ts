import { describe, expect, it } from 'vitest';
import { metricStoodInFor, openAgainstExact } from '../../../../../src/domain/retrieval/dense/against-exact';
import type { MetricName } from '../../../../../src/domain/retrieval/dense/metrics';
import { openMatrix } from '../../../../../src/domain/retrieval/dense/search';
import { DEFAULT_VECTOR_SEARCHES } from '../../../../../src/domain/retrieval/dense/vector-search-spec';
import type { ScoredDoc } from '../../../../../src/domain/retrieval/exact-search';

const clock = () => 0;
// By dot product with 1 the rows score 5, 4, 4, 4, 3, 2.
const rows = Float32Array.of(5, 4, 4, 4, 3, 2);
const compared = (
  matrix: Float32Array,
  dimensions: number,
  metric: MetricName,
  queries: Float32Array,
  lists: ScoredDoc[][],
  depth: number,
) => {
  const exact = openMatrix(matrix, dimensions, metric).search(queries, depth, clock);
  return openAgainstExact(matrix, dimensions, metric)(queries, lists, depth, exact);
};
const recall = (docs: readonly number[], depth: number) => {
  const list = docs.map((doc, i) => ({ doc, score: -i }));
  return compared(rows, 1, 'dot-product', Float32Array.of(1), [list], depth).recallAtDepth[0];
};

describe('recall of exact search', () => {
  it('is the share of the nearest that is found, in whatever order', () => {
    expect(recall([3, 2, 1, 0], 4)).toBe(1);
    expect(recall([0, 1, 4, 5], 4)).toBe(0.5);
  });

  it('takes any of those that score as the last does: position alone would put row 1 before row 3', () => {
    expect(recall([0, 3], 2)).toBe(1);
    expect(recall([3, 2], 2)).toBe(1);
    expect(recall([3, 4], 2)).toBe(0.5);
  });

  it('counts what a short list lacks', () => {
    expect(recall([0], 2)).toBe(0.5);
    expect(recall([], 2)).toBe(0);
  });

  it('does not ask for more than there is', () => {
    expect(recall([5, 4, 3, 2, 1, 0], 100)).toBe(1);
  });

  it('looks at the first ten of a list for ten', () => {
    const many = Float32Array.from({ length: 30 }, (_, i) => 30 - i);
    const list = Array.from({ length: 20 }, (_, i) => ({ doc: (i + 5) % 20, score: -i }));
    const found = compared(many, 1, 'dot-product', Float32Array.of(1), [list], 20);
    // Rows 5 to 14 come first, of which 5 to 9 are among the ten nearest.
    expect([...found.recallAt10]).toEqual([0.5]);
    expect([...found.recallAtDepth]).toEqual([1]);
  });

  it.each(['cosine', 'euclidean'] as const)('scores by %s as exact search does, question by question', (metric) => {
    const matrix = Float32Array.of(1, 0, 0.6, 0.8, 0, 1, -1, 0);
    const queries = Float32Array.of(1, 0.1, 0, 2, -3, 0.2, 0.5, 0.5, 1, -1);
    const lists = [0, 2, 3, 1, 0].map((doc) => [{ doc, score: 0 }]);
    const found = compared(matrix, 2, metric, queries, lists, 1);
    const nearest = [0, metric === 'cosine' ? 2 : 2, 3, 1, 0];
    expect([...found.recallAtDepth]).toEqual(lists.map(([hit], i) => Number(hit!.doc === nearest[i])));
  });
});

describe('metricStoodInFor', () => {
  it('is that of exact search, for what is quantised, approximate or shortened', () => {
    const { quantised, nearest } = DEFAULT_VECTOR_SEARCHES;
    expect(metricStoodInFor(quantised, 8)).toBe('cosine');
    expect(metricStoodInFor({ ...nearest, metric: 'euclidean', dimensions: 4 }, 8)).toBe('euclidean');
  });

  it('is none for what is exact, and for what looks for something else than the nearest', () => {
    const { nearest, mmr, svm, rocchio } = DEFAULT_VECTOR_SEARCHES;
    for (const spec of [nearest, { ...nearest, dimensions: 8 }, { ...mmr, dimensions: 4 }, svm, rocchio])
      expect(metricStoodInFor(spec, 8)).toBeNull();
  });
});
