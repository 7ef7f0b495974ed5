import type { Postings } from './postings';

/** A question: its terms with repeats, or what each of its terms counts, above 0. */
export type Question = readonly string[] | ReadonlyMap<string, number>;

/** What a scorer sees of a question: its distinct terms that some document holds, in the order of the question. */
export interface QuestionTerms {
  readonly ids: Uint32Array;
  /** How often each occurs in the question, or what it counts where that was given. */
  readonly counts: Float64Array;
  /** Sum of {@link counts}: the question's length, without terms that no document holds. */
  readonly length: number;
}

/** What each distinct term counts, in the order of first occurrence. */
export function countTerms(question: Question): ReadonlyMap<string, number> {
  if (question instanceof Map) return question as ReadonlyMap<string, number>;
  const counts = new Map<string, number>();
  for (const term of question as readonly string[]) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

export function questionTerms(postings: Postings, question: Question): QuestionTerms {
  const ids: number[] = [];
  const counts: number[] = [];
  let length = 0;
  for (const [term, count] of countTerms(question)) {
    const id = postings.termId(term);
    if (id === undefined) continue;
    ids.push(id);
    counts.push(count);
    length += count;
  }
  return { ids: Uint32Array.from(ids), counts: Float64Array.from(counts), length };
}
