import type { PackedRun } from '../../domain/run/packed';
import type { Dataset, Doc, DocId, Hit, Need, Query, QueryId } from '../../base/types';

const SHOWN = 3;

/** The first judged question with what belongs to it: by it a person sees whether files were read as they are meant. */
export interface Example {
  readonly query: Query;
  readonly judgments: readonly { readonly id: DocId; readonly grade: number; readonly doc: Doc | undefined }[];
  /** Judgments beyond those shown. */
  readonly more: number;
  readonly needs: readonly Need[];
}

export function exampleOf({ docs, queries, judgments, requirements = [] }: Dataset): Example | null {
  const [first] = judgments;
  const query = first && queries.find(({ id }) => id === first.query);
  if (!query) return null;
  const own = judgments.filter((judgment) => judgment.query === query.id);
  return {
    query,
    judgments: own.slice(0, SHOWN).map(({ doc: id, grade }) => ({ id, grade, doc: docs.find((doc) => doc.id === id) })),
    more: Math.max(0, own.length - SHOWN),
    needs: requirements.find((requirement) => requirement.query === query.id)?.needs ?? [],
  };
}

/** The first hits of the first question of a run that has any. */
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

export interface NeedCounts {
  /** Questions that need more than a list of documents. */
  readonly questions: number;
  readonly needs: number;
  /** Needs that were given as a text. */
  readonly texts: number;
  /** Needs that no document meets. */
  readonly unmet: number;
}

export function countNeeds({ requirements = [] }: Dataset): NeedCounts {
  const needs = requirements.flatMap((requirement) => requirement.needs);
  return {
    questions: requirements.length,
    needs: needs.length,
    texts: needs.filter(({ text }) => text !== undefined).length,
    unmet: needs.filter(({ docs }) => docs.length === 0).length,
  };
}
