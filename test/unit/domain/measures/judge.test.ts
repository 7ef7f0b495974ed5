import { describe, expect, it } from 'vitest';
import { countWithin, isJudged, judge } from '../../../../src/domain/measures/judge';
import { docId } from '../../../../src/base/types';
import { grades, hits, ordered, value } from './make';
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

describe('Judged@k', () => {
  it('counts grade 0, and takes a negative grade for unjudged', () => {
    expect(value('Judged@4', 'a m x minus', { a: 1, m: 0, minus: -1 })).toBe(2 / 4);
  });

  it('divides by k where fewer were retrieved', () => {
    expect(value('Judged@5', 'a', { a: 1 })).toBe(1 / 5);
    expect(value('Judged@5', '', { a: 1 })).toBe(0);
  });
});

describe('Hole@k', () => {
  it('counts unjudged documents and negative grades', () => {
    expect(value('Hole@4', 'a m x minus', { a: 1, m: 0, minus: -1 })).toBe(2 / 4);
  });

  it('rejects 1 − Judged@k: places that stay empty are no holes', () => {
    expect(value('Hole@5', 'a x', { a: 1 })).toBe(1 / 5);
    expect(value('Hole@5', 'a x', { a: 1 })).not.toBe(1 - value('Judged@5', 'a x', { a: 1 }));
  });
});

const judgments = { a: 1, b: 2, m: 0, n: 0, o: 0 };

describe('bpref', () => {
  it('takes off for each relevant document what is judged as not relevant above it', () => {
    expect(value('bpref', 'a m b', judgments)).toBe((1 + (1 - 1 / 2)) / 2);
    expect(value('bpref', 'm n a b', judgments)).toBe(0);
  });

  it('passes unjudged documents and negative grades over', () => {
    expect(value('bpref', 'x y a', judgments)).toBe(1 / 2);
    expect(value('bpref', 'minus a', { ...judgments, minus: -1 })).toBe(1 / 2);
  });

  it('rejects counting negative grades as judged, as ranx does', () => {
    expect(value('bpref', 'm minus a', { a: 1, m: 0, minus: -1 })).toBe(0);
    expect(value('bpref', 'minus a m b', { a: 1, b: 1, m: 0, n: 0, minus: -1 })).toBe((1 + 1 / 2) / 2);
  });

  it('divides by the judged documents that are not relevant where they are fewer than the relevant ones', () => {
    expect(value('bpref', 'm a', { a: 1, b: 1, m: 0 })).toBe(0);
  });

  it('counts grades below the threshold as not relevant', () => {
    expect(value('bpref(rel=2)', 'a b', { a: 1, b: 2 })).toBe(0);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('bpref', 'm', { m: 0 })).toBe(0);
  });
});

describe('infAP', () => {
  it('is average precision, but for its ε, where the whole pool was judged', () => {
    const judgments = { a: 1, b: 1, m: 0, n: 0 };
    expect(value('infAP', 'm a n b', judgments)).toBeCloseTo(value('MAP', 'm a n b', judgments), 4);
  });

  it.each([-1, -2, -3, -100])('counts a document of grade %d as pooled and unjudged', (grade) => {
    // Of the two above b one is pooled and judged, and relevant; the other shares in its precision.
    expect(value('infAP', 'a pooled b', { a: 1, b: 1, pooled: grade })).toBeCloseTo((1 + 1 / 3 + (2 / 3) * 1) / 2, 4);
  });

  it('counts documents outside of the pool as not relevant', () => {
    expect(value('infAP', 'a x b', { a: 1, b: 1 })).toBeCloseTo((1 + 1 / 3 + (2 / 3) * (1 / 2)) / 2, 4);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('infAP', 'm', { m: 0 })).toBe(0);
  });
});

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

it('systems are ranked by nDCG@10 first, then by HitRate@5, and else by what there is', () => {
  expect(firstMeasure(['MAP', 'HitRate@5', 'nDCG@10'])).toBe('nDCG@10');
  expect(firstMeasure(['MAP', 'HitRate@5', 'nDCG@5'])).toBe('HitRate@5');
  expect(firstMeasure(['MAP', 'nDCG@5'])).toBe('MAP');
  expect(firstMeasure([])).toBeNull();
});
