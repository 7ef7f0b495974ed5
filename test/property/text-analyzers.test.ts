import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildJapanese } from '../../src/adapters/text/japanese';
import { analyzerLoaders } from '../../src/adapters/text/loaders';
import { DEFAULT_ANALYZER, STEMMER_LANGUAGES, ANALYZER_CHOICES } from '../../src/domain/text/analyzer-spec';
import { cjkUnigram } from '../../src/domain/text/cjk';
import { sentences, type AnalyzerLoaders, openAnalyzer } from '../../src/domain/text/open-analyzer';
import { type Analyzer, words } from '../../src/domain/text/plain-text';
import { segmenterWords } from '../../src/domain/text/segments';
import { readDictionaryFile } from '../dictionary';

const mixed = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'Running',
        'skies ',
        'don’t',
        'THE ',
        '走った',
        'の',
        '東京',
        'ﾀﾜｰ',
        '半导体',
        '한국어 ',
        'ไทย',
        '3.14',
        '½',
      ),
      fc.constantFrom(
        '\u0301',
        '\u3099',
        '𠮷',
        '🙂',
        '\ufe0f',
        '\ud800',
        '\0',
        '\u{1d54f}',
        '\u200b',
        '_',
        '.',
        '\n',
        '。',
        'İ',
        'Σ',
      ),
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

  it('gives tokens that are not empty and hold no white space', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        for (const analyze of analyzers) for (const token of analyze(text)) expect(token).toMatch(/^\S+$/u);
      }),
    );
  });

  it('gives the same tokens again, whatever was read between', () => {
    fc.assert(
      fc.property(mixed, mixed, (text, other) => {
        for (const analyze of analyzers) {
          const first = analyze(text);
          analyze(other);
          expect(analyze(text)).toEqual(first);
        }
      }),
    );
  });

  it('gives equal tokens for texts that NFKC makes equal', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        for (const analyze of analyzers) {
          const expected = analyze(text);
          for (const form of ['NFKC', 'NFC', 'NFD'] as const) expect(analyze(text.normalize(form))).toEqual(expected);
        }
      }),
    );
  });
});

describe('cjkUnigram', () => {
  // No script that ICU has rules of its own for, as it has for Hangul, which it cuts from Latin letters.
  const western = fc
    .array(fc.constantFrom(...'aZéßяकñ1２.,;_’-$() \n', "'", 'a\u0301', '١'), { maxLength: 30 })
    .map((parts) => parts.join(''));

  it('finds the words of UAX #29 as ICU does, but for underscores without a letter', () => {
    const icu = segmenterWords();
    fc.assert(
      fc.property(western, (text) => {
        expect(cjkUnigram(text)).toEqual(icu(text).filter((word) => !/^_+$/.test(word)));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('sentences', () => {
  it('loses no word at a boundary where a sentence ends', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        const plain = text.normalize('NFKC').toLowerCase();
        expect(sentences(plain).flatMap(words).join('')).toBe(words(plain).join(''));
      }),
    );
  });
});
