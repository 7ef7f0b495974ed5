import { describe, expect, it } from 'vitest';
import { minMax } from '../../../../src/domain/fusion/normalise/min-max';
import { hits } from '../measures/make';

describe('minMax', () => {
  it('puts the best score at 1 and the worst at 0, in the order given', () => {
    expect(minMax(hits({ a: 8, b: 4, c: 0 }))).toEqual(hits({ a: 1, b: 0.5, c: 0 }));
    expect(minMax(hits({ a: -1, b: -2, c: -5 }))).toEqual(hits({ a: 1, b: 0.75, c: 0 }));
  });

  it('gives 0 where all scores are equal, as ranx', () => {
    expect(minMax(hits({ a: 3, b: 3 }))).toEqual(hits({ a: 0, b: 0 }));
    expect(minMax(hits({ a: 2.5 }))).toEqual(hits({ a: 0 }));
    expect(minMax([])).toEqual([]);
  });

  it('does not blow up noise: a range below 1e-9 counts as 1e-9', () => {
    expect(minMax(hits({ a: 5e-10, b: 0 }))[0]!.score).toBeCloseTo(0.5, 12);
  });

  it('leaves its input as it is', () => {
    const list = hits({ a: 8, b: 4 });
    minMax(list);
    expect(list).toEqual(hits({ a: 8, b: 4 }));
  });
});
