import { describe, expect, it } from 'vitest';
import { studentCritical, studentTwoSided } from '../../../../../src/domain/statistics/distributions/student-t';
import { expectClose } from '../close';

describe('studentTwoSided', () => {
  // mpmath 1.3.0 with 40 digits; scipy 1.17.1 gives the same to 13
  it.each([
    [0.5, 1, 0.7048327646991335],
    [12.7062047361747, 1, 0.05],
    [1e8, 1, 6.366197723675813e-9],
    [40, 10, 2.2808577430857547e-12],
    [7.5, 99, 2.7802773227931112e-11],
    [4, 4999, 6.42573669773297e-5],
    [7.2, 100_000, 6.063389581235307e-13],
    [1e-6, 100_000, 0.9999992021174339],
  ])('t = %s on %s degrees of freedom', (t, degrees, expected) => {
    expectClose(studentTwoSided(t, degrees), expected, 1e-11);
    expect(studentTwoSided(-t, degrees)).toBe(studentTwoSided(t, degrees));
  });

  it('is 1 at 0', () => {
    expect(studentTwoSided(0, 5)).toBe(1);
  });
});

describe('studentCritical', () => {
  // scipy.stats.t.ppf(1 - alpha / 2, degrees)
  it.each([
    [0.05, 1, 12.706204736174694],
    [0.05, 9, 2.2621571627982053],
    [0.01, 4, 4.604094871349993],
    [0.5, 30, 0.6827556932812608],
  ])('α = %s on %s degrees of freedom', (alpha, degrees, expected) => {
    expectClose(studentCritical(alpha, degrees), expected, 1e-8);
    expectClose(studentTwoSided(studentCritical(alpha, degrees), degrees), alpha, 1e-12);
  });
});
