import { describe, expect, it } from 'vitest';
import { byScore, discounts, gainsOf, idealDcg } from '../../../../src/domain/ltr/gain';

describe('gains and discounts', () => {
  it('are the grade, or 2^grade − 1', () => {
    expect([...gainsOf(Float64Array.of(0, 1, 2, 3), 'linear')]).toEqual([0, 1, 2, 3]);
    expect([...gainsOf(Float64Array.of(0, 1, 2, 3), 'exponential')]).toEqual([0, 1, 3, 7]);
    expect([...discounts(4)]).toEqual([1, 1 / Math.log2(3), 0.5, 1 / Math.log2(5)]);
  });

  it('the ideal is sorted, of its own rows, and cut', () => {
    const gains = Float64Array.of(9, 1, 3, 0, 9);
    const discount = discounts(5);
    expect(idealDcg(gains, 1, 4, 10, discount)).toBe(3 + 1 / Math.log2(3));
    expect(idealDcg(gains, 1, 4, 1, discount)).toBe(3);
    expect([...gains]).toEqual([9, 1, 3, 0, 9]);
  });

  it('rows by score keep their order where scores are equal', () => {
    expect([...byScore(Float64Array.of(5, 1, 2, 1, 2), 1, 5)]).toEqual([2, 4, 1, 3]);
  });
});
