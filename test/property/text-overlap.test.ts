import fc from 'fast-check';
import { expect, it } from 'vitest';
import { docId, type Place } from '../../src/base/types';
import { foundShares, textOverlap, withinLimits } from '../../src/domain/measures/retrieved-text';

const places = fc
  .record({ doc: fc.constantFrom('a', 'b'), start: fc.nat(60), length: fc.integer({ min: 1, max: 30 }) })
  .map(({ doc, start, length }) => ({ doc: docId(doc), start, end: start + length }));
const passages = fc.array(
  fc.tuple(places, fc.integer({ min: 1, max: 9 })).map(([place, tokens]) => ({ ...place, tokens })),
  { maxLength: 8 },
);
const spans = fc.array(places, { maxLength: 4 });
const UNLIMITED = { cutoff: Infinity, chars: Infinity, tokens: Infinity };
const recallOf = ({ found, needed }: { found: number; needed: number }): number => (needed === 0 ? 0 : found / needed);

const textOf = (read: Parameters<typeof withinLimits>[0], needed: readonly Place[]) => ({
  passages: read,
  needs: () => needed.map((each) => [each]),
});

it('a larger budget never finds less, and no budget finds more than none', () => {
  fc.assert(
    fc.property(passages, spans, fc.nat(120), fc.nat(40), (read, needed, chars, more) => {
      const text = textOf(read, needed);
      const at = (budget: number) => textOverlap(text, { ...UNLIMITED, chars: budget }, 1)!;
      expect(at(chars + more).found).toBeGreaterThanOrEqual(at(chars).found);
      expect(textOverlap(text, UNLIMITED, 1)!.found).toBeGreaterThanOrEqual(at(chars + more).found);
      expect(at(chars).retrieved).toBeLessThanOrEqual(chars);
    }),
    { numRuns: 1000 },
  );
});

it('text cut into pieces, in its order, has the recall of the text at every budget: no size is preferred', () => {
  fc.assert(
    fc.property(
      spans,
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }),
      fc.nat(110),
      (needed, lengths, chars) => {
        const doc = docId('a');
        let start = 0;
        const pieces = lengths.map((length) => ({ doc, start, end: (start += length), tokens: null }));
        const whole = [{ doc, start: 0, end: start, tokens: null }];
        const limits = { ...UNLIMITED, chars };
        const of = (read: typeof whole) => textOverlap(textOf(read, needed), limits, 1);
        expect(of(pieces)).toEqual(of(whole));
      },
    ),
    { numRuns: 1000 },
  );
});

it('recall of spans that share nothing is the mean of their shares, by length', () => {
  fc.assert(
    fc.property(
      passages,
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }),
      (read, lengths) => {
        let at = 0;
        const needed = lengths.map((length) => {
          const span = { doc: docId('a'), start: at, end: at + length };
          at += length + 1;
          return span;
        });
        const text = textOf(read, needed);
        const shares = foundShares(text, UNLIMITED, 1)!;
        const total = lengths.reduce((sum, length) => sum + length, 0);
        const mean = shares.reduce((sum, share, i) => sum + (share * lengths[i]!) / total, 0);
        expect(recallOf(textOverlap(text, UNLIMITED, 1)!)).toBeCloseTo(mean, 12);
      },
    ),
    { numRuns: 1000 },
  );
});
