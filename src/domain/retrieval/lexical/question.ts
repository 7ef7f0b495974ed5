import type { Postings } from './postings';

/** What a scorer sees of a question: its distinct terms that some document holds, in the order of the question. */
export interface QuestionTerms {
  /** Numbers of the terms in the index. */
  readonly ids: Uint32Array;
  /** How often each occurs in the question, at least 1. */
  readonly counts: Uint32Array;
  /** Sum of {@link counts}: the question's length, without terms that no document holds. */
  readonly length: number;
}

/** How often each distinct term occurs, in the order of first occurrence. */
export function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** @param terms a question's terms, with repeats */
export function questionTerms(postings: Postings, terms: readonly string[]): QuestionTerms {
  const ids: number[] = [];
  const counts: number[] = [];
  let length = 0;
  for (const [term, count] of countTerms(terms)) {
    const id = postings.termId(term);
    if (id === undefined) continue;
    ids.push(id);
    counts.push(count);
    length += count;
  }
  return { ids: Uint32Array.from(ids), counts: Uint32Array.from(counts), length };
}
