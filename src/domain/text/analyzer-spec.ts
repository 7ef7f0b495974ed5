import * as v from 'valibot';
import { canonicalJson } from '../../base/hash';
import type { JsonProblem } from '../../base/problem';
import type { LanguageShare } from '../../base/types';

/** From text to terms: tokens, less stop words, each cut to its stem. One analyzer reads passages and questions. */

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
   * How a text is cut. All of them normalise it first (NFKC, lower case, nothing invisible).
   *
   * - `words`: runs of letters and digits. Chinese and Japanese, which write no spaces, stay whole up to a comma.
   * - `cjk-bigram`: the same, but Han, kana and Hangul as overlapping pairs of characters, as Lucene's CJKAnalyzer.
   * - `cjk-unigram`: the words of UAX #29, with each Han and Hiragana character on its own, as Lucene's
   *   StandardAnalyzer and Elasticsearch's `standard`.
   * - `segmenter`: the words of the browser's `Intl.Segmenter`; another browser may find other words.
   * - `japanese`: MeCab's morphemes with the dictionary IPADIC, in their dictionary form.
   */
  tokens: v.picklist(['words', 'cjk-bigram', 'cjk-unigram', 'segmenter', 'japanese']),
  /** Languages whose stop words (stopwords-iso) are taken out; empty takes out none. */
  stopWords: v.array(v.picklist(STOP_WORD_LANGUAGES)),
  /** Language of the Snowball stemmer; null keeps tokens as they are. */
  stemmer: v.nullable(v.picklist(STEMMER_LANGUAGES)),
  /** `nouns-and-verbs` keeps those alone; only a dictionary (`japanese`) knows which they are. */
  partsOfSpeech: v.picklist(['all', 'nouns-and-verbs']),
});

export type AnalyzerSpec = v.InferOutput<typeof analyzerSchema>;
export type StemmerLanguage = (typeof STEMMER_LANGUAGES)[number];
export type StopWordLanguage = (typeof STOP_WORD_LANGUAGES)[number];

/** Works for text in any mix of languages, and leaves nothing out. */
export const DEFAULT_ANALYZER: AnalyzerSpec = {
  tokens: 'cjk-bigram',
  stopWords: [],
  stemmer: null,
  partsOfSpeech: 'all',
};

/** Share of the documents from which on a language decides the stemmer. */
const MIN_SHARE = 0.1;

/**
 * The analyzer for documents of some languages, where the person chooses none: words, pairs of characters where Chinese,
 * Japanese or Korean is written, and the stems of the commonest language that has a stemmer. Stop words stay: without
 * them short questions lose words that tell passages apart.
 *
 * @param languages the most frequent first, by ISO 639-1
 */
export function analyzerFor(languages: readonly LanguageShare[]): AnalyzerSpec {
  const stemmed = languages.find(({ language }) => (STEMMER_LANGUAGES as readonly string[]).includes(language));
  const stemmer = stemmed && stemmed.share >= MIN_SHARE ? (stemmed.language as StemmerLanguage) : null;
  return { ...DEFAULT_ANALYZER, stemmer };
}

/** What can be wrong with an analyzer, and a name that is listed twice anywhere in a system. */
export interface AnalyzerProblems {
  /** Only the tokens `japanese` know parts of speech. */
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

/** Analyzers that are offered ready-made, from the plainest on; those that a comparison side by side shows. */
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
