import { describe, expect, it } from 'vitest';
import {
  fUpper,
  incompleteBeta,
  studentCritical,
  studentTwoSided,
} from '../../../../../src/domain/statistics/distributions/beta';
import { expectClose } from '../close';
import { chiSquareCdf } from '../../../../../src/domain/statistics/distributions/chi-square';
import { normalCdf, normalQuantile } from '../../../../../src/domain/statistics/distributions/normal';
import { studentizedRangeUpper } from '../../../../../src/domain/statistics/distributions/studentized-range';

describe('normalCdf', () => {
  // mpmath 1.3.0, ncdf of 40 digits: scipy 1.17.1 has 14 digits of the value at −6
  it.each([
    [-10, 7.619853024160525e-24],
    [-6, 9.86587645037698e-10],
    [-0.7, 0.24196365222307303],
    [0.6, 0.7257468822499265],
  ])('of %s', (x, expected) => {
    expectClose(normalCdf(x), expected, 2e-15);
  });

  it('is a half at 0, 0 and 1 at the ends', () => {
    expect([normalCdf(0), normalCdf(-Infinity), normalCdf(Infinity)]).toEqual([0.5, 0, 1]);
    expect([normalCdf(-1e200), normalCdf(1e200)]).toEqual([0, 1]);
  });
});

describe('normalQuantile', () => {
  // scipy 1.17.1, stats.norm.ppf
  it.each([
    [1e-300, -37.0470962993612],
    [1e-12, -7.034483825301131],
    [0.024, -1.977368428181947],
    [0.075, -1.4395314709384563],
    [0.93, 1.475791028179171],
    [0.999, 3.090232306167813],
  ])('of %s', (p, expected) => {
    expectClose(normalQuantile(p), expected, 2e-14);
  });

  it('is 0 at a half and infinite at 0 and 1', () => {
    expect([normalQuantile(0.5), normalQuantile(0), normalQuantile(1)]).toEqual([0, -Infinity, Infinity]);
  });
});

describe('studentizedRangeUpper', () => {
  it('is of two groups the t distribution of q / √2', () => {
    for (const degrees of [1, 7, 5000, 100_000])
      for (const q of [0.01, 2, 12, 40]) {
        const expected = studentTwoSided(q / Math.SQRT2, degrees);
        if (expected > 1e-250) expectClose(studentizedRangeUpper(q, 2, degrees), expected, 5e-12);
      }
  });
});

describe('incompleteBeta', () => {
  // scipy 1.17.1, special.betainc
  it.each([
    [0.3, 2, 5, 0.579825],
    [1e-5, 0.5, 50_000, 0.6826894921431351],
    [0.99, 450, 0.5, 0.002640947961586913],
    [0.02, 100, 3, 6.2736281735415254e-167],
  ])('I_%s(%s, %s) is that of scipy', (x, a, b, expected) => {
    expectClose(incompleteBeta(x, a, b), expected, 1e-11);
  });

  it('is 0 at 0 and 1 at 1', () => {
    expect(incompleteBeta(0, 2, 3)).toBe(0);
    expect(incompleteBeta(1, 2, 3)).toBe(1);
  });

  it('takes 1 − x from whoever knows it, where x is 1 but for rounding', () => {
    const rest = 1e-17;
    expectClose(incompleteBeta(1 - rest, 50_000, 0.5, rest), 1 - incompleteBeta(rest, 0.5, 50_000), 1e-15);
    expect(incompleteBeta(1 - rest, 50_000, 0.5, rest)).toBeLessThan(1);
  });
});

it('fUpper is 1 at 0 and below', () => {
  expect([fUpper(0, 3, 10), fUpper(-1, 3, 10)]).toEqual([1, 1]);
});

describe('studentTwoSided', () => {
  // mpmath 1.3.0 with 40 digits; scipy 1.17.1 gives the same to 13
  it.each([
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

// scipy.stats.t.ppf(1 - alpha / 2, degrees)
it.each([
  [0.05, 1, 12.706204736174694],
  [0.05, 9, 2.2621571627982053],
  [0.01, 4, 4.604094871349993],
  [0.5, 30, 0.6827556932812608],
])('studentCritical α = %s on %s degrees of freedom', (alpha, degrees, expected) => {
  expectClose(studentCritical(alpha, degrees), expected, 1e-8);
  expectClose(studentTwoSided(studentCritical(alpha, degrees), degrees), alpha, 1e-12);
});

it('χ² is 0 below 0', () => {
  expect(chiSquareCdf(-1, 4)).toBe(0);
});
