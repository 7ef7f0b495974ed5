import type { Ranking } from '../../base/types';

/** The first `depth` hits of a ranking that is in order already. */
export function truncated(ranking: Ranking, depth: number): Ranking {
  return ranking.length <= depth ? ranking : ranking.slice(0, depth);
}
