import fc from 'fast-check';
import { expect, it } from 'vitest';
import { docId, type Place } from '../../src/base/types';
import { textOverlap, withinLimits } from '../../src/domain/measures/retrieved-text';

const places = fc
  .record({ doc: fc.constantFrom('a', 'b'), start: fc.nat(60), length: fc.integer({ min: 1, max: 30 }) })
  .map(({ doc, start, length }) => ({ doc: docId(doc), start, end: start + length }));
const spans = fc.array(places, { maxLength: 4 });
const UNLIMITED = { cutoff: Infinity, chars: Infinity, tokens: Infinity };

const textOf = (read: Parameters<typeof withinLimits>[0], needed: readonly Place[]) => ({
  passages: read,
  needs: () => needed.map((each) => [each]),
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
