import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { cjkBigram, cjkUnigram } from '../../src/domain/text/cjk';
import { buildJapanese } from '../../src/adapters/text/japanese';
import { analyzerLoaders } from '../../src/adapters/text/loaders';
import { ANALYZER_CHOICES, DEFAULT_ANALYZER, STEMMER_LANGUAGES } from '../../src/domain/text/analyzer-spec';
import { type AnalyzerLoaders, openAnalyzer, sentences } from '../../src/domain/text/open-analyzer';
import { type Analyzer, words } from '../../src/domain/text/plain-text';
import { segmenterWords } from '../../src/domain/text/segments';
import { readDictionaryFile } from '../dictionary';
import { termPlaces } from '../../src/domain/text/term-places';

describe('text', () => {
  /** The definition with regular expressions, character by character where the tokenizer runs over tables. */
  function naive(text: string): string[] {
    const plain = text
      .normalize('NFKC')
      .replace(/\u00ad|\u200c|\u200d|\u2060|\u20e3|[\ufe00-\ufe0f]|\ufeff|[\u{e0100}-\u{e01ef}]/gu, '')
      .toLowerCase();
    const cjk = String.raw`(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]`;
    const character = String.raw`(?:${cjk})\p{M}*`;
    const runs = plain.match(new RegExp(String.raw`(?:${character})+|(?:(?!${cjk})[\p{L}\p{N}]\p{M}*)+`, 'gu')) ?? [];
    return runs.flatMap((run) => {
      const characters = run.match(new RegExp(character, 'gu'));
      if (characters?.join('') !== run || characters.length === 1) return [run];
      return characters.slice(1).map((second, i) => characters[i]! + second);
    });
  }

  const mixed = fc
    .array(
      fc.oneof(
        fc.constantFrom(...'aZ9ß 半导体ー々〆〇あアｶﾞ한국. -'),
        fc.constantFrom('\u0301', '\u3099', '𠮷', '🙂', '\ufe0f', '\ud800', '\u{1d54f}', '\u{e0100}', '\u200b'),
        fc.string({ unit: 'binary', maxLength: 2 }),
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join(''));

  it('cjkBigram equals the plain definition', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        expect(cjkBigram(text)).toEqual(naive(text));
      }),
      { numRuns: 600 },
    );
  });
});

describe('text analyzers', () => {
  const mixed = fc
    .array(
      fc.oneof(
        fc.constantFrom(...'Running|skies |don’t|THE |走った|の|東京|ﾀﾜｰ|半导体|한국어 |ไทย|3.14|½'.split('|')),
        fc.constantFrom(...'\u0301\u3099𠮷🙂\ufe0f\ud800\0\u{1d54f}\u200b_.\n。İΣ'),
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join(''));

  /** The real parts, but for the dictionary's way: from the package instead of our origin. */
  const loaders: AnalyzerLoaders = { ...analyzerLoaders, japanese: () => japanese };
  const japanese = buildJapanese(readDictionaryFile);

  const specs = [
    ...ANALYZER_CHOICES.map(({ spec }) => spec),
    ...STEMMER_LANGUAGES.map((stemmer) => ({ ...DEFAULT_ANALYZER, stemmer })),
  ];

  describe('every analyzer', () => {
    let analyzers: Analyzer[] = [];
    beforeAll(async () => {
      analyzers = await Promise.all(specs.map((spec) => openAnalyzer(spec, loaders)));
    }, 60_000);

    it('gives tokens that are not empty and hold no white space, the same for texts that NFKC makes equal', () => {
      fc.assert(
        fc.property(mixed, (text) => {
          for (const analyze of analyzers) {
            const expected = analyze(text);
            for (const token of expected) expect(token).toMatch(/^\S+$/u);
            for (const form of ['NFKC', 'NFC', 'NFD'] as const) expect(analyze(text.normalize(form))).toEqual(expected);
          }
        }),
        { numRuns: 40 },
      );
    });
  });

  // No script that ICU has rules of its own for, as it has for Hangul, which it cuts from Latin letters.
  const western = fc
    .array(fc.constantFrom(...'aZéßяकñ1２.,;_’-$() \n', "'", 'a\u0301', '١'), { maxLength: 30 })
    .map((parts) => parts.join(''));

  it('cjkUnigram finds the words of UAX #29 as ICU does, but for underscores without a letter', () => {
    const icu = segmenterWords();
    fc.assert(
      fc.property(western, (text) => {
        expect(cjkUnigram(text)).toEqual(icu(text).filter((word) => !/^_+$/.test(word)));
      }),
      { numRuns: 600 },
    );
  });

  it('sentences loses no word at a boundary where a sentence ends', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        const plain = text.normalize('NFKC').toLowerCase();
        expect(sentences(plain).flatMap(words).join('')).toBe(words(plain).join(''));
      }),
    );
  });
});

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

  it('are there for every term that the text holds, and what is marked is read as it', () => {
    fc.assert(
      fc.property(text, (passage) => {
        const terms = new Set(analyze(passage));
        const places = termPlaces(passage, terms, analyze, overlapping);
        for (const { term, start, end } of places) expect(analyze(passage.slice(start, end))).toContain(term);
        expect(new Set(places.map(({ term }) => term))).toEqual(terms);
      }),
    );
  });
});
