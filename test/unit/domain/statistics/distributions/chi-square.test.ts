import { describe, expect, it } from 'vitest';
import { chiSquareCdf, chiSquareQuantile } from '../../../../../src/domain/statistics/distributions/chi-square';

describe('the χ² distribution', () => {
  it('of two degrees of freedom is 1 − exp(−x/2)', () => {
    for (const x of [0.1, 1, 3, 10, 40]) expect(chiSquareCdf(x, 2)).toBeCloseTo(1 - Math.exp(-x / 2), 12);
  });

  it('of four has the closed form 1 − (1 + x/2) · exp(−x/2), and nothing below 0', () => {
    for (const x of [0.5, 4, 12]) expect(chiSquareCdf(x, 4)).toBeCloseTo(1 - (1 + x / 2) * Math.exp(-x / 2), 12);
    expect(chiSquareCdf(-1, 4)).toBe(0);
  });

  it('has quantiles that lead back, also of degrees that are not whole', () => {
    for (const degrees of [1, 7.5, 200])
      for (const p of [0.001, 0.5, 0.975])
        expect(chiSquareCdf(chiSquareQuantile(p, degrees), degrees)).toBeCloseTo(p, 10);
  });
});
