import { describe, expect, it } from 'vitest';
import { firstRelevantRank } from '../../../../src/domain/measures/measure';
import { grades, hits, ordered, value } from './make';

describe('HitRate@k', () => {
  it('is 1 from the rank of the first relevant document on', () => {
    expect([1, 2, 3].map((k) => value(`HitRate@${k}`, 'x a b', { a: 1, b: 1 }))).toEqual([0, 1, 1]);
  });

  it('rejects counting hits: two relevant documents are one hit', () => {
    expect(value('HitRate@2', 'a b', { a: 1, b: 1 })).toBe(1);
  });

  it('takes what its text says for relevant, whatever the options say', () => {
    expect(value('HitRate(rel=2)@1', 'a', { a: 1 })).toBe(0);
    expect(value('HitRate(rel=1)@1', 'a', { a: 1 }, { relevance: 2 })).toBe(1);
    expect(value('HitRate@1', 'a', { a: 1 }, { relevance: 2 })).toBe(0);
  });

  it('is 0 without results and without relevant documents', () => {
    expect(value('HitRate@5', '', { a: 1 })).toBe(0);
    expect(value('HitRate@5', 'a b', { a: 0, b: -1 })).toBe(0);
  });
});

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

describe('firstRelevantRank', () => {
  it('counts from 1', () => {
    expect(firstRelevantRank(ordered('a x'), grades({ a: 1 }), 1)).toBe(1);
    expect(firstRelevantRank(ordered('x y a b'), grades({ a: 1, b: 1 }), 1)).toBe(3);
  });

  it('is null where no relevant document was retrieved', () => {
    expect(firstRelevantRank(ordered('x y'), grades({ a: 1, x: 0 }), 1)).toBeNull();
    expect(firstRelevantRank([], grades({ a: 1 }), 1)).toBeNull();
  });

  it('asks for the grade that counts as relevant', () => {
    expect(firstRelevantRank(ordered('a b'), grades({ a: 1, b: 2 }), 2)).toBe(2);
  });

  it('ranks ties as trec_eval does', () => {
    expect(firstRelevantRank(hits({ a: 1, b: 1 }), grades({ a: 1 }), 1)).toBe(2);
  });
});
