import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import { measureOf } from '../../../../src/domain/measures/parse';
import { judgeTies } from '../../../../src/domain/measures/ties';
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
  it('finds no tie of scores that differ in the last bit', () => {
    expect(range('P@1', { a: 0.3, x: 0.1 + 0.2 }, { a: 1 })).toBeNull();
  });

  it('has no order for infAP', () => {
    expect(() => range('infAP', { a: 1, x: 1 }, { a: 1 })).toThrow(RangeError);
  });
});

it('recall of needs is bounded where very many needs share a score', () => {
  const ids = Array.from({ length: 15 }, (_, i) => `d${i}`);
  const same = Object.fromEntries(ids.map((id) => [id, 1]));
  expect(range('Recall@3', same, same, ids)).toEqual([0, 3 / 15]);
});
