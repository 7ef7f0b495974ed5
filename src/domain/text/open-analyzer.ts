import { type Analyzer, plainText, words, stopWordSet } from './plain-text';
import type { AnalyzerSpec, StemmerLanguage, StopWordLanguage } from './analyzer-spec';
import { cjkBigram, cjkUnigram } from './cjk';
import { segmenterWords } from './segments';

export interface Morpheme {
  readonly surface: string;
  readonly partOfSpeech: string;
  /** As the dictionary lists it, 走る for 走っ; null for a word that is in none. */
  readonly baseForm: string | null;
  readonly reading?: string;
}

export type MorphemeTokenizer = (sentence: string) => readonly Morpheme[];

/** The parts of speech that `nouns-and-verbs` keeps. 助動詞, the auxiliaries (ます, た, ない), are none of them. */
const NOUNS_AND_VERBS: ReadonlySet<string> = new Set(['名詞', '動詞']);

/** In dictionary form; a word that the dictionary lacks stays as it is. */
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

/** Pieces that end where a sentence may. One longer than 300 UTF-16 units is cut at its last space. */
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

/** Stop words are compared before stemming, also across two words of `cjk-bigram`. @throws {Error} if not loaded */
export async function openAnalyzer(spec: AnalyzerSpec, loaders: AnalyzerLoaders): Promise<Analyzer> {
  const [tokenize, lists, stem] = await Promise.all([
    openTokens(spec, loaders),
    Promise.all(spec.stopWords.map((language) => loaders.stopWords(language))),
    spec.stemmer === null ? null : loaders.stemmer(spec.stemmer),
  ]);
  const stopped = lists.length === 0 ? tokenize : without(stopWordSet(lists.flat()), tokenize);
  return stem === null ? stopped : stemmed(stem, stopped);
}

const PLAIN_TOKENS = { words, 'cjk-bigram': cjkBigram, 'cjk-unigram': cjkUnigram } as const;

async function openTokens({ tokens, partsOfSpeech }: AnalyzerSpec, { japanese }: AnalyzerLoaders): Promise<Analyzer> {
  if (tokens === 'japanese') return japaneseWords(await japanese(), partsOfSpeech);
  return tokens === 'segmenter' ? segmenterWords() : PLAIN_TOKENS[tokens];
}

const without =
  (stopWords: ReadonlySet<string>, analyze: Analyzer): Analyzer =>
  (text) =>
    analyze(text).filter((token) => !stopWords.has(token));

/** Stemmers know the typewriter's apostrophe alone: the end of `boss’s`, as regular expressions of Java have it too. */
export const TYPOGRAPHIC_S = '’s$';
const typographicS = new RegExp(TYPOGRAPHIC_S);

/** A stemmer that leaves nothing of a token has not understood it. */
const stemmed =
  (stem: (token: string) => string, analyze: Analyzer): Analyzer =>
  (text) =>
    analyze(text).map((token) => stem(token.replace(typographicS, "'s")) || token);
