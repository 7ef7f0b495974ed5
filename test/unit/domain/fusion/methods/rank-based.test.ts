import { describe, expect, it } from 'vitest';
import { fuse } from '../../../../../src/domain/fusion/fuse';
import type { SpecOf } from '../../../../../src/domain/fusion/fusion-spec';
import { hits, ordered } from '../../measures/make';
import { expectFused, fused, lists } from '../make';

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
    expect(fuse([hits({ a: 9, b: 1 }), ordered('b')], spec)).toEqual(fuse([hits({ a: 2, b: -3 }), ordered('b')], spec));
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
