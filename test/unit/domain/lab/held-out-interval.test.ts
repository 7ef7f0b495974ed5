import { describe, expect, it } from 'vitest';
import { heldOutInterval } from '../../../../src/domain/lab/held-out-interval';

const INDEPENDENT = 0.7;
const heldOut = { mean: 4.5, independent: INDEPENDENT };
/** Student’s t on 9 degrees of freedom, from tables. */
const T = 2.2621571628;

const reachOf = (meanSquared: number | null, folds = 5): number => {
  const [low, high] = heldOutInterval(heldOut, 10, folds, meanSquared)!;
  expect((low + high) / 2).toBeCloseTo(4.5, 12);
  return (high - low) / 2;
};

describe('heldOutInterval', () => {
  it('adds a (K − 1)th to the variance, as test over training questions are', () => {
    expect(reachOf(null)).toBeCloseTo(T * Math.sqrt(INDEPENDENT * 1.25), 8);
    expect(reachOf(null, 3)).toBeCloseTo(T * Math.sqrt(INDEPENDENT * 1.5), 8);
  });

  it('has the variance of nested cross-validation between that and K times the uncorrected one', () => {
    expect(reachOf(2)).toBeCloseTo(T * Math.sqrt(2), 8);
    expect(reachOf(-1)).toBe(reachOf(null));
    expect(reachOf(1000)).toBeCloseTo(T * Math.sqrt(5 * INDEPENDENT), 8);
  });

  it('is a point where nothing varies, and none of one question', () => {
    expect(heldOutInterval({ mean: 0.1, independent: 0 }, 10, 5, null)).toEqual([0.1, 0.1]);
    expect(heldOutInterval({ mean: 1, independent: NaN }, 1, 5, null)).toBeNull();
  });
});
