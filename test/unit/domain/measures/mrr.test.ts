import { describe, expect, it } from 'vitest';
import { mrr } from '../../../../src/domain/measures/mrr';
import { judged } from './make';

describe('MRR@k', () => {
  it('is the reciprocal of the first relevant rank, whatever else is relevant below', () => {
    expect(mrr.compute(judged('x a y b', { a: 1, b: 3 }), 4)).toBe(1 / 2);
    expect(mrr.compute(judged('a', { a: 1 }), 4)).toBe(1);
  });

  it('rejects an MRR that is not cut at k', () => {
    const ranking = judged('x y z a', { a: 1 });
    expect(mrr.compute(ranking, 3)).toBe(0);
    expect(mrr.compute(ranking, 3)).not.toBe(1 / 4);
    expect(mrr.compute(ranking, 4)).toBe(1 / 4);
  });

  it('rejects ranks from 0 and the average over all relevant documents', () => {
    const value = mrr.compute(judged('x a b', { a: 1, b: 1 }), 3);
    expect(value).not.toBe(1);
    expect(value).not.toBe((1 / 2 + 1 / 3) / 2);
  });

  it('lets unjudged documents hold their rank', () => {
    expect(mrr.compute(judged('unjudged a', { a: 1 }), 5)).toBe(1 / 2);
  });

  it('is 0 without relevant documents', () => {
    expect(mrr.compute(judged('a b', { a: 0 }), 5)).toBe(0);
    expect(mrr.compute(judged('', { a: 1 }), 5)).toBe(0);
  });
});
