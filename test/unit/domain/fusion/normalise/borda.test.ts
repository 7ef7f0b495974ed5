import { describe, expect, it } from 'vitest';
import { borda } from '../../../../../src/domain/fusion/normalise/borda';

const of = (...scores: number[]): Float64Array => Float64Array.of(...scores);

describe('borda', () => {
  it('counts places of the pool, not of the list, and shares those that are left', () => {
    // Places 1 and ¾ are taken; ½ and ¼ are shared.
    expect(borda(Int32Array.of(2, 0, 1, 0), 2)).toEqual(of(0.75, 0.375, 1, 0.375));
  });

  it('rejects 0 for absent documents: every list adds to the same', () => {
    const sum = (shares: Float64Array) => shares.reduce((a, b) => a + b, 0);
    expect(sum(borda(Int32Array.of(1, 0, 0, 0, 2), 2))).toBeCloseTo(sum(borda(Int32Array.of(1, 2, 3, 4, 5), 5)), 14);
  });
});
