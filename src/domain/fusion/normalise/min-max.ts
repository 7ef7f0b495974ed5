import type { Hit, Ranking } from '../../types';

/** Smallest range that is divided by, as in ranx: a list of equal scores becomes zeros instead of not-a-number. */
const smallestRange = 1e-9;

/**
 * Min-max normalisation of one list: s′ = (s − min) / max(max − min, 1e-9), so scores run from 0 to 1.
 *
 * The last document of a list gets 0, as one that the list does not have. A list of one document, or of equal scores,
 * is all 0: it then has no say in a sum.
 *
 * Lee, “Analyses of Multiple Evidence Combination”, SIGIR 1997; `min-max` of ranx.
 */
export function minMax(ranking: Ranking): Hit[] {
  let min = Infinity;
  let max = -Infinity;
  for (const { score } of ranking) {
    if (score < min) min = score;
    if (score > max) max = score;
  }
  const range = Math.max(max - min, smallestRange);
  return ranking.map(({ id, score }) => ({ id, score: (score - min) / range }));
}
