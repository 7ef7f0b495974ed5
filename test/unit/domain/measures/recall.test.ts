import { describe, expect, it } from 'vitest';
import { recall } from '../../../../src/domain/measures/recall';
import { judged } from './make';

describe('Recall@k', () => {
  it('is the share of all relevant documents that is among the first k', () => {
    const ranking = judged('a x b y', { a: 1, b: 2, c: 1, d: 0 });
    expect([1, 2, 3, 4].map((k) => recall.compute(ranking, k))).toEqual([1 / 3, 1 / 3, 2 / 3, 2 / 3]);
  });

  it('rejects a recall that divides by k, or by the smaller of k and R', () => {
    const value = recall.compute(judged('a b', { a: 1, b: 1, c: 1 }), 2);
    expect(value).toBe(2 / 3);
    expect(value).not.toBe(2 / 2);
  });

  it('counts relevant documents that were not retrieved', () => {
    expect(recall.compute(judged('a', { a: 1, b: 1 }), 10)).toBe(1 / 2);
  });

  it('is 0, not 0 / 0, where nothing is relevant', () => {
    expect(recall.compute(judged('a b', { a: 0, b: -1 }), 5)).toBe(0);
  });

  it('counts the relevant documents at the grade asked for', () => {
    expect(recall.compute(judged('a', { a: 2, b: 1 }, 2), 1)).toBe(1);
  });
});
