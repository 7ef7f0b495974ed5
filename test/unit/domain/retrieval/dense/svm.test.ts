import { describe, expect, it } from 'vitest';
import { openSvm } from '../../../../../src/domain/retrieval/dense/open-vectors';
import { Cholesky } from '../../../../../src/domain/retrieval/dense/svm-solver';

const matrix = (...rows: number[][]): Float32Array => Float32Array.from(rows.flat());

describe('the exemplar SVM', () => {
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

it('the Cholesky factor refuses a matrix that is not positive definite', () => {
  expect(() => new Cholesky(Float64Array.of(1, 2, 2, 1), 2)).toThrow(RangeError);
  expect(() => new Cholesky(Float64Array.of(NaN), 1)).toThrow(RangeError);
});
