import type { Drawing } from './method';
import type { TiedRanking } from './tied-ranking';

/**
 * Probabilistic interleaving: a system draws each passage of its ranking that is not shown yet in proportion to 1 / r³, r
 * being its rank in the whole ranking. Each passage can be drawn, so that the chance of a list never depends on one rank
 * alone. Shown passages are removed and the chances of the others renormalised. Tied passages share the weight of their
 * ranks.
 *
 * Hofmann, Whiteson and de Rijke, “A probabilistic method for inferring preferences from clicks”, CIKM 2011 (τ = 3).
 */
export const softmaxDrawing: Drawing = {
  chanceOf(ranking, shown, passage) {
    const weights = weightsOf(ranking);
    return (weights.get(passage) ?? 0) / weightLeft(weights, shown);
  },
  draw(ranking, shown, at) {
    const weights = weightsOf(ranking);
    let left = at * weightLeft(weights, shown);
    let drawn = '';
    for (const [passage, weight] of weights) {
      if (shown.has(passage)) continue;
      // The last one where rounding leaves something of the weight.
      drawn = passage;
      left -= weight;
      if (left < 0) break;
    }
    return drawn;
  },
};

function weightLeft(weights: ReadonlyMap<string, number>, shown: ReadonlySet<string>): number {
  let total = 0;
  for (const [passage, weight] of weights) if (!shown.has(passage)) total += weight;
  return total;
}

/** They are asked for at every place of every list. */
const known = new WeakMap<TiedRanking, ReadonlyMap<string, number>>();

function weightsOf(ranking: TiedRanking): ReadonlyMap<string, number> {
  const before = known.get(ranking);
  if (before) return before;
  const weights = new Map<string, number>();
  let rank = 0;
  for (const tied of ranking) {
    let sum = 0;
    for (let i = 0; i < tied.length; i++) sum += (rank += 1) ** -3;
    for (const passage of tied) weights.set(passage, sum / tied.length);
  }
  known.set(ranking, weights);
  return weights;
}
