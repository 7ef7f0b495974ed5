import { describe, expect, it } from 'vitest';
import { expectFused, fused, lists } from '../make';

const votes = (...weights: number[]) => ({ method: 'w-condorcet', weights }) as const;

describe('weighted Condorcet fusion', () => {
  it('counts votes with the weight of their list', () => {
    const both = lists('a b', 'b a');
    expectFused(both, votes(2, 1), { a: 1, b: -1 });
    expectFused(both, votes(1, 2), { a: -1, b: 1 });
    expectFused(both, votes(1, 1), { a: 0, b: 0 });
  });

  it('rejects a majority that is rounding alone: 0.1 + 0.2 does not beat 0.3', () => {
    expect(0.1 + 0.2 > 0.3).toBe(true);
    expectFused(lists('a b', 'a b', 'b a'), votes(0.1, 0.2, 0.3), { a: 0, b: 0 });
    expectFused(lists('a b', 'a b', 'b a'), votes(0.1, 0.2, 0.29), { a: 1, b: -1 });
  });

  it('is Condorcet fusion with equal weights', () => {
    const three = lists('a b c d', 'd a', 'b e');
    expect(fused(three, votes(0.5, 0.5, 0.5))).toEqual(fused(three, { method: 'condorcet' }));
  });

  it('gives a list without weight no vote', () => {
    expectFused(lists('a b', 'b a'), votes(1, 0), { a: 1, b: -1 });
  });
});
