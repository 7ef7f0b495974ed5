import type { DocId } from '../types';

/** One question as measures see it: the grades of its ranking, and what could have been found. */
export interface JudgedRanking {
  /** Grade of the document at each rank, best first; `undefined` where it is unjudged, which is not grade 0. */
  readonly grades: readonly (number | undefined)[];
  /** All judged documents of the question, retrieved or not. */
  readonly judged: ReadonlyMap<DocId, number>;
  /** Lowest grade that counts as relevant. */
  readonly relevance: number;
  /** R: how many judged documents are relevant. */
  readonly relevantTotal: number;
}

/** How a measure is computed; one file and one line of `registry.ts` each. */
export interface MeasureDefinition {
  /** The published name, which stands before the `@` of its text. */
  readonly name: string;
  /** Other names under which it is read, never written. */
  readonly aliases: readonly string[];
  /** What it tells, for people, in one sentence. */
  readonly summary: string;
  /** @returns the value for one question, 0 to 1 */
  readonly compute: (ranking: JudgedRanking, cutoff: number) => number;
}

/** How many of the first `cutoff` documents are relevant; fewer may have been retrieved. */
export function relevantWithin(ranking: JudgedRanking, cutoff: number): number {
  const { grades, relevance } = ranking;
  const end = Math.min(cutoff, grades.length);
  let count = 0;
  for (let i = 0; i < end; i++) if (isRelevant(grades[i], relevance)) count++;
  return count;
}

/** Relevant means judged with at least this grade: unjudged documents and negative grades never are. */
export function isRelevant(grade: number | undefined, relevance: number): boolean {
  return grade !== undefined && grade >= relevance;
}
