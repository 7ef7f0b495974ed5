import type { DocId, QueryId } from '../../base/types';
import type { PoolItem } from '../judging/pool';
import type { Measure } from '../measures/parse';

/** A question whose passages are judged item by item, and where the items stand in the lists. */
export interface PooledQuestion {
  readonly query: QueryId;
  /** What is judged by one key, and how many passages it stands for. */
  readonly items: readonly { readonly key: string; readonly passages: number }[];
  /** By system, best first: the item at each rank; −1 where it is not in the pool. */
  readonly lists: readonly (readonly number[])[];
  /** PoolGrades of judged passages in no item: they count where a measure counts all relevant passages. None if absent. */
  readonly elsewhere?: readonly number[];
}

/** By item; undefined where it has no grade. A negative grade counts as none, as in trec_eval. */
export type PoolGrades = readonly (number | undefined)[];

export interface MeasureOptions {
  readonly measure: Measure;
  /** Lowest grade that counts as relevant where the measure does not say. */
  readonly relevance: number;
  /** Highest grade that can be given: that of the scale, not the highest so far. */
  readonly maxGrade: number;
}

/** What the pools of a collection hold. */
export interface Pooled {
  /** Chunks where some system has them. */
  readonly passages: 'documents' | 'chunks';
  /** Whether some question has needs besides its judgments. */
  readonly needs: boolean;
}

const COUNTING: ReadonlySet<Measure['name']> = new Set(['Recall', 'RecallCapped', 'F1']);

/** Whether a measure counts the needs of a question that has any, instead of relevant passages: grades alone do not tell it. */
export const countsNeeds = ({ name }: Measure): boolean => COUNTING.has(name);

/** @param lists by system, best first: those of which the pool was made */
export function pooledQuestion(
  query: QueryId,
  pool: readonly PoolItem[],
  lists: readonly (readonly DocId[])[],
): PooledQuestion {
  const itemOf = new Map(pool.flatMap(({ members }, item) => members.map((id) => [id, item] as const)));
  return {
    query,
    items: pool.map(({ key, members }) => ({ key, passages: members.length })),
    lists: lists.map((ids) => ids.map((id) => itemOf.get(id) ?? -1)),
  };
}
