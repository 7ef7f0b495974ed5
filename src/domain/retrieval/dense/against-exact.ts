import type { Vectors } from '../../../base/vectors';
import type { VectorSearchSpec } from './vector-search-spec';
import type { ScoredDoc } from '../top-k';
import { type MetricName, rowScorer } from './metrics';
import type { TimedLists } from './search';

const NEAREST_FEW = 10;

export interface AgainstExact {
  /** Share of the 10 nearest that are among the first 10 hits; of fewer where lists or matrix have fewer. */
  readonly recallAt10: Float64Array;
  readonly recallAtDepth: Float64Array;
  readonly exactMilliseconds: Float64Array;
}

/** The metric of exact search that a spec approximates; null where there is none. */
export function metricStoodInFor(spec: VectorSearchSpec, dimensions: number): MetricName | null {
  if (spec.kind === 'quantised') return 'cosine';
  return spec.kind === 'nearest' && (spec.dimensions ?? dimensions) < dimensions ? spec.metric : null;
}

/** A hit counts where its exact score is at least that of exact search's k-th. */
export function openAgainstExact(rows: Vectors, dimensions: number, metric: MetricName) {
  const scored = rowScorer(rows, dimensions, metric);
  return (
    queries: Float32Array,
    lists: readonly (readonly ScoredDoc[])[],
    depth: number,
    exact: TimedLists,
  ): AgainstExact => {
    const recalls = lists.map((list, q) => {
      const query = queries.subarray(q * dimensions, (q + 1) * dimensions);
      const scores = scored(query, list.map(({ doc }) => doc)).map(({ score }) => score); // prettier-ignore
      return [NEAREST_FEW, depth].map((k) => recallAt(k, exact.lists[q]!, scores));
    });
    return {
      recallAt10: Float64Array.from(recalls, ([few]) => few!),
      recallAtDepth: Float64Array.from(recalls, ([, all]) => all!),
      exactMilliseconds: exact.milliseconds,
    };
  };
}

function recallAt(k: number, exact: readonly ScoredDoc[], found: readonly number[]): number {
  const nearest = Math.min(k, exact.length);
  if (nearest === 0) return 1;
  const least = exact[nearest - 1]!.score;
  return found.slice(0, nearest).filter((score) => score >= least).length / nearest;
}
