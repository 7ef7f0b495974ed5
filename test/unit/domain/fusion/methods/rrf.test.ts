import { describe, expect, it } from 'vitest';
import { fuse } from '../../../../../src/domain/fusion/fuse';
import type { SpecOf } from '../../../../../src/domain/fusion/fusion-spec';
import { hits, ordered } from '../../measures/make';
import { expectFused, lists } from '../make';

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
