import { describe, expect, it } from 'vitest';
import { hitRate } from '../../../../src/domain/measures/hit-rate';
import { judged } from './make';

describe('HitRate@k', () => {
  it('is 1 as soon as one of the first k documents is relevant', () => {
    const ranking = judged('x y a b', { a: 1, b: 1 });
    expect([1, 2, 3, 4].map((k) => hitRate.compute(ranking, k))).toEqual([0, 0, 1, 1]);
  });

  it('is not the share of relevant documents that were found, which is Recall', () => {
    expect(hitRate.compute(judged('a x', { a: 1, b: 1, c: 1 }), 2)).not.toBe(1 / 3);
  });

  it('is 0 for a grade below the one that counts as relevant', () => {
    expect(hitRate.compute(judged('a', { a: 1 }, 2), 1)).toBe(0);
    expect(hitRate.compute(judged('a', { a: 2 }, 2), 1)).toBe(1);
  });

  it('is 0 without results, without relevant documents and for negative grades', () => {
    expect(hitRate.compute(judged('', { a: 1 }), 5)).toBe(0);
    expect(hitRate.compute(judged('a b', { a: 0 }), 5)).toBe(0);
    expect(hitRate.compute(judged('a', { a: -1 }), 5)).toBe(0);
  });
});
