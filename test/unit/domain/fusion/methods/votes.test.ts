import { describe, expect, it } from 'vitest';
import { fuse } from '../../../../../src/domain/fusion/fuse';
import { expectFused, fused, lists } from '../make';

describe('weighted Borda-fuse', () => {
  it('multiplies the points of a list by its weight, those it shares too', () => {
    expectFused(
      lists('x y', 'y z'),
      { method: 'w-bordafuse', weights: [1, 0.5] },
      {
        x: 3 + 1 * 0.5,
        y: 2 + 3 * 0.5,
        z: 1 + 2 * 0.5,
      },
    );
  });
});

describe('Borda-fuse', () => {
  it('gives points from the size of the pool, and shares what is left', () => {
    // N = 3; each list leaves one document, which gets (3 − 2 + 1) / 2.
    expectFused(lists('x y', 'y z'), { method: 'bordafuse' }, { x: 3 + 1, y: 2 + 3, z: 1 + 2 });
  });

  it('rejects no points for documents that a list does not have', () => {
    expectFused(lists('a b c', ''), { method: 'bordafuse' }, { a: 3 + 2, b: 2 + 2, c: 1 + 2 });
  });
});

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

const spec = { method: 'condorcet' } as const;

describe('Condorcet fusion', () => {
  it('counts documents beaten minus documents that beat it', () => {
    expectFused(lists('a b c', 'a c b', 'b a c'), spec, { a: 2, b: 0, c: -2 });
  });

  it('puts the document first that beats all others, where Borda does not', () => {
    const voters = lists('a b c', 'a b c', 'a b c', 'b c a', 'b c a');
    expect(fuse(voters, spec).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(fuse(voters, { method: 'bordafuse' })[0]!.id).toBe('b');
  });

  it('leaves a cycle of majorities tied, in trec order, whatever order its lists come in', () => {
    const cycle = lists('a b c', 'b c a', 'c a b');
    for (const turned of [cycle, [...cycle].reverse()]) {
      expectFused(turned, spec, { a: 0, b: 0, c: 0 });
      expect(fuse(turned, spec).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    }
  });

  it('puts a cycle above what every document of it beats', () => {
    const order = fuse(lists('a b c d', 'b c a d', 'c a b d'), spec).map(({ id }) => id);
    expect(order).toEqual(['c', 'b', 'a', 'd']);
  });

  it('takes a document that a list has for better than one that it has not', () => {
    expectFused(lists('a', 'a', 'b'), spec, { a: 1, b: -1 });
  });

  it('rejects votes of a list that has neither', () => {
    // b against c: one list each way, and two that have neither, which ranx would count.
    expectFused(lists('a c', 'a b', 'a', 'a'), spec, { a: 2, b: -1, c: -1 });
  });
});
