import { describe, expect, it } from 'vitest';
import { luceneAnalysis } from '../../../../../src/domain/handover/lucene/analysis';
import { tokenPattern } from '../../../../../src/domain/handover/lucene/token-patterns';
import { DEFAULT_ANALYZER } from '../../../../../src/domain/text/analyzer-spec';
import { cjkBigram } from '../../../../../src/domain/text/cjk-bigram';
import { cjkUnigram } from '../../../../../src/domain/text/cjk-unigram';
import { plainText, words } from '../../../../../src/domain/text/plain-text';

/** What a `pattern` tokenizer of Lucene does, by JavaScript's regular expressions: the names of properties are Java's. */
function tokensBy(tokens: 'words' | 'cjk-bigram' | 'cjk-unigram', text: string): string[] {
  const { pattern, group } = tokenPattern(tokens)!;
  const own = pattern
    .replaceAll(/\\x\{/g, String.raw`\u{`)
    .replaceAll(/\\p\{Is(Alphabetic|Ideographic)\}/g, String.raw`\p{$1}`)
    .replaceAll(/\\p\{Is(\w+)\}/g, String.raw`\p{sc=$1}`);
  return [...text.matchAll(new RegExp(own, 'gv'))].flatMap((match) => match[group] ?? []);
}

const TEXTS = [
  'The DRAM’s 80 nm process, größe and naïve: v2.5_beta 3.14 x.y',
  '半导体的制造设备。A晶圆B 東京タワーへ行く。 한국어 시험 字',
  'か\u3099き\u3099 e\u0301te\u0301 \u0301lone 〆切 ー々 ５０％ ㎏',
  '𠮷野家で𠀋𠮷 ไทยไทย हिन्दी ελλάδα Σίσυφος',
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

  it('would find other tokens without the group, or by the pattern of another analyzer', () => {
    const text = plainText(TEXTS[1]!);
    expect(tokensBy('words', text)).not.toEqual(cjkBigram(text));
    const { pattern } = tokenPattern('cjk-bigram')!;
    const whole = [...text.matchAll(new RegExp(pattern.replaceAll(/\\x\{/g, String.raw`\u{`), 'gv'))];
    expect(whole.map(([match]) => match)).not.toEqual(cjkBigram(text));
  });

  it('is none where words take a dictionary', () => {
    expect(tokenPattern('japanese')).toBeNull();
    expect(tokenPattern('segmenter')).toBeNull();
  });
});

describe('an analyzer of Lucene', () => {
  it('lowers, stops and stems in the order of ours', () => {
    const spec = { ...DEFAULT_ANALYZER, stopWords: ['en' as const], stemmer: 'en' as const };
    expect(luceneAnalysis('a', spec, { en: ['the', 'of'] })).toMatchObject({
      analyzer: { a: { type: 'custom', tokenizer: 'a_tokens', filter: ['lowercase', 'a_stop', 'a_stemmer'] } },
      filter: { a_stop: { stopwords: ['the', 'of'] }, a_stemmer: { type: 'snowball', language: 'English' } },
    });
  });

  it('is none for a stemmer that is not held to Snowball’s own words', () => {
    expect(luceneAnalysis('a', { ...DEFAULT_ANALYZER, stemmer: 'de' }, {})).toBeNull();
  });
});
