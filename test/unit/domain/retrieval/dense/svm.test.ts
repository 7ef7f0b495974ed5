import { describe, expect, it } from 'vitest';
import { openSvm } from '../../../../../src/domain/retrieval/dense/open-vectors';
import { Cholesky } from '../../../../../src/domain/retrieval/dense/svm-solver';

const matrix = (...rows: number[][]): Float32Array => Float32Array.from(rows.flat());

describe('the exemplar SVM', () => {
  it('by hand, one row at 0 and the question at 1, C = ½', () => {
    // w = 1 − w − b and b = w − (1 + b).
    const { weights, intercept, decisions, queryDecision } = openSvm(matrix([0]), 1, 0.5).solve(matrix([1]));
    expect(weights[0]).toBeCloseTo(0.6, 14);
    expect(intercept).toBeCloseTo(-0.2, 14);
    expect(decisions[0]).toBeCloseTo(-0.2, 14);
    expect(queryDecision).toBeCloseTo(0.4, 14);
  });

  it('ranks by the decision, ties by lower row, and a copy of the question first', () => {
    const rows = matrix([0, 1], [1, 0], [0, 1], [-1, 0]);
    const { lists, milliseconds } = openSvm(rows, 2).search(matrix([1, 0], [0, 1]), 3, () => 0);
    expect(lists.map((list) => list.map(({ doc }) => doc))).toEqual([
      [1, 0, 2],
      [0, 2, 1],
    ]);
    expect(lists[0]![1]!.score).toBe(lists[0]![2]!.score);
    expect(milliseconds).toHaveLength(2);
  });

  it('gets there where the margin is all but hard: lengths of thousands and a large C', () => {
    const numbers = Float32Array.from({ length: 301 * 20 }, (_, i) => 1000 * Math.sin(i * i + 0.5 * i));
    const { gradientNorm, decisions, queryDecision } = openSvm(numbers.subarray(20), 20, 1000).solve(
      numbers.subarray(0, 20),
    );
    // The gradient at 0 is some 10⁹.
    expect(gradientNorm).toBeLessThan(0.1);
    expect(queryDecision).toBeGreaterThan(0.9);
    expect(decisions.every(Number.isFinite)).toBe(true);
  });

  it('finds nothing where there is nothing', () => {
    expect(openSvm(matrix(), 2).search(matrix([1, 0]), 3, () => 0).lists).toEqual([[]]);
  });

  it('refuses C that is not above 0, and what has not the width of the rows', () => {
    for (const c of [0, -1, NaN, Infinity]) expect(() => openSvm(matrix([1]), 1, c)).toThrow(RangeError);
    expect(() => openSvm(matrix([1, 2]), 2).solve(matrix([1]))).toThrow(RangeError);
    expect(() => openSvm(matrix([1, 2]), 2).search(matrix([1]), 1, () => 0)).toThrow(RangeError);
  });

  it('refuses numbers that are not finite instead of going round', () => {
    expect(() => openSvm(matrix([1, 2]), 2).solve(matrix([NaN, 1]))).toThrow(RangeError);
    expect(() => openSvm(matrix([Infinity, 2]), 2).solve(matrix([1, 1]))).toThrow(RangeError);
  });
});

describe('the Cholesky factor', () => {
  it('refuses a matrix that is not positive definite', () => {
    expect(() => new Cholesky(Float64Array.of(1, 2, 2, 1), 2)).toThrow(RangeError);
    expect(() => new Cholesky(Float64Array.of(NaN), 1)).toThrow(RangeError);
  });
});
