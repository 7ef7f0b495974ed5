import { describe, expect, it } from 'vitest';
import { byScore, candidateNdcg, discounts, gainsOf, idealDcg } from '../../../../src/domain/ltr/gain';
import { dataOf } from './made';

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

describe('nDCG of candidates', () => {
  const data = dataOf([
    [
      [0, 0],
      [2, 0],
      [1, 0],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [
      [1, 0],
      [0, 0],
    ],
  ]);

  it('by hand, with questions without a relevant candidate left out', () => {
    const second = 1 / Math.log2(3);
    // First: 2, 0, 1 of 2, 1, 0. Third: 0, 1 of 1, 0.
    const first = (2 + 0.5) / (2 + second);
    expect(candidateNdcg(data, 10, 'linear')(Float64Array.of(2, 3, 1, 0, 0, 0, 1))).toBeCloseTo(
      (first + second) / 2,
      14,
    );
    expect(candidateNdcg(data, 1, 'linear')(Float64Array.of(2, 3, 1, 0, 0, 0, 1))).toBe(0.5);
    expect(candidateNdcg(data, 10, 'exponential')(Float64Array.of(2, 3, 1, 0, 0, 1, 0))).toBeCloseTo(
      ((3 + 0.5) / (3 + second) + 1) / 2,
      14,
    );
  });

  it('is 0 where no question counts', () => {
    expect(candidateNdcg(dataOf([[[0, 0]]]), 10, 'linear')(Float64Array.of(1))).toBe(0);
  });
});
