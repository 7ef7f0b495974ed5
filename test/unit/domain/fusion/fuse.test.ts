import { describe, expect, it } from 'vitest';
import { fuse, fusePool } from '../../../../src/domain/fusion/fuse';
import { poolOf } from '../../../../src/domain/fusion/pool';
import type { SpecOf } from '../../../../src/domain/fusion/fusion-spec';
import { ordered } from '../measures/make';

const wsum = (...weights: number[]): SpecOf<'wsum'> => ({ method: 'wsum', norm: 'min-max', weights, absent: 'zero' });

describe('fuse', () => {
  it('takes the method that the spec names', () => {
    const lists = [ordered('a b'), ordered('b a')];
    expect(fuse(lists, { method: 'rrf', constant: 60, weights: [1, 1] })[0]!.score).toBeCloseTo(1 / 61 + 1 / 62, 15);
    expect(fuse(lists, wsum(0.7, 0.3))[0]!.score).toBe(0.7);
  });

  it('breaks ties in trec order', () => {
    const fused = fuse([ordered('a b'), ordered('b a')], wsum(1, 1));
    expect(fused.map((hit) => hit.id)).toEqual(['b', 'a']);
  });

  it('keeps every document of any list, those of a list with weight 0 too', () => {
    const fused = fuse([ordered('a'), ordered('b c')], { method: 'rrf', constant: 60, weights: [1, 0] });
    expect(fused.map((hit) => hit.id)).toEqual(['a', 'c', 'b']);
  });

  it('takes lists without hits', () => {
    expect(fuse([[], []], wsum(1, 1))).toEqual([]);
  });

  it('takes one list', () => {
    expect(fuse([ordered('a b')], wsum(1)).map((hit) => hit.score)).toEqual([1, 0]);
  });

  it('throws where weights are missing, rather than leave a list out', () => {
    expect(() => fuse([ordered('a'), ordered('b')], wsum(1))).toThrow(RangeError);
  });

  it('gives the same again from a pool', () => {
    const lists = [ordered('a b c'), ordered('c d')];
    const pool = poolOf(lists);
    expect(fusePool(pool, wsum(0.5, 0.5))).toEqual(fuse(lists, wsum(0.5, 0.5)));
    expect(fusePool(pool, wsum(0.9, 0.1))).toEqual(fuse(lists, wsum(0.9, 0.1)));
  });
});
