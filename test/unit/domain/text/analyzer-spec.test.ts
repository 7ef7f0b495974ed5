import stopWords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' };
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  analyzerProblems,
  analyzerSchema,
  DEFAULT_ANALYZER,
  STOP_WORD_LANGUAGES,
  type AnalyzerSpec,
} from '../../../../src/domain/text/analyzer-spec';

const pathsOf = (input: unknown): string[] => {
  const parsed = v.safeParse(analyzerSchema, input);
  return parsed.success ? [] : parsed.issues.map((issue) => v.getDotPath(issue) ?? '');
};

describe('the schema of an analyzer', () => {
  it.each<AnalyzerSpec>([
    DEFAULT_ANALYZER,
    { tokens: 'words', stopWords: ['en', 'de'], stemmer: 'de', partsOfSpeech: 'all' },
    { tokens: 'japanese', stopWords: ['ja'], stemmer: null, partsOfSpeech: 'nouns-and-verbs' },
  ])('takes $tokens and gives it back', (spec) => {
    expect(v.parse(analyzerSchema, JSON.parse(JSON.stringify(spec)))).toEqual(spec);
  });

  it.each([
    ['tokens', { ...DEFAULT_ANALYZER, tokens: 'cjk-trigram' }],
    ['stopWords.1', { ...DEFAULT_ANALYZER, stopWords: ['en', 'english'] }],
    ['stemmer', { ...DEFAULT_ANALYZER, stemmer: 'ja' }],
    ['stemmer', { ...DEFAULT_ANALYZER, stemmer: '' }],
    ['partsOfSpeech', { ...DEFAULT_ANALYZER, partsOfSpeech: 'nouns' }],
    ['stopwords', { ...DEFAULT_ANALYZER, stopwords: [] }],
  ])('names %s where it is wrong', (path, spec) => {
    expect(pathsOf(spec)).toEqual([path]);
  });

  it('names the languages of stopwords-iso, all of them', () => {
    expect([...STOP_WORD_LANGUAGES].sort()).toEqual(Object.keys(stopWords).sort());
  });
});

describe('analyzerProblems', () => {
  it('finds none in the default', () => {
    expect(analyzerProblems(DEFAULT_ANALYZER)).toEqual([]);
  });

  it('refuses parts of speech where no dictionary tells them', () => {
    const spec: AnalyzerSpec = { ...DEFAULT_ANALYZER, partsOfSpeech: 'nouns-and-verbs' };
    expect(analyzerProblems(spec).map(({ path }) => path)).toEqual(['partsOfSpeech']);
    expect(analyzerProblems({ ...spec, tokens: 'japanese' })).toEqual([]);
  });

  it('refuses a language of stop words that is listed twice', () => {
    expect(analyzerProblems({ ...DEFAULT_ANALYZER, stopWords: ['en', 'de', 'en'] })).toEqual([
      { path: 'stopWords', code: 'repeated', data: { name: 'en' } },
    ]);
  });
});
