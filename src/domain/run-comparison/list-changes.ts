import type { DocId, Ranking } from '../../base/types';
import { biggestMovers, type Mover } from './movers';
import { DEFAULT_PERSISTENCE, rankBiasedOverlap } from './rank-biased-overlap';

export interface ListChangesOptions {
  /** Passages that the Jaccard index is of. */
  readonly k: number;
  /** Persistence of rank-biased overlap. */
  readonly p?: number;
}

/** How far the lists of a system changed, without judgments: it says how much, and not whether for the better. */
export interface ListChanges {
  readonly questions: number;
  /** By question, 0 to 1: rank-biased overlap, and the Jaccard index of the first k. */
  readonly overlap: Float64Array;
  readonly jaccard: Float64Array;
  /** Means; NaN without questions. */
  readonly meanOverlap: number;
  readonly meanJaccard: number;
  /** Questions whose first passage is another, or is there in one run alone. */
  readonly firstChanged: number;
  /** Questions whose lists are the same, in the same order. */
  readonly unchanged: number;
  /** Those of the lowest overlap; the change is overlap − 1. */
  readonly movers: readonly Mover[];
}

/** @param pairs the lists of each shared question before and after, best first */
export function listChanges(
  pairs: readonly (readonly [before: Ranking, after: Ranking])[],
  { k, p = DEFAULT_PERSISTENCE }: ListChangesOptions,
): ListChanges {
  const overlap = Float64Array.from(pairs, ([before, after]) => rankBiasedOverlap(before, after, p));
  const jaccard = Float64Array.from(pairs, ([before, after]) => jaccardIndex(firstIds(before, k), firstIds(after, k)));
  const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    questions: pairs.length,
    overlap,
    jaccard,
    meanOverlap: mean(overlap),
    meanJaccard: mean(jaccard),
    firstChanged: pairs.filter(([before, after]) => before[0]?.id !== after[0]?.id).length,
    unchanged: pairs.filter(
      ([before, after]) => before.length === after.length && before.every(({ id }, i) => id === after[i]!.id),
    ).length,
    // Overlap of equal lists is 1 but for rounding.
    movers: biggestMovers(overlap.map((value) => (value > 1 - 1e-12 ? 0 : value - 1))),
  };
}

const firstIds = (ranking: Ranking, k: number): Set<DocId> => new Set(ranking.slice(0, k).map(({ id }) => id));

/** Shared share of two sets, |A ∩ B| / |A ∪ B|; 1 for two empty ones. Jaccard, “The distribution of the flora”, 1912. */
function jaccardIndex(first: ReadonlySet<DocId>, second: ReadonlySet<DocId>): number {
  const both = [...first].filter((id) => second.has(id)).length;
  const either = first.size + second.size - both;
  return either === 0 ? 1 : both / either;
}
