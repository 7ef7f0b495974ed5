import { describe, expect, it } from 'vitest';
import { momentsOf } from '../../../../src/domain/statistics/moments';
import { vector } from './close';

describe('momentsOf', () => {
  it('is the mean and the standard deviation with n − 1', () => {
    expect(momentsOf(vector(2, 4, 4, 4, 5, 5, 7, 9))).toEqual({ mean: 5, deviation: Math.sqrt(32 / 7) });
  });

  it('has no deviation for one value, and no mean for none', () => {
    expect(momentsOf(vector(0.3))).toEqual({ mean: 0.3, deviation: NaN });
    expect(momentsOf(vector())).toEqual({ mean: NaN, deviation: NaN });
  });

  it('takes values for the same that differ by rounding', () => {
    expect(0.3 - 0.2).not.toBe(0.2 - 0.1);
    expect(momentsOf(vector(0.3 - 0.2, 0.2 - 0.1, 0.1)).deviation).toBe(0);
  });

  it('keeps the digits of small differences beside a large mean', () => {
    expect(momentsOf(vector(1e6 + 1, 1e6 + 2, 1e6 + 3)).deviation).toBe(1);
  });
});
