import { describe, expect, it } from 'vitest';
import { candidateNdcg } from '../../../../src/domain/ltr/validation';
import { dataOf } from './made';

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
