import type { PackedRun } from '../../domain/run/packed';
import type { Dataset, Doc, DocId, Hit, Query, QueryId } from '../../base/types';

const SHOWN = 3;

/** The first judged question with its judgments: it shows whether files were read as intended. */
export interface Example {
  readonly query: Query;
  readonly judgments: readonly { readonly id: DocId; readonly grade: number; readonly doc: Doc | undefined }[];
  readonly more: number;
}

export function exampleOf({ docs, queries, judgments }: Dataset): Example | null {
  const [first] = judgments;
  const query = first && queries.find(({ id }) => id === first.query);
  if (!query) return null;
  const own = judgments.filter((judgment) => judgment.query === query.id);
  return {
    query,
    judgments: own.slice(0, SHOWN).map(({ doc: id, grade }) => ({ id, grade, doc: docs.find((doc) => doc.id === id) })),
    more: Math.max(0, own.length - SHOWN),
  };
}

export function firstHits({
  queries,
  docs,
  rankings,
}: PackedRun): { readonly query: QueryId; readonly hits: Hit[] } | null {
  const { offsets } = rankings;
  const at = queries.findIndex((_, i) => offsets[i + 1]! > offsets[i]!);
  if (at < 0) return null;
  const [from, to] = [offsets[at]!, Math.min(offsets[at]! + SHOWN, offsets[at + 1]!)];
  const hits = Array.from({ length: to - from }, (_, i) => ({
    id: docs[rankings.docs[from + i]!]!,
    score: rankings.scores[from + i]!,
  }));
  return { query: queries[at]!, hits };
}

export function countNeeds({ requirements = [] }: Dataset) {
  const needs = requirements.flatMap((requirement) => requirement.needs);
  return {
    questions: requirements.length,
    needs: needs.length,
    /** Given as a text. */
    texts: needs.filter(({ text }) => text !== undefined).length,
    /** Met by no document. */
    unmet: needs.filter(({ docs }) => docs.length === 0).length,
  };
}
