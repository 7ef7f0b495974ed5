import type { QuestionTerms } from './question';
import type { Postings } from './postings';

/**
 * A scoring function over one index, pure: a document's score is the sum of what each term of the question is worth in
 * it. What depends on documents alone is computed once, so that a posting costs a few operations on typed arrays.
 */
export interface Scorer {
  /** A factor for each distinct term of a question, repeats included. */
  weights(question: QuestionTerms): Float64Array;

  /**
   * Adds to `scores`, by document, what the postings `from … to` of a term are worth; `weight` is from {@link weights}.
   * The loop over postings is here, since a call for each posting costs more than the formula.
   */
  add(term: number, weight: number, from: number, to: number, scores: Float64Array): void;

  /** What a term is worth in a document that lacks it, if not 0; then {@link add} adds the difference to that. */
  readonly absent: Absent | null;
}

/** For each occurrence of term t in the question, a document d that lacks it has `ofTerm(t) + ofDoc[d]`. */
interface Absent {
  ofTerm(term: number): number;
  /** By document; null where it is 0 for all. */
  readonly ofDoc: Float64Array | null;
}

/** @throws {RangeError} if a parameter is not a finite number of at least `least` */
export function requireAtLeast(least: number, parameters: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(parameters))
    if (!(value >= least && value < Infinity)) throw new RangeError(`${name} must be at least ${least}, not ${value}`);
}

/** @throws {RangeError} if a parameter is not between 0 and 1 */
export function requireFraction(parameters: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(parameters))
    if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be between 0 and 1, not ${value}`);
}

/** BM25's `factor · (1 − b + b · dl / avgdl)` by document; `dl` counts repeats, `avgdl` empty documents too. */
export function lengthNorms(
  { lengths, averageLength }: Pick<Postings, 'lengths' | 'averageLength'>,
  b: number,
  factor: number,
): Float64Array {
  return Float64Array.from(lengths, (length) => factor * (1 - b + (b * length) / averageLength));
}
