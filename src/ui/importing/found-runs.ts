import type { ImportedCollection, ImportedRun } from '../../domain/dataset/outcome';
import { systemNames } from '../../domain/run/system-names';
import { SYSTEM_IDS } from '../../domain/experiment/system-ids';
import { median } from '../../domain/statistics/quantile';
import type { Doc, DocId, QueryId, Dataset, Hit, Judgment } from '../../base/types';
import type { CollectionRecord } from '../../contract/storage';
import type { Ground } from '../../domain/dataset/supplied/fit';
import type { PackedRun } from '../../domain/run/packed';

export interface RunGround {
  readonly judged: ReadonlySet<QueryId>;
  readonly docs: { has(id: DocId): boolean; keys(): Iterable<DocId> } | null;
  readonly taken: readonly string[];
}

/** The open collection. */
export interface RunTarget {
  readonly collection: CollectionRecord;
  readonly ground: RunGround | null;
  readonly corpus:
    | (Ground & { readonly docsById: ReadonlyMap<DocId, Doc>; readonly judgments: readonly Judgment[] })
    | null;
  /** Whether its questions are changed and not saved: others would make the changes stale. */
  readonly unsaved: boolean;
}

export type FittingRun = ReturnType<typeof findRuns>[number];

export function groundOf({ dataset }: ImportedCollection): RunGround {
  return {
    judged: new Set(dataset.judgments.map(({ query }) => query)),
    docs: dataset.docs.length > 0 ? new Set(dataset.docs.map(({ id }) => id)) : null,
    taken: takenNames(dataset.docs.length, []),
  };
}

/** Without documents the six built-in systems never run, and their names are free. */
export const takenNames = (docs: number, runs: readonly { readonly system: string }[]): readonly string[] => [
  ...runs.map(({ system }) => system),
  ...(docs > 0 ? SYSTEM_IDS : []),
];

export function findRuns(
  runs: readonly ImportedRun[],
  { judged, docs, taken }: RunGround,
  typed: Readonly<Record<number, string>> = {},
) {
  const given = systemNames(runs, taken);
  const names = given.map((name, i) => typed[i]?.trim() ?? name);
  return runs.map((source, i) => {
    const { run, times } = source;
    const { offsets } = run.rankings;
    const name = names[i]!;
    const isTaken = taken.includes(name) || names.some((each, other) => other !== i && each === name);
    const milliseconds = times?.milliseconds.filter((each) => each !== null) ?? [];
    return {
      source,
      name,
      nameProblem: (name === '' ? 'empty' : isTaken ? 'taken' : null) as 'empty' | 'taken' | null,
      depth: run.queries.reduce((most, _, at) => Math.max(most, offsets[at + 1]! - offsets[at]!), 0),
      /** Median time of a question as the engine gives it; null where it gives none. */
      milliseconds: milliseconds.length > 0 ? median(milliseconds) : null,
      queries: run.queries.length,
      docs: run.docs.length,
      hits: run.rankings.docs.length,
      judged: run.queries.filter((id) => judged.has(id)).length,
      known: docs && run.docs.filter((id) => docs.has(id)).length,
    };
  });
}

const SHOWN = 3;

/** The first judged question with its judgments: it shows whether files were read as intended. */
export function exampleOf({ docs, queries, judgments }: Dataset) {
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
    texts: needs.filter(({ text }) => text !== undefined).length,
    /** Met by no document. */
    unmet: needs.filter(({ docs }) => docs.length === 0).length,
  };
}
