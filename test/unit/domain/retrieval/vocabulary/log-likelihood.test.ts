import { describe, expect, it } from 'vitest';
import { logLikelihoodRatio } from '../../../../../src/domain/retrieval/vocabulary/expansions';

describe('the log-likelihood ratio', () => {
  it('is that of Dunning’s paper: “the swiss”', () => {
    // Both 110, the first alone 2442, the second alone 111, neither 29114.
    expect(logLikelihoodRatio(110, 110 + 2442, 110 + 111, 110 + 2442 + 111 + 29114)).toBeCloseTo(270.72, 2);
  });

  it('by hand: always together, half of the time', () => {
    expect(logLikelihoodRatio(10, 10, 10, 20)).toBeCloseTo(40 * Math.log(2), 12);
    // They avoid each other as much.
    expect(logLikelihoodRatio(0, 10, 10, 20)).toBeCloseTo(40 * Math.log(2), 12);
  });

  it('is 0 where they are independent, and where one is everywhere', () => {
    expect(logLikelihoodRatio(6, 20, 30, 100)).toBeCloseTo(0, 12);
    expect(logLikelihoodRatio(5, 5, 20, 20)).toBe(0);
  });
});
