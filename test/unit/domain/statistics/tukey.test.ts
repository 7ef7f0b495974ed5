import { describe, expect, it } from 'vitest';
import { pairedT } from '../../../../src/domain/statistics/paired';
import { tukeyP, twoWayVariance } from '../../../../src/domain/statistics/compare';
import { expectClose, systemsOf, vector } from './close';

describe('twoWayVariance', () => {
  it('takes what systems and questions explain out of the error', () => {
    const found = twoWayVariance([vector(1, 2, 3), vector(2, 3, 4)])!;
    expect(found).toEqual({ means: [2, 3], questions: 3, meanSquareError: 0, errorDegrees: 2 });
    // Deviations of ±1/4 from what row and column explain: Σ = 6/16 … of a table worked by hand.
    const other = twoWayVariance([vector(0, 1), vector(0, 0)])!;
    expect(other).toEqual({ means: [0.5, 0], questions: 2, meanSquareError: 0.25, errorDegrees: 1 });
  });

  it('is undefined for one system, and for one question', () => {
    expect(twoWayVariance([vector(1, 2)])).toBeNull();
    expect(twoWayVariance([vector(1), vector(2)])).toBeNull();
    expect(twoWayVariance([])).toBeNull();
  });
});

describe('tukeyP', () => {
  it('is of two systems the paired t-test', () => {
    const [a, b] = systemsOf(2, 30) as [Float64Array, Float64Array];
    const { p } = pairedT(a.map((value, q) => value - b[q]!))!;
    expectClose(tukeyP(twoWayVariance([a, b])!, 0, 1), p, 1e-10);
  });

  it('is the same either way round', () => {
    const variance = twoWayVariance(systemsOf(4, 20))!;
    expect(tukeyP(variance, 1, 3)).toBe(tukeyP(variance, 3, 1));
  });

  it('is 1 for equal means, also where nothing is left to chance', () => {
    const same = vector(0.1, 0.2, 0.4);
    expect(tukeyP(twoWayVariance([same, same, vector(0.3, 0.1, 0.2)])!, 0, 1)).toBe(1);
    expect(tukeyP(twoWayVariance([same, same])!, 0, 1)).toBe(1);
    expect(tukeyP(twoWayVariance([vector(0, 0), vector(0, 0)])!, 0, 1)).toBe(1);
  });

  it('rejects p = 0 of a constant difference, rounded or not', () => {
    expect(tukeyP(twoWayVariance([vector(1, 2), vector(2, 3)])!, 0, 1)).toBeNull();
    expect(tukeyP(twoWayVariance([vector(0.1, 0.2, 0.3), vector(0.2, 0.3, 0.4)])!, 0, 1)).toBeNull();
  });
});
