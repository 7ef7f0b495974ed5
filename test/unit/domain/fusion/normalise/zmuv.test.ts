import { describe, expect, it } from 'vitest';
import { zmuv } from '../../../../../src/domain/fusion/normalise/zmuv';

const of = (...scores: number[]): Float64Array => Float64Array.of(...scores);

describe('zmuv', () => {
  it('has mean 0 and the deviation of the population 1', () => {
    expect(zmuv(of(3, NaN, 1))).toEqual(of(1, NaN, -1));
  });

  it('rejects the deviation of a sample', () => {
    expect(zmuv(of(3, 1))[0]).not.toBeCloseTo(Math.SQRT1_2, 3);
  });

  it('gives 0 where all scores are equal', () => {
    expect(zmuv(of(3, 3))).toEqual(of(0, 0));
    expect(zmuv(of(2.5))).toEqual(of(0));
  });
});
