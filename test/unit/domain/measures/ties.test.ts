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
  it.each([
    ['what a mixed group across the cut leaves open', 'P@2', { a: 3, b: 2, x: 2 }, { a: 1, b: 1 }, [1 / 2, 1]],
    ['no tie of scores that differ in the last bit', 'P@1', { a: 0.3, x: 0.1 + 0.2 }, { a: 1 }, null],
    ['an order by grade, not by relevance alone', 'ERR@1', { a: 1, b: 1 }, { a: 3, b: 1 }, [1 / 8, 7 / 8]],
    ['the threshold of the measure', 'bpref(rel=2)', { a: 1, b: 1, x: 1 }, { a: 2, b: 1 }, [0, 1]],
    ['judged documents first, where less is better', 'Hole@1', { m: 1, x: 1 }, { m: 0 }, [0, 1]],
  ] as const)('finds %s: %s', (_, measure, scores, byDoc, expected) => {
    expect(range(measure, scores, byDoc)).toEqual(expected);
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
