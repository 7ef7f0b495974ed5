import { describe, expect, it } from 'vitest';
import { firstRelevantRank } from '../../../../src/domain/measures/first-relevant';
import { grades, hits, ordered } from './make';

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
