import { describe, expect, it } from 'vitest';
import { fuse } from '../../../../src/domain/fusion/registry';
import { ordered } from '../measures/make';

describe('fuse', () => {
  it('takes the method that the spec names', () => {
    const lists = [ordered('a b'), ordered('b a')];
    expect(fuse(lists, { kind: 'rrf', constant: 60, weights: [1, 1] })[0]!.score).toBeCloseTo(1 / 61 + 1 / 62, 15);
    expect(fuse(lists, { kind: 'minmax-sum', weights: [0.7, 0.3] })[0]!.score).toBe(0.7);
  });

  it('breaks ties in trec order', () => {
    const fused = fuse([ordered('a b'), ordered('b a')], { kind: 'minmax-sum', weights: [1, 1] });
    expect(fused.map((hit) => hit.id)).toEqual(['b', 'a']);
  });

  it('keeps every document of any list, those of a list with weight 0 too', () => {
    const fused = fuse([ordered('a'), ordered('b c')], { kind: 'rrf', constant: 60, weights: [1, 0] });
    expect(fused.map((hit) => hit.id)).toEqual(['a', 'c', 'b']);
  });

  it('takes lists without hits', () => {
    expect(fuse([[], []], { kind: 'minmax-sum', weights: [1, 1] })).toEqual([]);
  });

  it('throws where weights are missing, rather than leave a list out', () => {
    expect(() => fuse([ordered('a'), ordered('b')], { kind: 'minmax-sum', weights: [1] })).toThrow(RangeError);
  });
});
