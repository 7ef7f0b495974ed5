import { plainText } from './plain-text';

/**
 * Words by the rules of UAX #29 as Lucene's StandardTokenizer has them, which is Elasticsearch's `standard` analyzer
 * without stop words:
 *
 * - letters and digits together, also over a point, colon or apostrophe between letters (`o'neill`, `x.y`) and a point or
 *   comma between digits (`3.14`, `v2.5_beta`); an underscore joins;
 * - each Han and each Hiragana character alone; a run of Katakana (with ー) or of Hangul is one token;
 * - a run of Thai, Lao, Khmer, Myanmar or another script that takes a dictionary is one token.
 *
 * What differs from Lucene: NFKC comes first (`ＤＲＡＭ` is `dram` there, too, but ½ and ⽇ stay as they are), emoji and
 * format characters are no tokens and part of none, tokens over 255 characters are not cut, and classes of characters are
 * those of the browser's Unicode, by properties that differ from Word_Break in a few rare letters.
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
const letter = String.raw`(?:(?!${notALetter})\p{Alphabetic}${marks})`;
const digit = String.raw`(?:\p{Nd}${marks})`;
const betweenLetters = String.raw`(?:[:·.'\u2018\u2019\u2024\u055f\u05f4\u2027]${marks})`;
const betweenDigits = String.raw`(?:[,;.'\u2018\u2019\u2024\u0589\u060c\u060d\u066c\u07f8\u2044]${marks})`;
const joiner = String.raw`\p{Pc}`;

const letters = `${letter}+(?:${betweenLetters}${letter}+)*`;
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
