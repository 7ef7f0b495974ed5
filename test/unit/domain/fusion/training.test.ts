import { describe, expect, it } from 'vitest';
import { poolOf } from '../../../../src/domain/fusion/pool';
import { hitsWithin, judgedLists } from '../../../../src/domain/fusion/method';
import { grades } from '../measures/make';
import { lists, question } from './make';

describe('judgedLists', () => {
  it('has a row a list and in it a ranking a question, in trec order', () => {
    const found = judgedLists([
      { pool: poolOf(lists('a b', 'c')), grades: grades({ b: 2, c: 0 }) },
      { pool: poolOf(lists('d', 'a d')), grades: grades({ d: 1 }) },
    ]);
    expect(found.map((row) => row.map((ranking) => ranking.grades))).toEqual([
      [[undefined, 2], [1]],
      [[0], [undefined, 1]],
    ]);
  });

  it('throws without questions, and where they have not all as many lists', () => {
    expect(() => judgedLists([])).toThrow(RangeError);
    expect(() => judgedLists([question('a', 'a'), { pool: poolOf([]), grades: grades({}) }])).toThrow(
      'numbers of lists',
    );
  });
});

it('hitsWithin counts after the first rank and up to the last', () => {
  const ranking = judgedLists([question('a b c d', 'a c d')])[0]![0]!;
  expect([hitsWithin(ranking, 1, 0, 2), hitsWithin(ranking, 1, 2, 4), hitsWithin(ranking, 1, 1, 3)]).toEqual([1, 2, 1]);
  expect(hitsWithin(ranking, 2, 0, 4)).toBe(0);
});
