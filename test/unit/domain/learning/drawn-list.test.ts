import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docId, type Ranking } from '../../../../src/base/types';
import { fuse } from '../../../../src/domain/fusion/fuse';
import {
  candidatesOf,
  drawnList,
  linearScores,
  pdgdGradient,
  steppedWeights,
} from '../../../../src/domain/learning/pdgd';

const itself = (passage: string): string => passage;

const ranking = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 14 }), fc.double({ min: -5, max: 20, noNaN: true })), {
    selector: ([id]) => id,
    minLength: 1,
    maxLength: 12,
  })
  .map((all): Ranking => all.map(([id, score]) => ({ id: docId(`d${id}`), score })));

const lists: readonly Ranking[] = [
  [
    { id: docId('a'), score: 9 },
    { id: docId('b'), score: 5 },
    { id: docId('c'), score: 1 },
  ],
  [
    { id: docId('d'), score: 0.9 },
    { id: docId('b'), score: 0.6 },
    { id: docId('e'), score: 0.1 },
  ],
];

describe('candidates', () => {
  it('have the scores that a weighted sum adds up: its order is that of the linear scores', () => {
    fc.assert(
      fc.property(
        fc.array(ranking, { minLength: 2, maxLength: 4 }),
        fc.constantFrom('min-max' as const, 'rank' as const, 'zmuv' as const),
        fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 4, maxLength: 4 }),
        (rankings, norm, all) => {
          const weights = all.slice(0, rankings.length);
          const { passages, features } = candidatesOf(rankings, norm, itself);
          const rows = features.map((row) => Float64Array.from(row));
          const scores = linearScores(Float64Array.from(weights), { features: rows });
          const fused = fuse(rankings, { method: 'wsum', norm, absent: 'zero', weights });
          expect(new Map(passages.map((passage, doc) => [passage, scores[doc]! + 0]))).toEqual(
            new Map(fused.map(({ id, score }) => [id, score + 0])),
          );
        },
      ),
    );
  });

  it('show a text once, by the copy with the highest scores, normalised as if all copies were there', () => {
    const text = (passage: string): string | null => (passage === 'a' || passage === 'c' ? 'same' : null);
    const { passages, features } = candidatesOf(lists, 'min-max', text);
    expect(passages.toSorted()).toEqual(['a', 'b', 'd', 'e']);
    // Without c the lowest score of the first list would be that of b.
    expect(features[passages.indexOf('b')]![0]).toBe(0.5);
  });
});

describe('a drawn list', () => {
  const candidates = candidatesOf(lists, 'min-max', itself);
  const weights = [5, 5];

  it('is the same for the same seed, has each passage once, and ends at its depth', () => {
    for (let seed = 0; seed < 50; seed++) {
      const list = drawnList(candidates, { weights, depth: 4, seed });
      expect(list).toEqual(drawnList(candidates, { weights, depth: 4, seed }));
      expect(new Set(list.shown).size).toBe(4);
      expect(list.shown.every((passage) => candidates.passages.includes(passage))).toBe(true);
    }
    expect(drawnList({ passages: [], features: [] }, { weights, depth: 4, seed: 1 }).shown).toEqual([]);
    expect(drawnList(candidates, { weights, depth: 9, seed: 1 }).shown).toHaveLength(5);
  });

  it('moves the weights by the gradient at the weights that it was drawn by', () => {
    const list = drawnList(candidates, { weights, depth: 4, seed: 3 });
    const docs = list.shown.map((passage) => candidates.passages.indexOf(passage));
    const question = { features: candidates.features.map((row) => Float64Array.from(row)) };
    const marked = docs.map((_, place) => place === 1);
    const gradient = pdgdGradient(Float64Array.from(weights), question, docs, marked);
    expect(Math.max(...gradient.map(Math.abs))).toBeGreaterThan(0);
    expect(steppedWeights(list, [list.shown[1]!], 2)).toEqual(weights.map((weight, i) => weight + 2 * gradient[i]!));
    expect(steppedWeights(list, [], 2)).toEqual(weights);
    expect(() => steppedWeights(list, ['x'], 2)).toThrow(RangeError);
  });
});
