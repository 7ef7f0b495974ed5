import * as v from 'valibot';
import { addUp, type Columns, weighPresent } from '../columns';
import { normalise } from '../normalise/registry';
import type { Pool } from '../pool';
import { absent, fusionMethod, normSchema, weights } from '../method';

const schema = v.strictObject({ method: v.literal('wsum'), norm: normSchema, absent, weights });
type Spec = v.InferOutput<typeof schema>;

/**
 * Weighted CombSUM: Σ wᵢ · sᵢ. Weights are taken as they are: with a sum of 1 and the norm `min-max` the scores run from
 * 0 to 1, which others call a convex combination.
 *
 * A list without the document adds 0 (`zero`, as in ranx) or wᵢ times its lowest score (`min`). With `skip` the sum over
 * the lists that have it is multiplied by Σ wᵢ of all lists / Σ wᵢ of these, so that what one list has alone is not put
 * behind for that; it is 0 where these have no weight.
 *
 * Vogt and Cottrell, “Fusion Via a Linear Combination of Scores”, Information Retrieval 1999; Bruch, Gai and Ingber, “An
 * Analysis of Fusion Functions for Hybrid Retrieval”, TOIS 2023.
 */
export function weightedSum(pool: Pool, spec: Weighted & Pick<Spec, 'norm'>): Float64Array {
  return weightedSums(normalise(pool, spec.norm), pool.ids.length, spec);
}

type Weighted = Pick<Spec, 'absent' | 'weights'>;

/** As {@link weightedSum}, of columns that are normalised. */
export function weightedSums(columns: Columns, size: number, { absent, weights }: Weighted): Float64Array {
  const sums = addUp(columns, size, absent, weights);
  if (absent !== 'skip') return sums;
  const present = weighPresent(columns, size, weights);
  const total = totalWeight(weights);
  for (let doc = 0; doc < size; doc++) {
    // Divided before it is multiplied: the quotient of the weights overflows where those of the lists that have it are tiny.
    if (present[doc] !== total) sums[doc] = present[doc]! > 0 ? (sums[doc]! / present[doc]!) * total : 0;
  }
  return sums;
}

export function totalWeight(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}

export const WSUM = fusionMethod('Weighted CombSUM', 'scores', schema, weightedSum);
