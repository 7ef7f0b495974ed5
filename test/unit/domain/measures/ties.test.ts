import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import { measureOf } from '../../../../src/domain/measures/parse';
import { judgeTies, needExtremes } from '../../../../src/domain/measures/ties';
import { grades, hits } from './make';

/** Lowest and highest value of a measure where `scores` are ranked, or null where no order matters. */
function range(measure: string, scores: Record<string, number>, byDoc: Record<string, number>, needs?: string[]) {
  const ties = judgeTies(
    hits(scores),
    grades(byDoc),
    needs?.map((docs) => ({ docs: docs.split('|').map(docId) })),
  );
  if (!ties) return null;
  const { low, high } = ties.range(measureOf(measure), { maxGrade: 3 });
  return [low, high];
}

describe('judgeTies', () => {
  it('finds what a mixed group across the cut leaves open', () => {
    expect(range('P@2', { a: 3, b: 2, x: 2 }, { a: 1, b: 1 })).toEqual([1 / 2, 1]);
  });

  it('finds what a mixed group leaves open at the first relevant rank', () => {
    expect(range('MRR', { a: 2, x: 2, y: 2 }, { a: 1 })).toEqual([1 / 3, 1]);
  });

  it('lets groups be whose documents have one grade, or none', () => {
    expect(range('nDCG', { a: 2, b: 2, x: 1, y: 1 }, { a: 1, b: 1 })).toBeNull();
    expect(range('nDCG', { a: 2, b: 1 }, { a: 1 })).toBeNull();
  });

  it('takes a score that differs in its last bit for no tie', () => {
    expect(range('P@1', { a: 0.3, x: 0.1 + 0.2 }, { a: 1 })).toBeNull();
  });

  it('orders by grade, not by relevance alone, for graded measures', () => {
    expect(range('ERR@1', { a: 1, b: 1 }, { a: 3, b: 1 })).toEqual([1 / 8, 7 / 8]);
  });

  it('bounds bpref at the threshold of the measure', () => {
    expect(range('bpref', { a: 1, m: 1, x: 1 }, { a: 1, m: 0 })).toEqual([0, 1]);
    expect(range('bpref(rel=2)', { a: 1, b: 1, x: 1 }, { a: 2, b: 1 })).toEqual([0, 1]);
  });

  it('orders judged documents first for Judged and Hole, where less is better', () => {
    expect(range('Judged@1', { m: 1, x: 1 }, { m: 0 })).toEqual([0, 1]);
    expect(range('Hole@1', { m: 1, x: 1 }, { m: 0 })).toEqual([0, 1]);
  });

  it('has no order for infAP', () => {
    expect(() => range('infAP', { a: 1, x: 1 }, { a: 1 })).toThrow(RangeError);
  });
});

describe('recall of needs', () => {
  it('is open where documents of the same grade meet different needs', () => {
    expect(range('Recall@1', { a: 1, b: 1 }, { a: 1, b: 1 }, ['a', 'b'])).toEqual([1 / 2, 1 / 2]);
    expect(range('Recall@2', { a: 1, b: 1, c: 1 }, { a: 1, b: 1, c: 1 }, ['a|b', 'c'])).toEqual([1 / 2, 1]);
  });

  it('is bounded where very many needs share a score', () => {
    const ids = Array.from({ length: 15 }, (_, i) => `d${i}`);
    const same = Object.fromEntries(ids.map((id) => [id, 1]));
    expect(range('Recall@3', same, same, ids)).toEqual([0, 3 / 15]);
  });
});

const ids = ['a', 'b', 'c', 'd'].map(docId);
const needs = ['b|c', 'c', 'd', 'gone'].map((docs) => ({ docs: docs.split('|').map(docId) }));

it('needExtremes gives the ranks at which 1, 2, … needs are met under the best and the worst order', () => {
  expect(needExtremes(needs, ids, [{ start: 0, end: 3 }])).toEqual({
    best: { total: 4, ranks: [1, 1, 4] },
    worst: { total: 4, ranks: [2, 3, 4] },
  });
});
