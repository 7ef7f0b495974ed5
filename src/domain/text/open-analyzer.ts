import { type Analyzer, plainText, words, stopWordSet } from './plain-text';
import type { AnalyzerSpec, StemmerLanguage, StopWordLanguage } from './analyzer-spec';
import { cjkBigram, cjkUnigram } from './cjk';
import { segmenterWords } from './segments';

export interface Morpheme {
  readonly surface: string;
  /** First level of the part of speech: 名詞, 動詞, 助詞 … */
  readonly partOfSpeech: string;
  /** As the dictionary lists it, 走る for 走っ; null for a word that is in none. */
  readonly baseForm: string | null;
  /** How it is read, in katakana; absent for a word that is in no dictionary. */
  readonly reading?: string;
}

export type MorphemeTokenizer = (sentence: string) => readonly Morpheme[];

/** The parts of speech that `nouns-and-verbs` keeps. 助動詞, the auxiliaries (ます, た, ない), are none of them. */
const NOUNS_AND_VERBS: ReadonlySet<string> = new Set(['名詞', '動詞']);

/**
 * The words of Japanese by a dictionary, in dictionary form: 走っ of 走った is 走る, as of 走ります, so that a question finds
 * both. A word that the dictionary does not have stays as it is; Latin words and numbers are such, and nouns by IPADIC's
 * rules. What holds no letter or digit is no token.
 */
export function japaneseWords(tokenize: MorphemeTokenizer, partsOfSpeech: 'all' | 'nouns-and-verbs'): Analyzer {
  const keeps = (part: string): boolean => partsOfSpeech === 'all' || NOUNS_AND_VERBS.has(part);
  return (text) =>
    sentences(plainText(text)).flatMap((sentence) =>
      tokenize(sentence).flatMap(({ surface, partOfSpeech, baseForm }) =>
        // A run of unknown characters may hold spaces and signs, as 한국어 시험 does.
        keeps(partOfSpeech) ? words(baseForm ?? surface) : [],
      ),
    );
}

/** The search for morphemes takes time with the square of a sentence's length. */
const LONGEST = 300;

/**
 * Pieces of a text that end where a sentence may: at a line's end, 。, 、, ! or ?, or a full stop before a space. One that
 * is longer than 300 UTF-16 units is cut at its last space, or where there is none, within a word.
 */
export function sentences(plain: string): string[] {
  return (plain.match(/[^\n。、!?]+?(?:[\n。、!?]+|\. |$)/gu) ?? []).flatMap(shortened);
}

function shortened(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > LONGEST) {
    const at = cutOf(rest);
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...pieces, rest];
}

/** Where to cut: after the last space, else between two characters, never within a surrogate pair. */
function cutOf(text: string): number {
  const space = text.lastIndexOf(' ', LONGEST - 1);
  if (space > 0) return space + 1;
  return text.codePointAt(LONGEST - 1)! > 0xffff ? LONGEST - 1 : LONGEST;
}

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
