import { describe, expect, it } from 'vitest';
import { docId, queryId, type Judgment } from '../../../../src/base/types';
import { chunkId } from '../../../../src/domain/chunk/recursive';
import { judgedItems } from '../../../../src/domain/evidence/judged-items';
import { Places } from '../../../../src/domain/judging/places';

const text = 'x'.repeat(40);
const places = new Places(new Map(['a', 'b', 'c'].map((id) => [docId(id), { text }])));
const item = (...members: readonly string[]) => ({ key: members[0]!, members: members.map(docId) });
const judged = (doc: string, grade: number, span?: readonly [number, number]): Judgment => ({
  query: queryId('q'),
  doc: docId(doc),
  grade,
  ...(span ? { span: { start: span[0], end: span[1] } } : {}),
});

describe('what is judged of a pool', () => {
  it('is the highest grade of what an item stands for, and what is in no item', () => {
    const pool = { items: [item('a', 'b'), item('d')] };
    expect(judgedItems(pool, [judged('a', 1), judged('b', 2), judged('c', 3)], places)).toEqual({
      grades: [2, undefined],
      elsewhere: [3],
    });
  });

  it('is of the places that share half of the shorter one with a judged span, and of a whole document of each part', () => {
    const part = (doc: string, start: number, end: number): string => chunkId(docId(doc), { start, end });
    const pool = { items: [item(part('a', 0, 10)), item(part('a', 20, 30)), item(part('b', 0, 10))] };
    expect(judgedItems(pool, [judged('a', 2, [5, 40]), judged('b', 1)], places)).toEqual({
      grades: [2, 2, 1],
      elsewhere: [],
    });
    expect(judgedItems(pool, [judged('a', 2, [7, 18])], places)).toEqual({
      grades: [undefined, undefined, undefined],
      elsewhere: [2],
    });
  });
});
