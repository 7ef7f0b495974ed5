import { describe, expect, it } from 'vitest';
import { openMatrix } from '../../../../../src/domain/retrieval/dense/search';
import type { MetricName } from '../../../../../src/domain/retrieval/dense/metrics';

const matrix = (...rows: number[][]): Float32Array => Float32Array.from(rows.flat());
const clock = (): number => 0;

function search(metric: MetricName, rows: Float32Array, ...queries: number[][]) {
  return openMatrix(rows, queries[0]!.length, metric).search(matrix(...queries), 10, clock).lists;
}

describe('search over a matrix', () => {
  const rows = matrix([4, 3], [40, -30], [0, 2]);

  it('by cosine does not read lengths', () => {
    expect(search('cosine', rows, [10, 0])).toEqual([
      [
        { doc: 0, score: 0.8 },
        { doc: 1, score: 0.8 },
        { doc: 2, score: 0 },
      ],
    ]);
  });

  it('by dot product reads them', () => {
    expect(search('dot-product', rows, [10, 0])).toEqual([
      [
        { doc: 1, score: 400 },
        { doc: 0, score: 40 },
        { doc: 2, score: 0 },
      ],
    ]);
  });

  it('by Euclidean distance scores the distance below 0, the nearest first', () => {
    expect(search('euclidean', rows, [4, 0])).toEqual([
      [
        { doc: 0, score: -3 },
        { doc: 2, score: -Math.sqrt(20) },
        { doc: 1, score: -Math.sqrt(36 * 36 + 900) },
      ],
    ]);
  });

  it('takes each question by itself, more than fit in one pass', () => {
    const queries = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
      [3, 4],
      [-4, 3],
    ];
    for (const metric of ['cosine', 'dot-product', 'euclidean'] as const)
      expect(search(metric, rows, ...queries)).toEqual(queries.map((query) => search(metric, rows, query)[0]));
  });

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

  it('finds nothing where there is nothing', () => {
    expect(search('cosine', matrix(), [1, 0])).toEqual([[]]);
    expect(openMatrix(rows, 2, 'cosine').search(matrix(), 5, clock).lists).toEqual([]);
  });
});
