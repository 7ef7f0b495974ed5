import type { AnalyzerSpec } from '../../text/analyzer-spec';
import { cjkUnigramPattern } from '../../text/cjk-unigram';
import { CJK_SCRIPT } from '../../text/cjk-bigram';

/** What a `pattern` tokenizer of Lucene takes for a token: a group of each match of a regular expression of Java. */
export interface TokenPattern {
  readonly pattern: string;
  readonly group: number;
}

/**
 * The tokens of an analyzer as a `pattern` tokenizer finds them in normalised text; null where they take a dictionary.
 * Classes of characters are those of the engine's Java, except for Chinese, Japanese and Korean, which are listed.
 */
export function tokenPattern(tokens: AnalyzerSpec['tokens']): TokenPattern | null {
  switch (tokens) {
    case 'words':
      return { pattern: String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}]*`, group: 0 };
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
    .replaceAll(/\\p\{(Alphabetic|Ideographic)\}/g, String.raw`\p{Is$1}`);

/**
 * A run of letters and digits is one token, and is read whole. Of a run of Chinese, Japanese or Korean one character is read
 * at a time: the group, which looks ahead, is the pair that begins with it, or the character alone where the run is no longer.
 */
function bigramPattern(): string {
  const cjk = `[${cjkRanges()}]`;
  const letter = String.raw`[[\p{L}\p{N}]&&[^${cjkRanges()}]]`;
  const word = String.raw`${letter}(?:${letter}|\p{M})*`;
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
