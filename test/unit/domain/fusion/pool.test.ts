import { describe, expect, it } from 'vitest';
import { poolOf } from '../../../../src/domain/fusion/pool';
import { hits } from '../measures/make';

describe('poolOf', () => {
  it('has each document once, descending by bytes, so that a position breaks ties as trec_eval does', () => {
    expect(poolOf([hits({ a: 1, '🙂': 2 }), hits({ '\uffee': 1, b: 2, a: 3 })]).ids).toEqual([
      '🙂',
      '\uffee',
      'b',
      'a',
    ]);
  });

  it('tells score and rank of each document in each list: NaN and 0 where it is absent', () => {
    const { lists } = poolOf([hits({ a: 1, b: 5 }), hits({ c: 7 })]);
    expect(lists.map(({ length }) => length)).toEqual([2, 1]);
    // In the order c, b, a.
    expect([...lists[0]!.scores]).toEqual([NaN, 5, 1]);
    expect([...lists[0]!.ranks]).toEqual([0, 1, 2]);
    expect([...lists[0]!.docs]).toEqual([1, 2]);
    expect([...lists[1]!.scores]).toEqual([7, NaN, NaN]);
  });

  it('ranks in trec order, whatever order the hits come in', () => {
    const [list] = poolOf([hits({ a: 1, b: 2, c: 2 })]).lists;
    expect([...list!.ranks]).toEqual([1, 2, 3]);
  });

  it('takes empty lists, and none', () => {
    expect(poolOf([[], []])).toMatchObject({ ids: [], lists: [{ length: 0 }, { length: 0 }] });
    expect(poolOf([])).toEqual({ ids: [], lists: [] });
  });

  it('throws for a document that is twice in a list, and for a score that is not a finite number', () => {
    expect(() => poolOf([[...hits({ a: 1 }), ...hits({ a: 0 })]])).toThrow('document “a” is in a list twice');
    expect(() => poolOf([hits({ a: NaN })])).toThrow('the score of document “a” is NaN');
    expect(() => poolOf([hits({ a: Infinity })])).toThrow(RangeError);
  });
});
