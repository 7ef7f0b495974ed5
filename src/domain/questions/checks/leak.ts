import { contentTerms } from '../content-words';

/** From here on a question that was not made from the words of its passage is taken to give it away. */
export const LEAK_THRESHOLD = 0.8;

/**
 * Share of the content words of a question, pairs of characters in Chinese and Japanese, that a passage holds: what of it
 * word search finds without understanding.
 *
 * @returns 0 to 1; null where the question has no content word
 */
export function leakOf(question: string, passage: string): number | null {
  const asked = contentTerms(question);
  if (asked.size === 0) return null;
  const held = contentTerms(passage);
  return [...asked].filter((term) => held.has(term)).length / asked.size;
}
