import { describe, expect, it } from 'vitest';
import { countWithin, isJudged, judge } from '../../../../src/domain/measures/judge';
import { docId } from '../../../../src/base/types';
import { grades, hits, ordered } from './make';
import { firstRelevantRank } from '../../../../src/domain/measures/measure';
import { firstMeasure } from '../../../../src/domain/measures/first-measure';

describe('judge', () => {
  it('lists grades in trec order and keeps unjudged apart from grade 0', () => {
    const found = judge(hits({ a: 1, b: 1, c: 2, x: 0.5 }), grades({ a: 3, b: 0, c: 1 }));
    expect(found.grades).toEqual([1, 0, 3, undefined]);
  });

  it('knows what could have been found and at which ranks it was, at the grade asked for', () => {
    const found = judge(ordered('x c a'), grades({ a: 3, b: 0, c: 1, d: -1 }));
    expect(found.relevant(1)).toEqual({ total: 2, ranks: [2, 3] });
    expect(found.relevant(2)).toEqual({ total: 1, ranks: [3] });
  });

  it('finds the first document of each need', () => {
    const needs = ['c|b', 'a', 'gone', ''].map((docs) => ({ docs: docs.split('|').map(docId) }));
    const found = judge(ordered('x b a c'), grades({ a: 1, b: 1, c: 1 }), needs);
    expect(found.needs).toEqual({ total: 4, ranks: [2, 3, Infinity, Infinity] });
    expect(judge(ordered('a'), grades({ a: 1 })).needs).toBeNull();
  });

  it('refuses a document that is listed twice: recall could pass 1', () => {
    expect(() => judge([...ordered('a b'), ...ordered('a')], grades({ a: 1 }))).toThrow('“a” is in the ranking twice');
  });

  it('refuses a score that is not a number: its place would depend on the sort', () => {
    expect(() => judge(hits({ a: 1, b: NaN }), grades({ a: 1 }))).toThrow('“b” is not a number');
  });
});

it('isJudged takes grade 0 for judged, negative grades and none for unjudged', () => {
  expect([2, 0, -1, undefined].map(isJudged)).toEqual([true, true, false, false]);
});

it('countWithin counts ranks up to and with k', () => {
  expect([0, 1, 3, 4, Infinity].map((k) => countWithin([1, 4, 9], k))).toEqual([0, 1, 1, 2, 3]);
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

it('systems are ranked by nDCG@10 first, then by HitRate@5, and else by what there is', () => {
  expect(firstMeasure(['MAP', 'HitRate@5', 'nDCG@10'])).toBe('nDCG@10');
  expect(firstMeasure(['MAP', 'HitRate@5', 'nDCG@5'])).toBe('HitRate@5');
  expect(firstMeasure(['MAP', 'nDCG@5'])).toBe('MAP');
  expect(firstMeasure([])).toBeNull();
});
