import { describe, expect, it } from 'vitest';
import { incompleteBeta } from '../../../../../src/domain/statistics/distributions/beta';
import { expectClose } from '../close';

describe('incompleteBeta', () => {
  // scipy 1.17.1, special.betainc
  it.each([
    [0.3, 2, 5, 0.579825],
    [0.5, 0.5, 0.5, 0.5],
    [0.9, 10, 2, 0.6973568802],
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
