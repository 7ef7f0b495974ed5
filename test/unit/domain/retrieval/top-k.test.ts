import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactSearch } from '../../../../src/domain/retrieval/exact-search';
import { TopK } from '../../../../src/domain/retrieval/top-k';

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

describe('the best k of a stream', () => {
  it('are those that sorting everything would give, ties by lower position', () => {
    const scores = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 60 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 20 }), (all, size) => {
        const heap = new TopK(size);
        all.forEach((score, position) => heap.offer(position, score));
        const sorted = all.map((score, doc) => ({ doc, score })).sort((a, b) => b.score - a.score || a.doc - b.doc);
        expect(heap.drain()).toEqual(sorted.slice(0, size));
      }),
    );
  });

  it('are the same where positions come in order and those at or below the floor are skipped', () => {
    const scores = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 60 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 20 }), (all, size) => {
        const [every, some] = [new TopK(size), new TopK(size)];
        all.forEach((score, position) => {
          every.offer(position, score);
          if (score > some.floor) some.offer(position, score);
        });
        expect(some.drain()).toEqual(every.drain());
      }),
    );
  });

  it('do not depend on the order in which they are offered', () => {
    const hits = [3, 1, 2, 0].map((doc) => ({ doc, score: 1 }));
    const heap = new TopK(2);
    for (const { doc, score } of hits) heap.offer(doc, score);
    expect(heap.drain().map(({ doc }) => doc)).toEqual([0, 1]);
  });
});
