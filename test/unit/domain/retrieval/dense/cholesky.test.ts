import { describe, expect, it } from 'vitest';
import { Cholesky } from '../../../../../src/domain/retrieval/dense/svm-solver';

describe('the Cholesky factor', () => {
  it('solves a system by hand, and reads the lower triangle alone', () => {
    // (4 2; 2 3) (1, 2) = (8, 8).
    const x = new Cholesky(Float64Array.of(4, NaN, 2, 3), 2).solve(Float64Array.of(8, 8));
    expect(x[0]).toBeCloseTo(1, 15);
    expect(x[1]).toBeCloseTo(2, 15);
  });

  it('leaves matrix and right side as they were', () => {
    const matrix = Float64Array.of(4, 2, 2, 3);
    const b = Float64Array.of(8, 8);
    new Cholesky(matrix, 2).solve(b);
    expect([...matrix, ...b]).toEqual([4, 2, 2, 3, 8, 8]);
  });

  it('refuses a matrix that is not positive definite', () => {
    expect(() => new Cholesky(Float64Array.of(1, 2, 2, 1), 2)).toThrow(RangeError);
    expect(() => new Cholesky(Float64Array.of(NaN), 1)).toThrow(RangeError);
  });
});
