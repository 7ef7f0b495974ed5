import * as v from 'valibot';
import { canonicalJson } from '../../base/hash';
import type { JsonProblem } from '../../base/problem';
import type { LanguageShare } from '../../base/types';

/** Languages with a Snowball stemmer here, by ISO 639-1: those of Europe, with Armenian and Turkish. */
export const STEMMER_LANGUAGES = [
  ...['da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'ga', 'hu', 'hy', 'it', 'lt', 'nl', 'no', 'pt', 'ro', 'ru'],
  ...['sr', 'sv', 'tr'],
] as const;

/** Languages of which stopwords-iso has a list, by ISO 639-1. */
export const STOP_WORD_LANGUAGES = [
  ...['af', 'ar', 'bg', 'bn', 'br', 'ca', 'cs', 'da', 'de', 'el', 'en', 'eo', 'es', 'et', 'eu', 'fa', 'fi', 'fr'],
  ...['ga', 'gl', 'gu', 'ha', 'he', 'hi', 'hr', 'hu', 'hy', 'id', 'it', 'ja', 'ko', 'ku', 'la', 'lt', 'lv', 'mr'],
  ...['ms', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'so', 'st', 'sv', 'sw', 'th', 'tl', 'tr', 'uk', 'ur'],
  ...['vi', 'yo', 'zh', 'zu'],
] as const;

export const analyzerSchema = v.strictObject({
  /**
   * After NFKC and lower case. `words`: letters and digits. `cjk-bigram`: also pairs of Han, kana and Hangul, as
   * Lucene's CJKAnalyzer. `cjk-unigram`: UAX #29, Han and Hiragana alone, as Elasticsearch's `standard`. `segmenter`:
   * words of `Intl.Segmenter`. `japanese`: MeCab's morphemes with IPADIC, in dictionary form.
   */
  tokens: v.picklist(['words', 'cjk-bigram', 'cjk-unigram', 'segmenter', 'japanese']),
  /** Languages whose stop words (stopwords-iso) are taken out; empty takes out none. */
  stopWords: v.array(v.picklist(STOP_WORD_LANGUAGES)),
  /** Language of the Snowball stemmer; null keeps tokens as they are. */
  stemmer: v.nullable(v.picklist(STEMMER_LANGUAGES)),
  partsOfSpeech: v.picklist(['all', 'nouns-and-verbs']),
});

export type AnalyzerSpec = v.InferOutput<typeof analyzerSchema>;
export type StemmerLanguage = (typeof STEMMER_LANGUAGES)[number];
export type StopWordLanguage = (typeof STOP_WORD_LANGUAGES)[number];

export const DEFAULT_ANALYZER: AnalyzerSpec = {
  tokens: 'cjk-bigram',
  stopWords: [],
  stemmer: null,
  partsOfSpeech: 'all',
};

/** Share of the documents from which on a language decides the stemmer. */
const MIN_SHARE = 0.1;

/** Stop words stay: short questions lose words that tell passages apart. @param languages the most frequent first */
export function analyzerFor(languages: readonly LanguageShare[]): AnalyzerSpec {
  const stemmed = languages.find(({ language }) => (STEMMER_LANGUAGES as readonly string[]).includes(language));
  const stemmer = stemmed && stemmed.share >= MIN_SHARE ? (stemmed.language as StemmerLanguage) : null;
  return { ...DEFAULT_ANALYZER, stemmer };
}

export interface AnalyzerProblems {
  'analyzer-parts-of-speech': { tokens: string };
  repeated: { name: string };
}

export function analyzerProblems({ tokens, stopWords, partsOfSpeech }: AnalyzerSpec): JsonProblem<AnalyzerProblems>[] {
  const problems: JsonProblem<AnalyzerProblems>[] = [];
  if (partsOfSpeech !== 'all' && tokens !== 'japanese')
    problems.push({ path: 'partsOfSpeech', code: 'analyzer-parts-of-speech', data: { tokens } });
  const repeated = stopWords.find((language, i) => stopWords.indexOf(language) < i);
  if (repeated !== undefined) problems.push({ path: 'stopWords', code: 'repeated', data: { name: repeated } });
  return problems;
}

const ofTokens = (kind: AnalyzerSpec['tokens']): AnalyzerSpec => ({ ...DEFAULT_ANALYZER, tokens: kind });

export const ANALYZER_CHOICES = [
  { id: 'words', spec: ofTokens('words') },
  { id: 'cjk-bigram', spec: ofTokens('cjk-bigram') },
  { id: 'cjk-unigram', spec: ofTokens('cjk-unigram') },
  { id: 'segmenter', spec: ofTokens('segmenter') },
  { id: 'japanese', spec: ofTokens('japanese') },
  { id: 'japanese-nouns-and-verbs', spec: { ...ofTokens('japanese'), partsOfSpeech: 'nouns-and-verbs' } },
  { id: 'cjk-bigram-english', spec: { ...DEFAULT_ANALYZER, stopWords: ['en'], stemmer: 'en' } },
] as const satisfies readonly { id: string; spec: AnalyzerSpec }[];

export type AnalyzerId = (typeof ANALYZER_CHOICES)[number]['id'];

export const analyzerOf = (id: string): AnalyzerSpec | undefined =>
  ANALYZER_CHOICES.find((choice) => choice.id === id)?.spec;

export const analyzerIdOf = (spec: AnalyzerSpec): AnalyzerId | undefined =>
  ANALYZER_CHOICES.find((choice) => canonicalJson(choice.spec) === canonicalJson(spec))?.id;
