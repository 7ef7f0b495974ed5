import type { DocId, Judgment, Qrels, QueryId } from '../types';

/** Judgments by question and document. Of two for the same pair, which import refuses, the last counts. */
export function toQrels(judgments: readonly Judgment[]): Qrels {
  const qrels = new Map<QueryId, Map<DocId, number>>();
  for (const { query, doc, grade } of judgments) {
    let judged = qrels.get(query);
    if (!judged) qrels.set(query, (judged = new Map()));
    judged.set(doc, grade);
  }
  return qrels;
}
