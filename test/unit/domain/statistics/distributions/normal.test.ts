import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile } from '../../../../../src/domain/statistics/distributions/normal';
import { expectClose } from '../close';

describe('normalCdf', () => {
  // mpmath 1.3.0, ncdf of 40 digits: scipy 1.17.1 has 14 digits of the value at −6
  it.each([
    [-10, 7.619853024160525e-24],
    [-6, 9.86587645037698e-10],
    [-3, 0.0013498980316300946],
    [-0.7, 0.24196365222307303],
    [-0.6, 0.2742531177500736],
    [0.6, 0.7257468822499265],
    [0.7, 0.758036347776927],
    [3, 0.9986501019683699],
    [6, 0.9999999990134123],
  ])('of %s', (x, expected) => {
    expectClose(normalCdf(x), expected, 2e-15);
  });

  it('is a half at 0, 0 and 1 at the ends', () => {
    expect([normalCdf(0), normalCdf(-Infinity), normalCdf(Infinity)]).toEqual([0.5, 0, 1]);
    expect([normalCdf(-1e200), normalCdf(1e200)]).toEqual([0, 1]);
  });

  it('rejects the lower tail as 1 − Φ(−x), which has no digits', () => {
    expect(1 - normalCdf(10)).toBe(0);
  });
});

describe('normalQuantile', () => {
  // scipy 1.17.1, stats.norm.ppf
  it.each([
    [1e-300, -37.0470962993612],
    [1e-12, -7.034483825301131],
    [1e-11, -6.706023155495137],
    [0.024, -1.977368428181947],
    [0.075, -1.4395314709384563],
    [0.2, -0.8416212335729142],
    [0.6, 0.2533471031357997],
    [0.93, 1.475791028179171],
    [0.999, 3.090232306167813],
  ])('of %s', (p, expected) => {
    expectClose(normalQuantile(p), expected, 2e-14);
  });

  it('is 0 at a half and infinite at 0 and 1', () => {
    expect([normalQuantile(0.5), normalQuantile(0), normalQuantile(1)]).toEqual([0, -Infinity, Infinity]);
  });
});
