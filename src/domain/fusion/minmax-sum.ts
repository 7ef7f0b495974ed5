import type { FusionSpec } from '../spec/experiment';
import type { Ranking } from '../types';
import { sumScores } from './accumulate';
import { minMax } from './normalise/min-max';

/**
 * Weighted sum of min-max normalised lists: score(d) = Σᵢ wᵢ · minmaxᵢ(d), where a list without d adds 0. Weights are
 * taken as they are: with a sum of 1 the scores run from 0 to 1.
 *
 * Fox and Shaw's CombSUM (TREC-2, 1994) with weights; `wsum` with norm `min-max` in ranx, “convex combination” in
 * Bruch et al., “An Analysis of Fusion Functions for Hybrid Retrieval”, 2023.
 */
export function minmaxSum(rankings: readonly Ranking[], spec: Extract<FusionSpec, { kind: 'minmax-sum' }>): Ranking {
  return sumScores(
    rankings.map((ranking, i) =>
      minMax(ranking).map(({ id, score }) => ({ id, score: (spec.weights[i] ?? 0) * score })),
    ),
  );
}
