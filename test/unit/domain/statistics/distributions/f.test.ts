import { describe, expect, it } from 'vitest';
import { fUpper } from '../../../../../src/domain/statistics/distributions/f';
import { expectClose } from '../close';

describe('fUpper', () => {
  // scipy 1.17.1, stats.f.sf
  it.each([
    [1, 1, 1, 0.5],
    [3.5, 4, 20, 0.02538523086644128],
    [40, 9, 100, 2.787545243908695e-29],
    [6.5, 5, 24_995, 4.770886578940164e-6],
  ])('F = %s on %s and %s degrees of freedom', (f, between, within, expected) => {
    expectClose(fUpper(f, between, within), expected, 1e-11);
  });

  it('is 1 at 0 and below', () => {
    expect(fUpper(0, 3, 10)).toBe(1);
    expect(fUpper(-1, 3, 10)).toBe(1);
  });
});
