import { describe, expect, it } from 'vitest';
import { studentTwoSided } from '../../../../../src/domain/statistics/distributions/beta';
import { integrate, studentizedRangeUpper } from '../../../../../src/domain/statistics/distributions/studentized-range';
import { expectClose } from '../close';

describe('studentizedRangeUpper', () => {
  // scipy 1.17.1, stats.studentized_range.sf
  it.each([
    [3.5, 3, 2, 0.2294715206939828],
    [1, 4, 3, 0.8886664287936634],
    [5, 6, 4, 0.12466969824465879],
    [3.3, 3, 30, 0.06637021223782336],
    [5.2, 20, 100, 0.04495511765889659],
  ])('q = %s of %s groups on %s degrees of freedom', (q, groups, degrees, expected) => {
    expectClose(studentizedRangeUpper(q, groups, degrees), expected, 1e-11);
  });

  // Gauss and Legendre over 2,400 values of s and 1,600 of z (numpy 2.4.6). scipy 1.17.1 is off here: it takes the tail
  // from 1, and above 10⁵ degrees of freedom takes these for infinite.
  it.each([
    [8, 5, 12, 0.0008204528476581531],
    [4.03, 6, 24_995, 0.0500404088181675],
    [12, 6, 24_995, 3.4042605502054323e-16],
    [9, 10, 900, 1.4045905450314578e-8],
    [20, 4, 300, 2.2945376901023573e-34],
    [2, 3, 100_000, 0.33350334289182115],
  ])('q = %s of %s groups on %s degrees of freedom, small probabilities too', (q, groups, degrees, expected) => {
    expectClose(studentizedRangeUpper(q, groups, degrees), expected, 1e-11);
  });

  it('is of two groups the t distribution of q / √2', () => {
    for (const degrees of [1, 2, 7, 100, 5000, 100_000])
      for (const q of [0.01, 0.5, 2, 5, 12, 40]) {
        const expected = studentTwoSided(q / Math.SQRT2, degrees);
        if (expected > 1e-250) expectClose(studentizedRangeUpper(q, 2, degrees), expected, 5e-12);
      }
  });

  it('is 1 at 0, and falls', () => {
    expect(studentizedRangeUpper(0, 4, 10)).toBe(1);
    const falling = [0.001, 0.1, 1, 3, 10, 100].map((q) => studentizedRangeUpper(q, 4, 10));
    expect(falling).toEqual([...falling].sort((a, b) => b - a));
    expect(falling.every((p) => p > 0 && p <= 1)).toBe(true);
  });
});

describe('integrate', () => {
  it('gives polynomials of degree up to 47 to all digits in one part', () => {
    for (const degree of [0, 1, 2, 10, 46, 47])
      expectClose(
        integrate((x) => x ** degree, 0, 2, 1),
        2 ** (degree + 1) / (degree + 1),
        1e-13,
      );
  });

  it('gives a normal density over 17 standard deviations in three parts', () => {
    expectClose(
      integrate((x) => Math.exp((-x * x) / 2), -8.5, 8.5, 3),
      Math.sqrt(2 * Math.PI),
      1e-13,
    );
  });
});
