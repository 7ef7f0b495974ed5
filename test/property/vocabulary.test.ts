import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../src/domain/text/edit-distance';
import { allowedEdits, Spelling } from '../../src/domain/retrieval/vocabulary/expansions';

/** Of few letters, so that many are near each other; longer than the beginnings that are looked up. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 12 });

describe('the edit distance', () => {
  it('is 0 for equals alone, the same both ways, and at least the difference of lengths', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance([...a], [...b], 20);
        expect(distance === 0).toBe(a === b);
        expect(editDistance([...b], [...a], 20)).toBe(distance);
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });
});

describe('spelling', () => {
  it('finds all that comparing with every word finds, in order', () => {
    const words = fc.uniqueArray(word, { maxLength: 40 });
    fc.assert(
      fc.property(words, word, fc.constantFrom(1 as const, 2 as const), (vocabulary, term, maxDistance) => {
        const spelling = new Spelling(
          vocabulary.map((each, i) => [each, i % 3]),
          { maxDistance, most: 100 },
        );
        const allowed = Math.min(maxDistance, allowedEdits(term.length));
        const near = vocabulary
          .map((each, i) => ({ each, frequency: i % 3, distance: editDistance([...term], [...each], 20) }))
          .filter(({ distance }) => distance <= allowed && !vocabulary.includes(term))
          .sort((a, b) => a.distance - b.distance || b.frequency - a.frequency || (a.each < b.each ? -1 : 1));
        const found = spelling.correct([term]).get(term) ?? [];
        expect(found.map((each) => each.term)).toEqual(near.map(({ each }) => each));
      }),
      { numRuns: 1000 },
    );
  });
});
