import { describe, expect, it } from 'vitest';
import { theoreticalMinMax } from '../../../../../src/domain/fusion/normalise/theoretical-min-max';

const of = (...scores: number[]): Float64Array => Float64Array.of(...scores);

describe('theoreticalMinMax', () => {
  it('starts from the lowest score that there could be, not from that of the list', () => {
    expect(theoreticalMinMax(of(8, NaN, 4), 0)).toEqual(of(1, NaN, 0.5));
    expect(theoreticalMinMax(of(0.6, 0.2), -1)).toEqual(of(1, 1.2 / 1.6));
  });

  it('gives 1 where all scores are equal, and 0 where they are the lowest', () => {
    expect(theoreticalMinMax(of(3, 3), 0)).toEqual(of(1, 1));
    expect(theoreticalMinMax(of(0), 0)).toEqual(of(0));
  });
});
