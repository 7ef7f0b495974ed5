import { utf8ToBytes } from '@noble/hashes/utils.js';
import { hashText } from '../../../base/hash';

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
