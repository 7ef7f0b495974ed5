import { describe, expect, it } from 'vitest';
import { minmaxSum } from '../../../../src/domain/fusion/minmax-sum';
import { hits } from '../measures/make';

const halves: Parameters<typeof minmaxSum>[1] = { kind: 'minmax-sum', weights: [0.5, 0.5] };

describe('minmaxSum', () => {
  it('adds weighted normalised scores; a list without the document adds nothing', () => {
    const fused = minmaxSum([hits({ a: 10, b: 5, c: 0 }), hits({ b: 0.9, d: 0.5, e: 0.1 })], {
      kind: 'minmax-sum',
      weights: [0.7, 0.3],
    });
    expect(fused.map((hit) => hit.id)).toEqual(['a', 'b', 'd', 'e', 'c']);
    expect(fused[0]!.score).toBeCloseTo(0.7, 15);
    expect(fused[1]!.score).toBeCloseTo(0.65, 15);
    expect(fused[2]!.score).toBeCloseTo(0.15, 15);
    expect(fused[3]!.score).toBe(0);
  });

  it('rejects min-max over the union: each list has its own range', () => {
    const fused = minmaxSum([hits({ a: 100, b: 0 }), hits({ c: 0.2, d: 0.1 })], halves);
    const score = (id: string) => fused.find((hit) => hit.id === id)!.score;
    expect(score('c')).toBe(0.5);
    expect(score('c')).not.toBeCloseTo(0.001, 6);
  });

  it('rejects raw scores: the list with the larger numbers does not decide alone', () => {
    const fused = minmaxSum([hits({ a: 100, b: 99, c: 0 }), hits({ b: 0.9, a: 0.1, c: 0 })], halves);
    expect(fused[0]!.id).toBe('b');
  });
});
