import { describe, expect, it } from 'vitest';
import { maxNorm } from '../../../../../src/domain/fusion/normalise/max';

const of = (...scores: number[]): Float64Array => Float64Array.of(...scores);

describe('maxNorm', () => {
  it('divides by the highest score, and does not move the lowest to 0', () => {
    expect(maxNorm(of(8, 4, NaN, 2))).toEqual(of(1, 0.5, NaN, 0.25));
    expect(maxNorm(of(3, 3))).toEqual(of(1, 1));
  });

  it('divides by 1e-9 where no score is above 0, and so keeps the order', () => {
    const [first, second] = maxNorm(of(-1, -2));
    expect(first).toBeCloseTo(-1e9, 3);
    expect(second).toBeLessThan(first!);
  });
});
