import { describe, expect, it } from 'vitest';
import { fuse } from '../../../../../src/domain/fusion/fuse';
import type { SpecOf } from '../../../../../src/domain/fusion/fusion-spec';
import { hits, ordered } from '../../measures/make';
import { expectFused, fused, lists, shared } from '../make';

describe('rank based', () => {
  const spec: SpecOf<'rrf'> = { method: 'rrf', constant: 60, weights: [1, 1] };

  describe('rrf', () => {
    it('adds weight / (constant + rank), ranks from 1', () => {
      const found = fuse(lists('a b', 'b c'), { ...spec, weights: [0.5, 2] });
      expect(found.map((hit) => hit.id)).toEqual(['b', 'c', 'a']);
      expect(found[0]!.score).toBeCloseTo(0.5 / 62 + 2 / 61, 15);
      expect(found[1]!.score).toBeCloseTo(2 / 62, 15);
      expect(found[2]!.score).toBeCloseTo(0.5 / 61, 15);
    });

    it('rejects ranks from 0', () => {
      const [first] = fuse(lists('a'), { ...spec, constant: 0, weights: [1] });
      expect(first!.score).toBe(1);
    });

    it('ranks its lists in trec order, whatever order they come in', () => {
      const [first, second] = fuse([hits({ a: 1, b: 2, c: 2 })], { ...spec, weights: [1] });
      expect([first, second]).toEqual([
        { id: 'c', score: 1 / 61 },
        { id: 'b', score: 1 / 62 },
      ]);
    });

    it('looks at ranks only: other scores in the same order change nothing', () => {
      expect(fuse([hits({ a: 9, b: 1 }), ordered('b')], spec)).toEqual(
        fuse([hits({ a: 2, b: -3 }), ordered('b')], spec),
      );
    });

    it('takes half the length of each list for its constant', () => {
      expectFused(
        lists('a b', 'b c d'),
        { ...spec, constant: 'half-length' },
        {
          a: 1 / (1 + 1),
          b: 1 / (1 + 2) + 1 / (1.5 + 1),
          c: 1 / (1.5 + 2),
          d: 1 / (1.5 + 3),
        },
      );
    });
  });

  describe('ISR', () => {
    it('multiplies the sum of inverse squares of ranks, from 1, by the number of lists', () => {
      expectFused(lists('x y', 'y z'), { method: 'isr' }, { x: 1, y: 2 * (1 / 4 + 1), z: 1 / 4 });
    });
  });

  describe('Log_ISR', () => {
    it('multiplies by the logarithm of the number of lists: 0 for what one list alone has', () => {
      expectFused(lists('x y', 'y z'), { method: 'log-isr' }, { x: 0, y: Math.LN2 * 1.25, z: 0 });
    });
  });

  describe('LogN_ISR', () => {
    it('multiplies by the logarithm of the number of lists plus σ', () => {
      expectFused(
        lists('x y', 'y z'),
        { method: 'logn-isr', sigma: 0.1 },
        {
          x: Math.log(1.1),
          y: Math.log(2.1) * 1.25,
          z: Math.log(1.1) / 4,
        },
      );
    });

    it('is Log_ISR with σ = 0', () => {
      const both = lists('x y', 'y z');
      expect(fused(both, { method: 'logn-isr', sigma: 0 })).toEqual(fused(both, { method: 'log-isr' }));
    });
  });

  describe('RBC', () => {
    it('adds (1 − φ) · φ^(r − 1): the first rank has 1 − φ', () => {
      expectFused(lists('x y', 'y z'), { method: 'rbc', persistence: 0.8 }, { x: 0.2, y: 0.16 + 0.2, z: 0.16 });
    });

    it('is the first rank alone with φ = 0', () => {
      expectFused(lists('x y'), { method: 'rbc', persistence: 0 }, { x: 1, y: 0 });
    });
  });
});

describe('votes', () => {
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
});

describe('CombSUM', () => {
  it('adds scores; a list without the document adds 0', () => {
    expectFused(shared, { method: 'sum', norm: 'none', absent: 'zero' }, { x: 4, y: 5, z: 1 });
  });

  it('adds the lowest score of a list without the document where asked', () => {
    expectFused(shared, { method: 'sum', norm: 'none', absent: 'min' }, { x: 4 + 1, y: 5, z: 2 + 1 });
  });

  it('takes the lowest normalised score, not the lowest score', () => {
    expectFused(
      shared,
      { method: 'sum', norm: 'max', absent: 'min' },
      { x: 1 + 1 / 3, y: 1 / 2 + 1, z: 1 / 2 + 1 / 3 },
    );
  });
});

describe('CombMNZ', () => {
  it('multiplies the sum by the number of lists that have the document', () => {
    expectFused(shared, { method: 'mnz', norm: 'none', absent: 'zero' }, { x: 4, y: 10, z: 1 });
  });

  it('rejects counting a list that adds its lowest score without having the document', () => {
    expectFused(shared, { method: 'mnz', norm: 'none', absent: 'min' }, { x: 5, y: 10, z: 3 });
  });

  it('counts every list under the norm borda, which leaves no document absent', () => {
    const spec = { method: 'mnz', norm: 'borda', absent: 'zero' } as const;
    // Of N = 3: places 1, 2/3 and what is left, 1/3.
    expectFused(shared, spec, { x: 2 * (1 + 1 / 3), y: 2 * (2 / 3 + 1), z: 2 * (1 / 3 + 2 / 3) });
  });
});

describe('CombGMNZ', () => {
  it('multiplies the sum by a power of the number of lists that have the document', () => {
    const spec: SpecOf<'gmnz'> = { method: 'gmnz', norm: 'none', absent: 'zero', gamma: 0.5 };
    expectFused(shared, spec, { x: 4, y: 5 * Math.SQRT2, z: 1 });
  });

  it('is CombSUM with γ = 0 and CombMNZ with γ = 1', () => {
    const at = (gamma: number) => fused(shared, { method: 'gmnz', norm: 'min-max', absent: 'min', gamma });
    expect(at(0)).toEqual(fused(shared, { method: 'sum', norm: 'min-max', absent: 'min' }));
    expect(at(1)).toEqual(fused(shared, { method: 'mnz', norm: 'min-max', absent: 'min' }));
  });
});

describe('CombANZ', () => {
  it('rejects dividing by all lists where absent documents are skipped', () => {
    expectFused(shared, { method: 'anz', norm: 'none', absent: 'skip' }, { x: 4, y: 2.5, z: 1 });
  });

  it('divides by all lists where they all say something', () => {
    expectFused(shared, { method: 'anz', norm: 'none', absent: 'zero' }, { x: 2, y: 2.5, z: 0.5 });
    expectFused(shared, { method: 'anz', norm: 'none', absent: 'min' }, { x: 2.5, y: 2.5, z: 1.5 });
  });

  it('counts a list that scores the document 0', () => {
    expectFused([hits({ a: 0 }), hits({ a: 3 })], { method: 'anz', norm: 'none', absent: 'skip' }, { a: 1.5 });
  });
});

describe('CombMAX', () => {
  it('takes the highest score', () => {
    expectFused(shared, { method: 'max', norm: 'none', absent: 'skip' }, { x: 4, y: 3, z: 1 });
  });

  it('rejects 0 for an absent document where it is skipped and scores are negative', () => {
    const lists = [hits({ x: -2, y: -1 }), hits({ y: -3 })];
    expectFused(lists, { method: 'max', norm: 'none', absent: 'skip' }, { x: -2, y: -1 });
    expectFused(lists, { method: 'max', norm: 'none', absent: 'zero' }, { x: 0, y: -1 });
    expectFused([hits({ x: -2 }), hits({ y: -1 })], { method: 'max', norm: 'none', absent: 'min' }, { x: -1, y: -1 });
  });
});

const three = [hits({ x: 9, y: 1 }), hits({ x: 2, y: 7, z: 5 }), hits({ x: 3 })];

describe('CombMED', () => {
  it('takes the score in the middle, of two the mean', () => {
    expectFused(three, { method: 'med', norm: 'none', absent: 'skip' }, { x: 3, y: 4, z: 5 });
  });

  it('counts lists without the document where asked', () => {
    expectFused(three, { method: 'med', norm: 'none', absent: 'zero' }, { x: 3, y: 1, z: 0 });
    expectFused(three, { method: 'med', norm: 'none', absent: 'min' }, { x: 3, y: 3, z: 3 });
  });

  it('rejects sorting as text', () => {
    expectFused(
      [hits({ x: 10 }), hits({ x: 9 }), hits({ x: 100 })],
      { method: 'med', norm: 'none', absent: 'skip' },
      { x: 10 },
    );
  });
});

describe('CombMIN', () => {
  it('rejects 0 for an absent document where it is skipped', () => {
    expectFused(shared, { method: 'min', norm: 'none', absent: 'skip' }, { x: 4, y: 2, z: 1 });
  });

  it('takes 0 or the lowest score of a list without the document where asked', () => {
    expectFused(shared, { method: 'min', norm: 'none', absent: 'zero' }, { x: 0, y: 2, z: 0 });
    expectFused(shared, { method: 'min', norm: 'none', absent: 'min' }, { x: 1, y: 2, z: 1 });
  });
});
