import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cjkBigram, cjkUnigram } from '../../src/domain/text/cjk';
import { type Analyzer, words } from '../../src/domain/text/plain-text';
import { termPlaces } from '../../src/domain/text/term-places';

/** Words, characters and signs as passages hold them, run together and apart. */
const text = fc
  .array(
    fc.constantFrom(
      'rail', 'Rails', 'of', ' ', ' ', '\n', '. ', ', ', '-', 'ＤＲＡＭ', 'größe', 'Cafe\u0301', '3.14', 'o’neill', '12',
      '半', '导', '体', '日本', 'の', 'カ', 'ー', '한국', '。', '𠮷', '🙂', 'co\u00adop', 'a_b', '(', '\ufe0f',
    ), // prettier-ignore
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

const ANALYZERS: readonly (readonly [string, Analyzer, boolean])[] = [
  ['pairs of characters', cjkBigram, true],
  ['single characters', cjkUnigram, false],
  ['words', words, false],
  ['pairs and stems', (passage) => cjkBigram(passage).map((term) => term.replace(/s$/, '')), true],
];

describe.each(ANALYZERS)('places of terms by %s', (_name, analyze, overlapping) => {
  it('are in the text, in its order, and of the terms that were asked for', () => {
    fc.assert(
      fc.property(text, fc.subarray(['rail', 'of', '半导', '日本', '体', '日', 'dram', 'café']), (passage, asked) => {
        const places = termPlaces(passage, new Set(asked), analyze, overlapping);
        let before = 0;
        for (const { term, start, end } of places) {
          expect(asked).toContain(term);
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(passage.length);
          before = start;
        }
      }),
    );
  });

  it('hold the term: what is marked is read as it', () => {
    fc.assert(
      fc.property(text, (passage) => {
        for (const { term, start, end } of termPlaces(passage, new Set(analyze(passage)), analyze, overlapping))
          expect(analyze(passage.slice(start, end))).toContain(term);
      }),
    );
  });

  it('are there for every term that the text holds', () => {
    fc.assert(
      fc.property(text, (passage) => {
        const terms = analyze(passage);
        const found = new Set(termPlaces(passage, new Set(terms), analyze, overlapping).map(({ term }) => term));
        expect([...found].sort()).toEqual([...new Set(terms)].sort());
      }),
    );
  });
});
