import type { DocId, QueryId, Ranking } from '../types';

/**
 * Rankings of a list of questions as typed arrays: the form in which runs leave a worker and rest on disk.
 * Documents are positions in a corpus whose ids the holder knows.
 */
export interface PackedRankings {
  /** `offsets[i] … offsets[i + 1]` are the hits of question `i`; one entry more than there are questions. */
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
  readonly scores: Float64Array;
}

/** A whole run as typed arrays, for runs of millions of lines. */
export interface PackedRun {
  /** Each once, in the order of the file. */
  readonly queries: readonly QueryId[];
  /** Each once, ascending by bytes, so that positions compare as ids do. */
  readonly docs: readonly DocId[];
  /** List `i` is that of `queries[i]`, in the order of trec_eval. */
  readonly rankings: PackedRankings;
}

/** @param lists one list a question, hits best first, documents as corpus positions */
export function packRankings(
  lists: readonly (readonly { readonly doc: number; readonly score: number }[])[],
): PackedRankings {
  const offsets = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => (offsets[i + 1] = offsets[i]! + list.length));
  const docs = new Uint32Array(offsets[lists.length]!);
  const scores = new Float64Array(docs.length);
  let at = 0;
  for (const list of lists)
    for (const hit of list) {
      docs[at] = hit.doc;
      scores[at++] = hit.score;
    }
  return { offsets, docs, scores };
}

/** @param ids document id at each corpus position */
export function unpackRankings(packed: PackedRankings, ids: readonly DocId[]): Ranking[] {
  const { offsets, docs, scores } = packed;
  return Array.from({ length: offsets.length - 1 }, (_, i) => {
    const hits = [];
    for (let at = offsets[i]!; at < offsets[i + 1]!; at++) hits.push({ id: ids[docs[at]!]!, score: scores[at]! });
    return hits;
  });
}
