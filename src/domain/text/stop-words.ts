import { plainText } from './plain-text';

/** Stop words as tokens are: normalised, and with the typographic apostrophe (don’t) beside the typewriter's. */
export function stopWordSet(words: readonly string[]): ReadonlySet<string> {
  const plain = words.map(plainText);
  return new Set([...plain, ...plain.map((word) => word.replaceAll("'", '’'))]);
}
