import { judge, type JudgedRanking } from '../../../../src/domain/measures/judge';
import { measureOf } from '../../../../src/domain/measures/parse';
import { rankingScorer } from '../../../../src/domain/measures/score';
import { docId, queryId, type DocId, type Hit, type Qrels, type Run } from '../../../../src/base/types';

/** Hits with the scores given, in the order written. */
export function hits(scores: Record<string, number>): Hit[] {
  return Object.entries(scores).map(([id, score]) => ({ id: docId(id), score }));
}

/** A ranking without ties in the order written: `'a b c'`. */
export function ordered(ids: string): Hit[] {
  return ids
    .split(' ')
    .filter((id) => id !== '')
    .map((id, i) => ({ id: docId(id), score: 100 - i }));
}

export function grades(byDoc: Record<string, number>): Map<DocId, number> {
  return new Map(Object.entries(byDoc).map(([id, grade]) => [docId(id), grade]));
}

export function qrelsOf(byQuery: Record<string, Record<string, number>>): Qrels {
  return new Map(Object.entries(byQuery).map(([id, byDoc]) => [queryId(id), grades(byDoc)]));
}

export function runOf(byQuery: Record<string, string>): Run {
  return new Map(Object.entries(byQuery).map(([id, ids]) => [queryId(id), ordered(ids)]));
}

export function judged(ids: string, byDoc: Record<string, number>): JudgedRanking {
  return judge(ordered(ids), grades(byDoc));
}

/** The value of a measure, given as text, for one question whose documents are ranked in the order written. */
export function value(
  measure: string,
  ids: string,
  byDoc: Record<string, number>,
  { relevance = 1, needs }: { relevance?: number; needs?: string[] } = {},
): number {
  const ranking = judge(
    ordered(ids),
    grades(byDoc),
    needs?.map((docs) => ({ docs: docs.split('|').map(docId) })),
  );
  const maxGrade = Math.max(0, ...Object.values(byDoc));
  return rankingScorer([measureOf(measure)], { relevance, maxGrade })(ranking)[0]!;
}
