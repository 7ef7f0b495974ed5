import type { ChancesLeft } from './method';

/**
 * Probabilistic interleaving: a system draws each passage of its ranking that is not shown yet in proportion to 1 / r³, r
 * being its rank in the whole ranking. Each passage can be drawn, so that the chance of a list never depends on one rank
 * alone. Shown passages are removed and the chances of the others renormalised. Tied passages share the weight of their
 * ranks.
 *
 * Hofmann, Whiteson and de Rijke, “A probabilistic method for inferring preferences from clicks”, CIKM 2011 (τ = 3).
 */
export const softmaxLeft: ChancesLeft = (ranking, shown) => {
  const weights = new Map<string, number>();
  let rank = 0;
  let total = 0;
  for (const tied of ranking) {
    let sum = 0;
    for (let i = 0; i < tied.length; i++) sum += (rank += 1) ** -3;
    for (const passage of tied) {
      if (shown.has(passage)) continue;
      const weight = sum / tied.length;
      weights.set(passage, weight);
      total += weight;
    }
  }
  for (const [passage, weight] of weights) weights.set(passage, weight / total);
  return weights;
};
