import type { ResultRecord, SystemResult } from '../../contract/result';
import type { DocId } from '../../domain/types';

export type Mark = 'relevant' | 'not-relevant' | 'unjudged';

export interface Passage {
  readonly rank: number;
  readonly id: DocId;
  readonly score: number;
  readonly mark: Mark;
  /** Null where unjudged, which is not the same as 0. */
  readonly grade: number | null;
}

export interface Returned {
  readonly passages: readonly Passage[];
  /** Relevant documents that are not among the passages kept. */
  readonly missed: readonly { readonly id: DocId; readonly grade: number }[];
}

export const markOf = (grade: number | undefined, relevance: number): Mark =>
  grade === undefined ? 'unjudged' : grade >= relevance ? 'relevant' : 'not-relevant';

/** What a system returned for a question, with what the judgments say of it. */
export function returnedFor(
  result: ResultRecord,
  system: SystemResult,
  index: number,
  grades: ReadonlyMap<DocId, number>,
): Returned {
  const { offsets, docs, scores } = system.top;
  const from = offsets[index] ?? 0;
  const to = offsets[index + 1] ?? from;
  const passages = Array.from({ length: to - from }, (_, i): Passage => {
    const id = result.docs[docs[from + i]!]!;
    const grade = grades.get(id);
    return {
      rank: i + 1,
      id,
      score: scores[from + i]!,
      mark: markOf(grade, result.spec.relevance),
      grade: grade ?? null,
    };
  });
  const returned = new Set(passages.map((passage) => passage.id));
  const missed = [...grades].filter(([id, grade]) => grade >= result.spec.relevance && !returned.has(id));
  return { passages, missed: missed.map(([id, grade]) => ({ id, grade })) };
}
