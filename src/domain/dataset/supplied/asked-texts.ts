import type { Query } from '../../../base/types';
import type { RewriteEntry } from './content';

/** What is searched in the place of some questions. */
export interface AskedTexts {
  /** Each once, however many questions have it. */
  readonly texts: readonly string[];
  /** By question: its texts, as positions in `texts`, each once; never empty. */
  readonly byQuestion: readonly (readonly number[])[];
  /** Questions without a rewrite, which are asked as they are. */
  readonly without: number;
}

/**
 * The texts that are searched for each question. A text that stands twice for one question (a rewrite that is the
 * question itself) is searched once and counts once, so that repeating a wording gives it no weight.
 *
 * @param entries by the ids or the texts of questions; an id is looked for first
 * @param original whether the question itself is among its texts
 */
export function askedTexts(queries: readonly Query[], entries: readonly RewriteEntry[], original: boolean): AskedTexts {
  const rewritesOf = rewritesByQuestion(entries);
  const positions = new Map<string, number>();
  const positionOf = (text: string): number => {
    const position = positions.get(text) ?? positions.size;
    positions.set(text, position);
    return position;
  };
  let without = 0;
  const byQuestion = queries.map((query) => {
    const rewrites = rewritesOf(query);
    if (rewrites.length === 0) without++;
    const texts = original || rewrites.length === 0 ? [query.text, ...rewrites] : rewrites;
    return [...new Set(texts)].map(positionOf);
  });
  return { texts: [...positions.keys()], byQuestion, without };
}

/** Looks up the rewrites of a question, by its id and else by its text; none where there is no entry. */
export function rewritesByQuestion(entries: readonly RewriteEntry[]): (query: Query) => readonly string[] {
  const byKey = new Map(entries.map(({ question, texts }) => [question, texts]));
  return ({ id, text }) => byKey.get(id) ?? byKey.get(text) ?? byKey.get(text.trim()) ?? [];
}
