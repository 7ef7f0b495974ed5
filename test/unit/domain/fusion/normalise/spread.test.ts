import { describe, expect, it } from 'vitest';
import { extremes, meanAndDeviation, rescale } from '../../../../../src/domain/fusion/normalise/spread';

const scores = Float64Array.of(NaN, 5, 1, NaN, 3);

describe('of scores some of which are absent', () => {
  it('extremes are of those that are there', () => {
    expect(extremes(scores)).toEqual({ min: 1, max: 5 });
    expect(extremes(Float64Array.of(NaN))).toEqual({ min: Infinity, max: -Infinity });
  });

  it('mean and deviation are of those that are there, divided by n or by n − 1', () => {
    expect(meanAndDeviation(scores, 0)).toEqual({ mean: 3, deviation: Math.sqrt(8 / 3) });
    expect(meanAndDeviation(scores, 1)).toEqual({ mean: 3, deviation: 2 });
    expect(meanAndDeviation(Float64Array.of(7), 1)).toEqual({ mean: 7, deviation: NaN });
  });

  it('deviation keeps its digits where scores are large and close', () => {
    expect(meanAndDeviation(Float64Array.of(1e9 + 1, 1e9 - 1), 0).deviation).toBe(1);
  });

  it('rescale leaves absent ones absent', () => {
    expect(rescale(scores, 1, 2)).toEqual(Float64Array.of(NaN, 2, 0, NaN, 1));
  });
});
