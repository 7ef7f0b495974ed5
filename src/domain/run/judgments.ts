import { valueOf } from '../../base/containers';
import type { DocId, Judgment, Qrels, QueryId, Requirement } from '../../base/types';

/** Judgments by question and document. A document of which several parts are judged has the highest of their grades. */
export function toQrels(judgments: readonly Judgment[]): Qrels {
  const qrels = new Map<QueryId, Map<DocId, number>>();
  for (const { query, doc, grade } of judgments) {
    const judged = valueOf(qrels, query, () => new Map<DocId, number>());
    judged.set(doc, Math.max(grade, judged.get(doc) ?? -Infinity));
  }
  return qrels;
}

export const judgmentsOf = (qrels: Qrels): Judgment[] =>
  [...qrels].flatMap(([query, judged]) => [...judged].map(([doc, grade]) => ({ query, doc, grade })));

/** 1, as in trec_eval; where grades have fractions, which may be probabilities, the lowest above 0. */
export function usualRelevance(judgments: readonly Judgment[]): number {
  if (judgments.every(({ grade }) => Number.isInteger(grade))) return 1;
  const lowest = judgments.reduce((least, { grade }) => (grade > 0 ? Math.min(least, grade) : least), Infinity);
  return Number.isFinite(lowest) ? lowest : 1;
}

/** Whether parts of documents are judged, and not whole documents alone: these judgments hold for every chunking. */
export const judgesPlaces = ({
  judgments,
  requirements = [],
}: {
  readonly judgments: readonly Judgment[];
  readonly requirements?: readonly Requirement[];
}): boolean =>
  judgments.some(({ span }) => span) || requirements.some(({ needs }) => needs.some(({ places }) => places));
