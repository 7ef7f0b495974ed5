import fc from 'fast-check';
import { expect, it } from 'vitest';
import { segments } from '../../../../src/domain/chunk/by-tokens';
import { texts } from '../../../property/chunk-arbitraries';

/** Of several windows. */
const long = fc.array(texts, { minLength: 4, maxLength: 12 }).map((parts) => parts.join(' '));

const atOnce = (text: string, granularity: 'word' | 'sentence') =>
  [...new Intl.Segmenter('en', { granularity }).segment(text)]
    .filter(({ segment }) => segment.trim() !== '')
    .map(({ index, segment }) => ({ start: index, end: index + segment.length }));

it('sentences are those of the whole text, wherever windows end', () => {
  fc.assert(
    fc.property(long, fc.integer({ min: 200, max: 400 }), (text, window) => {
      expect(segments(text, 'sentence', 'en', window)).toEqual(atOnce(text, 'sentence'));
    }),
    { numRuns: 200 },
  );
});

it('words are, too, where no dictionary looks at what stands around them', () => {
  const plain = long.map((text) =>
    text.replace(/[\p{Script=Han}\p{Script=Thai}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ''),
  );
  fc.assert(
    fc.property(plain, fc.integer({ min: 200, max: 400 }), (text, window) => {
      expect(segments(text, 'word', 'en', window)).toEqual(atOnce(text, 'word'));
    }),
    { numRuns: 200 },
  );
});

it('a text as long as a book has all of its segments', () => {
  const book = 'Visitors photographed the table, because it was painted in a handsome blue. '.repeat(10_000);
  expect(segments(book, 'sentence', 'en')).toHaveLength(10_000);
  expect(segments(book, 'word', 'en')).toHaveLength(140_000);
});

it('a segment that is longer than a window is whole', () => {
  expect(segments(`${'x'.repeat(100)} y`, 'word', 'en', 8)).toEqual([
    { start: 0, end: 100 },
    { start: 101, end: 102 },
  ]);
});
