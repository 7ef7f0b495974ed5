import type { AnalyzerSpec, StemmerLanguage, StopWordLanguage } from './analyzer-spec';
import type { Analyzer } from './analyzer';
import { cjkBigram } from './cjk-bigram';
import { cjkUnigram } from './cjk-unigram';
import { japaneseWords, type MorphemeTokenizer } from './japanese';
import { segmenterWords } from './segmenter';
import { stopWordSet } from './stop-words';
import { words } from './words';

export type { Analyzer } from './analyzer';

/** What is large, and is loaded when an analyzer needs it. */
export interface AnalyzerLoaders {
  /** The words of a list, as they are written. */
  stopWords(language: StopWordLanguage): Promise<readonly string[]>;
  /** A function from a token in lower case to its stem. */
  stemmer(language: StemmerLanguage): Promise<(token: string) => string>;
  /** Morphemes by IPADIC. */
  japanese(): Promise<MorphemeTokenizer>;
}

/**
 * Makes an analyzer: tokens, of the parts of speech that are kept, without stop words, stemmed. Stop words are compared
 * with whole tokens before stemming; with `cjk-bigram` a Chinese or Japanese stop word of two characters is also found
 * where it is the end of one word and the beginning of the next.
 *
 * @throws {Error} where something cannot be loaded, or the browser lacks `Intl.Segmenter`
 */
export async function openAnalyzer(spec: AnalyzerSpec, loaders: AnalyzerLoaders): Promise<Analyzer> {
  const [tokenize, lists, stem] = await Promise.all([
    openTokens(spec, loaders),
    Promise.all(spec.stopWords.map((language) => loaders.stopWords(language))),
    spec.stemmer === null ? null : loaders.stemmer(spec.stemmer),
  ]);
  const stopped = lists.length === 0 ? tokenize : without(stopWordSet(lists.flat()), tokenize);
  return stem === null ? stopped : stemmed(stem, stopped);
}

async function openTokens({ tokens, partsOfSpeech }: AnalyzerSpec, { japanese }: AnalyzerLoaders): Promise<Analyzer> {
  switch (tokens) {
    case 'words':
      return words;
    case 'cjk-bigram':
      return cjkBigram;
    case 'cjk-unigram':
      return cjkUnigram;
    case 'segmenter':
      return segmenterWords();
    case 'japanese':
      return japaneseWords(await japanese(), partsOfSpeech);
  }
}

const without =
  (stopWords: ReadonlySet<string>, analyze: Analyzer): Analyzer =>
  (text) =>
    analyze(text).filter((token) => !stopWords.has(token));

/** A stemmer that leaves nothing of a token has not understood it. */
const stemmed =
  (stem: (token: string) => string, analyze: Analyzer): Analyzer =>
  (text) =>
    analyze(text).map((token) => stem(token) || token);
