import { describe, expect, it } from 'vitest';
import { minMax } from '../../../../../src/domain/fusion/normalise/min-max';

const of = (...scores: number[]): Float64Array => Float64Array.of(...scores);

describe('minMax', () => {
  it('puts the best score at 1 and the worst at 0, in the order given', () => {
    expect(minMax(of(8, 4, 0))).toEqual(of(1, 0.5, 0));
    expect(minMax(of(-1, -2, -5))).toEqual(of(1, 0.75, 0));
  });

  it('gives 0 where all scores are equal, as ranx', () => {
    expect(minMax(of(3, 3))).toEqual(of(0, 0));
    expect(minMax(of(2.5))).toEqual(of(0));
    expect(minMax(of())).toEqual(of());
  });

  it('does not blow up noise: a range below 1e-9 counts as 1e-9', () => {
    expect(minMax(of(5e-10, 0))[0]).toBeCloseTo(0.5, 12);
  });

  it('passes over documents that the list does not have', () => {
    expect(minMax(of(NaN, 8, 4, NaN, 6))).toEqual(of(NaN, 1, 0, NaN, 0.5));
  });

  it('leaves its input as it is', () => {
    const scores = of(8, 4);
    minMax(scores);
    expect(scores).toEqual(of(8, 4));
  });
});
