import { rank } from '../run/order';
import type { Qrels, QueryId, Run } from '../types';
import { mean } from './score';

export interface JudgedShare {
  readonly queries: readonly QueryId[];
  /** `values[i]` belongs to `queries[i]`, 0 to 1. */
  readonly values: Float64Array;
  readonly mean: number;
}

/**
 * Judged@k = judged documents among the first k / k. Judged means a grade of 0 or more: a negative grade counts as
 * unjudged, as in trec_eval. Like P@k it divides by k even where fewer were retrieved: places that stay empty are not
 * judged. A low share says that the measures may be too low, since unjudged documents count as not relevant.
 *
 * `Judged@k` of ir_measures; 1 − `unj_k` of trec_eval where k documents were retrieved.
 */
export function judgedShare(run: Run, qrels: Qrels, k: number): JudgedShare {
  const queries = [...qrels.keys()];
  const values = Float64Array.from(queries, (query) => {
    const judged = qrels.get(query)!;
    const first = rank(run.get(query) ?? []).slice(0, k);
    return first.filter((hit) => (judged.get(hit.id) ?? -1) >= 0).length / k;
  });
  return { queries, values, mean: mean(values) };
}
