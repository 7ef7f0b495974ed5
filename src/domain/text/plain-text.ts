/** Soft hyphens, joiners, marks of direction, variation selectors and keycaps: they change how a word looks, not which it is. */
const invisible =
  /\u00ad|\u061c|\u180e|[\u200c-\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|\u20e3|[\ufe00-\ufe0f]|\ufeff|\udb40[\udc01\udc20-\udc7f\udd00-\uddef]/g;

/** A text as every analyzer reads it: NFKC, nothing invisible, lower case of no language (I becomes i, not ı). */
export function plainText(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').toLowerCase();
}

export type Analyzer = (text: string) => string[];

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

export function words(text: string): string[] {
  return plainText(text).match(word) ?? [];
}

/** Stop words as tokens are: normalised, and with the typographic apostrophe (don’t) beside the typewriter's. */
export function stopWordSet(words: readonly string[]): ReadonlySet<string> {
  const plain = words.map(plainText);
  return new Set([...plain, ...plain.map((word) => word.replaceAll("'", '’'))]);
}
