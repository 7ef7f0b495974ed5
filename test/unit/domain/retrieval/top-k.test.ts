import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TopK } from '../../../../src/domain/retrieval/top-k';

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
