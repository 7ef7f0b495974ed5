import { valueOf } from '../../base/containers';
import { plainText } from './plain-text';

/** A Chinese character, of any language that writes with them. */
export const HAN = /\p{Script=Han}/u;

export const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

export const CHINESE_OR_JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A character of Chinese, Japanese or Korean: there a term is a piece cut from a text without spaces. */
export const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export const countOf = (text: string, pattern: RegExp): number => text.match(new RegExp(pattern, 'gu'))?.length ?? 0;

export const CJK_CHARACTER = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}]';
export const CJK_LETTER = new RegExp(CJK_CHARACTER, 'u');

export const CJK_WITHOUT_BLANKS =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3001-\\u303f\\u30fb\\u30fc\\uff01-\\uff65]';

export const BEGINS_CJK = new RegExp(`^${CJK_WITHOUT_BLANKS}`, 'u');
export const ENDS_CJK = new RegExp(`${CJK_WITHOUT_BLANKS}$`, 'u');

/**
 * UAX #29 as Lucene's StandardTokenizer: Han and Hiragana alone, a run of Katakana, Hangul, Thai, Lao, Khmer or Myanmar
 * is one token. Unlike it: NFKC first, no emoji or format characters, none cut at 255, the browser's Unicode.
 */
export function cjkUnigram(text: string): string[] {
  return plainText(text).match(token) ?? [];
}

/** The pattern of a token, for engines that take one. */
export const cjkUnigramPattern = (): string => token.source;

const marks = String.raw`\p{M}*`;
const katakana = String.raw`\p{sc=Katakana}\u3031-\u3035\u30a0\u30fc`;
/** Scripts whose words are found with a dictionary (Line_Break=SA). */
const dictionaryScripts = ['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tai_Le', 'New_Tai_Lue', 'Tai_Tham', 'Tai_Viet', 'Ahom']
  .map((script) => String.raw`\p{sc=${script}}`)
  .join('');

const notALetter = String.raw`[\p{M}\p{Ideographic}\p{sc=Han}\p{sc=Hiragana}${katakana}${dictionaryScripts}]`;
// With the geresh of Hebrew, and the decimal point of Arabic.
const letter = String.raw`(?:(?!${notALetter})[\p{Alphabetic}\u05f3]${marks})`;
const digit = String.raw`(?:[\p{Nd}\u066b]${marks})`;
const betweenLetters = String.raw`(?:[:·.'\u2018\u2019\u2024\u055f\u05f4\u2027]${marks})`;
const betweenDigits = String.raw`(?:[,;.'\u2018\u2019\u2024\u0589\u060c\u060d\u066c\u07f8\u2044]${marks})`;
const joiner = String.raw`\p{Pc}`;

// Quotation marks of Hebrew abbreviations; marks on a letter are few, and Java looks back over a bounded length alone.
const hebrewQuote = (quote: string): string => String.raw`${quote}(?<=\p{sc=Hebrew}\p{M}{0,8}${quote})`;
const between = String.raw`(?:${betweenLetters}|${hebrewQuote('"')}(?=\p{sc=Hebrew}))`;
const letters = `${letter}+(?:${between}${letter}+)*(?:${hebrewQuote("'")})?`;
const digits = `${digit}+(?:${betweenDigits}${digit}+)*`;
const run = String.raw`(?:(?:${letters}|${digits})+|(?:[${katakana}]${marks})+)`;

const token = new RegExp(
  [
    // Not from the middle of joiners: a long line of underscores would be tried from each of them.
    String.raw`(?<!${joiner})${joiner}*${run}(?:${joiner}+${run})*${joiner}*`,
    String.raw`(?:(?=\p{Alphabetic})[${dictionaryScripts}]${marks})+`,
    String.raw`[\p{sc=Han}\p{sc=Hiragana}]${marks}`,
  ].join('|'),
  'gu',
);

/** Runs of letters, digits and marks; overlapping pairs of Han, kana and Hangul (Nie et al., IRAL 2000). */
export function cjkBigram(text: string): string[] {
  const plain = plainText(text);
  const tokens: string[] = [];
  let at = 0;
  while (at < plain.length) {
    const kind = kindAt(plain, at);
    if (kind === WORD) {
      const end = runEnd(plain, at, WORD);
      tokens.push(plain.slice(at, end));
      at = end;
    } else if (kind === CJK_UNIT) {
      const end = runEnd(plain, at, CJK_UNIT);
      pushBigrams(plain, at, end, tokens);
      at = end;
    } else at += unitsAt(plain, at);
  }
  return tokens;
}

const SEPARATOR = 1;
const WORD = 2;
const CJK_UNIT = 3;
/** A combining mark belongs to the character before it and never begins a token. */
const MARK = 4;

/** Kinds of UTF-16 units, each found out once: a lookup by regular expression for every character is too slow. */
const kinds = new Uint8Array(0x10000);
const astralKinds = new Map<number, number>();

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdfff) return kinds[unit] || (kinds[unit] = classify(unit));
  const codePoint = text.codePointAt(at)!;
  return valueOf(astralKinds, codePoint, () => classify(codePoint));
}

export const CJK_SCRIPT = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (/\p{M}/u.test(character)) return MARK;
  if (!/[\p{L}\p{N}]/u.test(character)) return SEPARATOR;
  return CJK_SCRIPT.test(character) ? CJK_UNIT : WORD;
}

function unitsAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

function runEnd(text: string, from: number, kind: number): number {
  let at = from;
  while (at < text.length) {
    const next = kindAt(text, at);
    if (next !== kind && next !== MARK) break;
    at += unitsAt(text, at);
  }
  return at;
}

function pushBigrams(text: string, from: number, to: number, tokens: string[]): void {
  let first = from;
  let second = characterEnd(text, first, to);
  if (second === to) tokens.push(text.slice(from, to));
  while (second < to) {
    const end = characterEnd(text, second, to);
    tokens.push(text.slice(first, end));
    first = second;
    second = end;
  }
}

function characterEnd(text: string, at: number, to: number): number {
  let end = at + unitsAt(text, at);
  while (end < to && kindAt(text, end) === MARK) end += unitsAt(text, end);
  return end;
}
