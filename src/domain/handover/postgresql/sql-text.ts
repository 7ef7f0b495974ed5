import { utf8ToBytes } from '@noble/hashes/utils.js';
import { hashText } from '../../../base/hash';

/** A name as SQL reads it whatever it holds. */
export const quotedName = (name: string): string => `"${stored(name).replaceAll('"', '""')}"`;

/** A text as SQL reads it whatever it holds, with `standard_conforming_strings` on, as it is unless somebody turns it off. */
export const quotedText = (text: string): string => `'${stored(text).replaceAll("'", "''")}'`;

/** A text as PostgreSQL can hold it: it has no character 0 and no half of a surrogate pair. Each becomes U+FFFD. */
export const stored = (text: string): string => text.replaceAll('\0', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd');

/** A number as PostgreSQL reads back the same double-precision number. */
export const double = (number: number): string => `${number}::float8`;

/**
 * What tells the passages of a table apart, and puts those of equal scores in order. `position`: their place in the
 * collection, as Hitrate orders it; the table has room for whole passages. `id`: where that place is not known while they
 * come, as of a stream; equal scores are in the order of trec_eval, and the table has what is searched alone.
 */
export type PassageKey = 'position' | 'id';

const KEYS: Readonly<Record<PassageKey, { readonly type: string; readonly order: string }>> = {
  position: { type: 'integer', order: '' },
  id: { type: 'text', order: ' COLLATE "C" DESC' },
};

export const keyType = (key: PassageKey): string => KEYS[key].type;

/** For an `ORDER BY`, after scores. @param of the column or expression that has the key */
export const keyOrder = (key: PassageKey, of: string): string => `${of}${KEYS[key].order}`;

/**
 * Tokens as one text of words that PostgreSQL's parser keeps whole and its dictionary `simple` keeps as they are. A token of
 * the letters a to z stays. Any other becomes `u0` and its UTF-8 bytes, each as two letters from a (0) to p (15): 半 is
 * `u0ofinik`. A digit comes in no token that stays, so that no two tokens share a word.
 */
export const tokenText = (tokens: readonly string[]): string => tokens.map(tokenWord).join(' ');

/** Longer words are left out by PostgreSQL: `MAXSTRLEN` of its text search is 2,047 bytes. */
export const LONGEST_WORD = 2000;

function tokenWord(token: string): string {
  const plain = /^[a-z]+$/.test(token);
  const word = plain ? token : `u0${letters(utf8ToBytes(token))}`;
  return word.length <= LONGEST_WORD ? word : `u1${letters(utf8ToBytes(hashText(token)))}`;
}

function letters(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(97 + (byte >> 4), 97 + (byte & 15));
  return text;
}
