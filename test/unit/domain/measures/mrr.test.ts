import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('MRR', () => {
  it('is the reciprocal of the first relevant rank, whatever else is relevant below', () => {
    expect(value('MRR@4', 'x a y b', { a: 1, b: 3 })).toBe(1 / 2);
    expect(value('MRR@4', 'a', { a: 1 })).toBe(1);
  });

  it('rejects an MRR@k that is not cut at k', () => {
    expect(value('MRR@3', 'x y z a', { a: 1 })).toBe(0);
    expect(value('MRR', 'x y z a', { a: 1 })).toBe(1 / 4);
  });

  it('rejects ranks from 0 and the average over all relevant documents', () => {
    expect(value('MRR@3', 'x a b', { a: 1, b: 1 })).not.toBe(1);
    expect(value('MRR@3', 'x a b', { a: 1, b: 1 })).not.toBe((1 / 2 + 1 / 3) / 2);
  });

  it('lets unjudged documents hold their rank', () => {
    expect(value('MRR@5', 'unjudged a', { a: 1 })).toBe(1 / 2);
  });

  it('is 0 without relevant documents', () => {
    expect(value('MRR@5', 'a b', { a: 0 })).toBe(0);
    expect(value('MRR', '', { a: 1 })).toBe(0);
  });
});
