import { describe, expect, it } from 'vitest';
import { logBeta, logGamma, stirlingError } from '../../../../../src/domain/statistics/distributions/beta';
import { expectClose } from '../close';

describe('logGamma', () => {
  // scipy 1.17.1, special.gammaln
  it.each([
    [0.1, 2.252712651734206],
    [0.5, 0.5723649429247],
    [2.5, 0.2846828704729192],
    [10, 12.801827480081469],
    [448, 2284.814096050784],
    [1e5, 1051287.7089736569],
  ])('of %s', (x, expected) => {
    expectClose(logGamma(x), expected, 1e-14);
  });

  it('is 0 at 1 and 2', () => {
    expect(logGamma(1)).toBeCloseTo(0, 14);
    expect(logGamma(2)).toBeCloseTo(0, 14);
  });
});

describe('logBeta', () => {
  // mpmath 1.3.0, log(beta(a, b)) of 40 digits
  it.each([
    [0.5, 0.5, 1.1447298858494002],
    [2, 3, -2.4849066497880004],
    [19, 0.5, -0.8932763580033434],
    [50_000, 0.5, -4.837521699280441],
    [448, 2, -12.21181612015724],
    [30, 25, -38.27834389791485],
  ])('of %s and %s, either way round', (a, b, expected) => {
    expectClose(logBeta(a, b), expected, 2e-14);
    expectClose(logBeta(b, a), expected, 2e-14);
  });

  it('rejects the difference of two large logarithms, which has lost five digits', () => {
    const lost = logGamma(50_000) + logGamma(0.5) - logGamma(50_000.5);
    expect(Math.abs(lost - -4.837521699280441)).toBeGreaterThan(1e-12);
  });
});

it('stirlingError: what the first terms of log Γ leave (mpmath 1.3.0)', () => {
  expectClose(stirlingError(20), 0.004166319691996922, 1e-13);
  expectClose(stirlingError(100), 0.0008333305556349147, 1e-13);
});
