import { describe, expect, it } from 'vitest';
import { judge } from '../../../../src/domain/measures/judge';
import { grades, hits, ordered } from './make';

describe('judge', () => {
  it('lists grades in trec order and keeps unjudged apart from grade 0', () => {
    const found = judge(hits({ a: 1, b: 1, c: 2, x: 0.5 }), grades({ a: 3, b: 0, c: 1 }), 1);
    expect(found.grades).toEqual([1, 0, 3, undefined]);
  });

  it('counts what could have been found, at the grade asked for', () => {
    const judgments = grades({ a: 3, b: 0, c: 1, d: -1 });
    expect(judge(ordered('a'), judgments, 1).relevantTotal).toBe(2);
    expect(judge(ordered('a'), judgments, 2).relevantTotal).toBe(1);
  });

  it('refuses a document that is listed twice: recall could pass 1', () => {
    expect(() => judge([...ordered('a b'), ...ordered('a')], grades({ a: 1 }), 1)).toThrow(
      '“a” is in the ranking twice',
    );
  });

  it('refuses a score that is not a number: its place would depend on the sort', () => {
    expect(() => judge(hits({ a: 1, b: NaN }), grades({ a: 1 }), 1)).toThrow('“b” is not a number');
  });
});
