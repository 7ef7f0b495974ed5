import { describe, expect, it } from 'vitest';
import { countWithin, isJudged, judge } from '../../../../src/domain/measures/judge';
import { docId } from '../../../../src/base/types';
import { grades, hits, ordered } from './make';

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

  it('looks for relevant documents once for each threshold', () => {
    const found = judge(ordered('a'), grades({ a: 1 }));
    expect(found.relevant(1)).toBe(found.relevant(1));
    expect(found.idealGrades).toBe(found.idealGrades);
  });

  it('has the positive grades of all judgments, highest first, for the ideal ranking', () => {
    expect(judge([], grades({ a: 1, b: 0, c: 10, d: 2, e: -1 })).idealGrades).toEqual([10, 2, 1]);
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
