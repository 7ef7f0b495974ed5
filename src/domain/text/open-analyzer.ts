import type { AnalyzerSpec, StemmerLanguage, StopWordLanguage } from './analyzer-spec';
import type { Analyzer } from './plain-text';
import { cjkBigram } from './cjk-bigram';
import { cjkUnigram } from './cjk-unigram';
import { japaneseWords, type MorphemeTokenizer } from './japanese';
import { segmenterWords } from './segments';
import { stopWordSet } from './plain-text';
import { words } from './plain-text';

/** What is large, and is loaded when an analyzer needs it. */
export interface AnalyzerLoaders {
  stopWords(language: StopWordLanguage): Promise<readonly string[]>;
  stemmer(language: StemmerLanguage): Promise<(token: string) => string>;
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
