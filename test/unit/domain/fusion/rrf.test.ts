import { describe, expect, it } from 'vitest';
import { rrf } from '../../../../src/domain/fusion/rrf';
import { hits, ordered } from '../measures/make';

describe('rrf', () => {
  it('adds weight / (constant + rank), ranks from 1', () => {
    const fused = rrf([ordered('a b'), ordered('b c')], { kind: 'rrf', constant: 60, weights: [0.5, 2] });
    expect(fused.map((hit) => hit.id)).toEqual(['b', 'c', 'a']);
    expect(fused[0]!.score).toBeCloseTo(0.5 / 62 + 2 / 61, 15);
    expect(fused[1]!.score).toBeCloseTo(2 / 62, 15);
    expect(fused[2]!.score).toBeCloseTo(0.5 / 61, 15);
  });

  it('rejects ranks from 0', () => {
    const [first] = rrf([ordered('a')], { kind: 'rrf', constant: 0, weights: [1] });
    expect(first!.score).toBe(1);
  });

  it('ranks its lists in trec order, whatever order they come in', () => {
    const [first, second] = rrf([hits({ a: 1, b: 2, c: 2 })], { kind: 'rrf', constant: 60, weights: [1] });
    expect([first, second]).toEqual([
      { id: 'c', score: 1 / 61 },
      { id: 'b', score: 1 / 62 },
    ]);
  });

  it('looks at ranks only: other scores in the same order change nothing', () => {
    const spec: Parameters<typeof rrf>[1] = { kind: 'rrf', constant: 60, weights: [1, 1] };
    expect(rrf([hits({ a: 9, b: 1 }), ordered('b')], spec)).toEqual(rrf([hits({ a: 2, b: -3 }), ordered('b')], spec));
  });
});
