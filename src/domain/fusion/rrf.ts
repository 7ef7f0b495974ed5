import { rank } from '../run/order';
import type { FusionSpec } from '../spec/experiment';
import type { Ranking } from '../types';
import { sumScores } from './accumulate';

/**
 * Weighted reciprocal rank fusion: score(d) = Σᵢ wᵢ / (c + rankᵢ(d)), where a list without d adds 0. Ranks start at 1
 * and come from trec order, so ties in a list are broken as everywhere else. Only ranks matter, not scores.
 *
 * Cormack, Clarke and Büttcher, “Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods”,
 * SIGIR 2009, with c = 60 and weights of 1; `rrf` of ranx.
 */
export function rrf(rankings: readonly Ranking[], spec: Extract<FusionSpec, { kind: 'rrf' }>): Ranking {
  return sumScores(
    rankings.map((ranking, i) =>
      rank(ranking).map(({ id }, index) => ({ id, score: (spec.weights[i] ?? 0) / (spec.constant + index + 1) })),
    ),
  );
}
