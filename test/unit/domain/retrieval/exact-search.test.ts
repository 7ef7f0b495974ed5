import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactSearch } from '../../../../src/domain/retrieval/exact-search';

const matrix = (rows: number[][]): Float32Array => Float32Array.from(rows.flat());

describe('exact search', () => {
  it('finds what scoring every row one by one finds, for any number of questions', () => {
    const row = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), fc.array(row, { maxLength: 9 }), (rows, queries) => {
        const { lists } = exactSearch(matrix(rows), matrix(queries), 3, 5, () => 0);
        const expected = queries.map((query) =>
          rows
            .map((each, doc) => ({ doc, score: each.reduce((sum, value, i) => sum + value * query[i]!, 0) }))
            .sort((a, b) => b.score - a.score || a.doc - b.doc)
            .slice(0, 5)
            // −0 and 0 are the same score.
            .map(({ doc, score }) => ({ doc, score: score + 0 })),
        );
        expect(lists.map((list) => list.map(({ doc, score }) => ({ doc, score: score + 0 })))).toEqual(expected);
      }),
    );
  });

  it('shares the time of a pass between the questions in it', () => {
    let now = 0;
    const { milliseconds } = exactSearch(matrix([[1]]), matrix([[1], [1], [1], [1], [1]]), 1, 1, () => (now += 4));
    expect([...milliseconds]).toEqual([1, 1, 1, 1, 4]);
  });
});
