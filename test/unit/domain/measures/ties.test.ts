import { describe, expect, it } from 'vitest';
import { questionsDecidedByTies, tieDecides } from '../../../../src/domain/measures/ties';
import { queryId } from '../../../../src/domain/types';
import { grades, hits, qrelsOf } from './make';

const decides = (scores: Record<string, number>, relevant: string, k: number) =>
  tieDecides(hits(scores), grades(Object.fromEntries(relevant.split(' ').map((id) => [id, 1]))), 1, k);

describe('tieDecides', () => {
  it('finds a mixed group across the cut: how many relevant documents are within k is open', () => {
    expect(decides({ a: 3, b: 2, x: 2 }, 'a b', 2)).toBe(true);
  });

  it('finds a mixed group within k that holds the first relevant document: its rank is open', () => {
    expect(decides({ a: 2, x: 2, y: 1 }, 'a', 3)).toBe(true);
  });

  it('lets a mixed group within k be where a relevant document stands above it', () => {
    expect(decides({ a: 3, b: 2, x: 2, y: 1 }, 'a b', 3)).toBe(false);
  });

  it('lets groups be that are all relevant or all not', () => {
    expect(decides({ a: 2, b: 2, x: 1, y: 1 }, 'a b', 1)).toBe(false);
    expect(decides({ x: 2, y: 2, z: 2 }, 'a', 1)).toBe(false);
  });

  it('lets groups be that begin below k', () => {
    expect(decides({ x: 3, y: 2, a: 1, z: 1 }, 'a', 2)).toBe(false);
  });

  it('takes a score that differs in its last bit for no tie', () => {
    expect(decides({ a: 0.3, x: 0.1 + 0.2 }, 'a', 1)).toBe(false);
  });

  it('ends on scores that are not numbers', () => {
    expect(decides({ a: NaN, x: NaN }, 'a', 1)).toBe(false);
  });
});

describe('questionsDecidedByTies', () => {
  it('lists each judged question once, however many k its ties decide', () => {
    const tied = hits({ a: 1, x: 1 });
    const run = new Map(['q1', 'q2', 'other'].map((id) => [queryId(id), tied]));
    const qrels = qrelsOf({ q1: { a: 1 }, q2: { b: 1 }, q3: { a: 1 } });
    expect(questionsDecidedByTies(run, qrels, [1, 2], 1)).toEqual(['q1']);
  });
});
