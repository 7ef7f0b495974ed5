import { describe, expect, it } from 'vitest';
import { boosted, numberShares } from '../../../../../src/domain/retrieval/metadata/condition';
import { docId, type Ranking } from '../../../../../src/base/types';

const list = (...scores: [string, number][]): Ranking => scores.map(([id, score]) => ({ id: docId(id), score }));
const flat = (ranking: Ranking) => ranking.map(({ id, score }) => [id, score]);

describe('a boost', () => {
  it('adds its weight to scores that were normalised to 0 to 1, whatever their scale', () => {
    const share = (id: string): number => (id === 'c' ? 1 : 0);
    const small = boosted(list(['a', 0.3], ['b', 0.2], ['c', 0.1]), 0.6, share);
    expect(small.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    expect(small.map(({ score }) => Number(score.toFixed(12)))).toEqual([1, 0.6, 0.5]);
    expect(flat(boosted(list(['a', 300], ['b', 200], ['c', 100]), 0.6, share))).toEqual([
      ['a', 1],
      ['c', 0.6],
      ['b', 0.5],
    ]);
  });

  it('lifts the last of a list too, which a factor could not', () => {
    expect(boosted(list(['a', 2], ['b', 1]), 2, (id) => Number(id === docId('b')))[0]!.id).toBe('b');
  });

  it('orders those of equal scores as trec_eval does, by id descending', () => {
    expect(flat(boosted(list(['a', 1], ['b', 0]), 1, (id) => Number(id === docId('b'))))).toEqual([
      ['b', 1],
      ['a', 1],
    ]);
  });

  it('of an empty list is empty', () => {
    expect(boosted([], 1, () => 1)).toEqual([]);
  });
});

describe('shares of a number', () => {
  const docs = (...values: (number | undefined)[]) =>
    values.map((price) => ({ title: '', text: '', metadata: price === undefined ? {} : { price } }));

  it('go from the lowest of the collection to the highest, and are 0 for documents without one', () => {
    expect([...numberShares('price', docs(-10, 40, 15, undefined))]).toEqual([0, 1, 0.5, 0]);
  });

  it('are 0 where all have the same number, or none has one', () => {
    expect([...numberShares('price', docs(5, 5))]).toEqual([0, 0]);
    expect([...numberShares('price', docs(undefined))]).toEqual([0]);
  });
});
