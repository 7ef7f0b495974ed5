import { describe, expect, it } from 'vitest';
import { luceneAnalysis, tokenPattern, withoutLongTerms } from '../../../../../src/domain/handover/lucene/index-body';
import { DEFAULT_ANALYZER } from '../../../../../src/domain/text/analyzer-spec';
import { cjkBigram, cjkUnigram } from '../../../../../src/domain/text/cjk';
import { plainText, words } from '../../../../../src/domain/text/plain-text';
import { javaTokens } from '../../../../java-patterns';

/** What a `pattern` tokenizer of Lucene does, by JavaScript's regular expressions: the names of properties are Java's. */
function tokensBy(tokens: 'words' | 'cjk-bigram' | 'cjk-unigram', text: string): string[] {
  const { pattern, group } = tokenPattern(tokens)!;
  return javaTokens(pattern, group, text);
}

const TEXTS = [
  'The DRAM’s 80 nm process, größe and naïve: v2.5_beta 3.14 x.y',
  '半导体的制造设备。A晶圆B 東京タワーへ行く。 한국어 시험 字',
  'か\u3099き\u3099 e\u0301te\u0301 \u0301lone 〆切 ー々 ５０％ ㎏',
  '𠮷野家で𠀋𠮷 ไทยไทย हिन्दी ελλάδα Σίσυφος צה"ל ר\' ג׳ירפה "a" ٣٫١٤ a\u200eb',
  '',
  '   … — !',
];

describe('a token pattern', () => {
  it.each([
    ['words', words],
    ['cjk-bigram', cjkBigram],
    ['cjk-unigram', cjkUnigram],
  ] as const)('finds the tokens of %s in normalised text', (tokens, analyze) => {
    for (const text of TEXTS) expect(tokensBy(tokens, plainText(text)), text).toEqual(analyze(text));
  });

  it.each(['words', 'cjk-bigram', 'cjk-unigram'] as const)(
    'of %s repeats no group that Java would recurse in',
    (tokens) => {
      const { pattern } = tokenPattern(tokens)!;
      expect(pattern).toMatch(/[)\]][*+]\+/);
      expect(pattern).not.toMatch(/\)[*+](?!\+)/);
      expect(tokensBy(tokens, 'a'.repeat(5000))).toEqual(['a'.repeat(5000)]);
    },
  );

  it('is none where words take a dictionary', () => {
    expect(tokenPattern('japanese')).toBeNull();
    expect(tokenPattern('segmenter')).toBeNull();
  });
});

describe('terms that are too long for Lucene', () => {
  const long = 'x'.repeat(32_767);

  it.each([
    ['words', `a ${long} b`, 'a   b'],
    ['cjk-bigram', `半导 ${'é'.repeat(16_384)} b`, '半导   b'],
    ['cjk-unigram', `a ${long}`, 'a  '],
  ] as const)('are left out of text by the tokens of %s', (tokens, text, expected) => {
    const analyzer = { ...DEFAULT_ANALYZER, tokens };
    expect(withoutLongTerms({ form: 'text', text }, analyzer)).toEqual({ form: 'text', text: expected });
  });

  it('are left out of lists of terms; what fits stays the same object', () => {
    const cut = withoutLongTerms({ form: 'terms', terms: ['a', long, 'b'] }, DEFAULT_ANALYZER);
    expect(cut).toEqual({ form: 'terms', terms: ['a', 'b'] });
    const fits = { form: 'text', text: `${long.slice(1)} ${'半'.repeat(40_000)}` } as const;
    expect(withoutLongTerms(fits, DEFAULT_ANALYZER)).toBe(fits);
  });
});

describe('an analyzer of Lucene', () => {
  it('lowers, stops and stems in the order of ours', () => {
    const spec = { ...DEFAULT_ANALYZER, stopWords: ['en' as const], stemmer: 'en' as const };
    expect(luceneAnalysis('a', spec, { en: ['the', 'of'] })).toMatchObject({
      analyzer: {
        a: { type: 'custom', tokenizer: 'a_tokens', filter: ['lowercase', 'a_stop', 'a_apostrophe', 'a_stemmer'] },
      },
      filter: { a_stop: { stopwords: ['the', 'of'] }, a_stemmer: { type: 'snowball', language: 'English' } },
    });
  });

  it('is none for a stemmer that is not held to Snowball’s own words', () => {
    expect(luceneAnalysis('a', { ...DEFAULT_ANALYZER, stemmer: 'de' }, {})).toBeNull();
  });
});
