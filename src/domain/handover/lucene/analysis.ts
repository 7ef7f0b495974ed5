import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { AnalyzerSpec } from '../../text/analyzer-spec';
import { CJK_SCRIPT, cjkBigram, cjkUnigram, cjkUnigramPattern } from '../../text/cjk';
import { type Analyzer, words } from '../../text/plain-text';
import type { HandedSystem, SearchedBy } from '../target';

/** An analyzer of an engine built on Lucene, under a name in the settings of an index. */
export interface LuceneAnalysis {
  readonly tokenizer: Readonly<Record<string, { readonly type: 'pattern' } & TokenPattern>>;
  readonly filter: Readonly<Record<string, LuceneFilter>>;
  readonly analyzer: Readonly<
    Record<string, { readonly type: 'custom'; readonly tokenizer: string; readonly filter: readonly string[] }>
  >;
}

type LuceneFilter =
  | { readonly type: 'stop'; readonly stopwords: readonly string[] }
  | { readonly type: 'snowball'; readonly language: 'English' };

/**
 * An analyzer as the engine's own, for text that went through NFKC and lower case; null where the engine has no equal
 * of it: tokens that take a dictionary, and stemmers other than English, whose Snowball versions differ. @param name of
 * it in the settings, and the beginning of the names of its parts
 */
export function luceneAnalysis(
  name: string,
  { tokens, stopWords, stemmer }: AnalyzerSpec,
  lists: HandedSystem['stopWords'],
): LuceneAnalysis | null {
  const pattern = tokenPattern(tokens);
  if (pattern === null || (stemmer !== null && stemmer !== 'en')) return null;
  const filter: Record<string, LuceneFilter> = {
    ...(stopWords.length > 0
      ? { [`${name}_stop`]: { type: 'stop', stopwords: [...new Set(stopWords.flatMap((each) => lists[each] ?? []))] } }
      : {}),
    ...(stemmer === 'en' ? { [`${name}_stemmer`]: { type: 'snowball', language: 'English' } } : {}),
  };
  return {
    tokenizer: { [`${name}_tokens`]: { type: 'pattern', ...pattern } },
    filter,
    analyzer: {
      [name]: { type: 'custom', tokenizer: `${name}_tokens`, filter: ['lowercase', ...Object.keys(filter)] },
    },
  };
}

/** Lucene refuses a passage that has a term of more bytes of UTF-8. */
const MOST_BYTES = 32_766;

/** Of the analyzers that the engine has, by their tokens. */
const TOKENS: { readonly [Tokens in AnalyzerSpec['tokens']]?: Analyzer } = {
  words,
  'cjk-bigram': cjkBigram,
  'cjk-unigram': cjkUnigram,
};

const isLong = (term: string): boolean => term.length > MOST_BYTES / 3 && utf8ToBytes(term).length > MOST_BYTES;

/** What a passage or a question is searched by without terms that are too long for Lucene; the same where it has none. */
export function withoutLongTerms(searched: SearchedBy, analyzer: AnalyzerSpec): SearchedBy {
  if (searched.form === 'terms') {
    const terms = searched.terms.filter((term) => !isLong(term));
    return terms.length < searched.terms.length ? { form: 'terms', terms } : searched;
  }
  if (searched.form !== 'text' || searched.text.length <= MOST_BYTES / 3) return searched;
  const long = (TOKENS[analyzer.tokens]?.(searched.text) ?? []).filter(isLong);
  if (long.length === 0) return searched;
  return { form: 'text', text: long.reduce((text, term) => text.replace(term, ' '), searched.text) };
}

/** What a `pattern` tokenizer of Lucene takes for a token: a group of each match of a regular expression of Java. */
interface TokenPattern {
  readonly pattern: string;
  readonly group: number;
}

/**
 * The tokens of an analyzer as a `pattern` tokenizer finds them in normalised text; null where they take a dictionary.
 * Classes of characters are those of the engine's Java, except for Chinese, Japanese and Korean, which are listed. Repeated
 * groups are possessive: Java recurses for each repeat of others, and a run of 1,732 letters ends the engine.
 */
export function tokenPattern(tokens: AnalyzerSpec['tokens']): TokenPattern | null {
  switch (tokens) {
    case 'words':
      return { pattern: String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}]*+`, group: 0 };
    case 'cjk-unigram':
      return { pattern: inJava(cjkUnigramPattern()), group: 0 };
    case 'cjk-bigram':
      return { pattern: bigramPattern(), group: 1 };
    case 'segmenter':
    case 'japanese':
      return null;
  }
}

/** Properties as Java names them. Its other names and escapes that are used are those of JavaScript. */
const inJava = (pattern: string): string =>
  pattern
    .replaceAll(/\\p\{sc=(\w+)\}/g, String.raw`\p{Is$1}`)
    .replaceAll(/\\p\{(Alphabetic|Ideographic)\}/g, String.raw`\p{Is$1}`)
    .replaceAll(/\)[*+]/g, '$&+');

/**
 * A run of letters and digits is one token, and is read whole. Of a run of Chinese, Japanese or Korean one character is read
 * at a time: the group, which looks ahead, is the pair that begins with it, or the character alone where the run is no longer.
 */
function bigramPattern(): string {
  const cjk = `[${cjkRanges()}]`;
  const letter = String.raw`[[\p{L}\p{N}]&&[^${cjkRanges()}]]`;
  const word = String.raw`${letter}(?:${letter}|\p{M})*+`;
  const character = String.raw`${cjk}\p{M}*`;
  // Marks on a character are few; Java looks back over a bounded length alone.
  const first = String.raw`(?<!${cjk}\p{M}{0,8})`;
  return `(?=(${word}|${character}${character}|${first}${character}))(?:${word}|${character})`;
}

let ranges: string | null = null;

/** Letters and digits of Chinese, Japanese and Korean, which Java has no class for: it knows no script extensions. */
function cjkRanges(): string {
  ranges ??= rangesOf((character) => /[\p{L}\p{N}]/u.test(character) && CJK_SCRIPT.test(character));
  return ranges;
}

const LAST_CODE_POINT = 0x10ffff;

function rangesOf(includes: (character: string) => boolean): string {
  const found: string[] = [];
  let first: number | null = null;
  for (let code = 0; code <= LAST_CODE_POINT + 1; code++) {
    const isIn = code <= LAST_CODE_POINT && includes(String.fromCodePoint(code));
    if (isIn) first ??= code;
    else if (first !== null) {
      found.push(first === code - 1 ? escaped(first) : `${escaped(first)}-${escaped(code - 1)}`);
      first = null;
    }
  }
  return found.join('');
}

const escaped = (code: number): string => `\\x{${code.toString(16)}}`;
