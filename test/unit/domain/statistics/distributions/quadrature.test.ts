import { describe, it } from 'vitest';
import { integrate } from '../../../../../src/domain/statistics/distributions/quadrature';
import { expectClose } from '../close';

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
