import * as v from 'valibot';
import { addUp, type Columns, settleAbsent, weighPresent } from '../columns';
import {
  absent,
  absentFromProduct,
  absentFromSum,
  type AbsentPolicy,
  fusionMethod,
  type NormSpec,
  normSchema,
  weights,
} from '../method';
import { normalise } from '../normalise';
import type { Pool } from '../pool';

/** Methods that weigh the normalised scores sᵢ of the lists. */
export const WEIGHTED_FUSIONS = {
  /**
   * Weighted CombSUM: Σ wᵢ · sᵢ (a convex combination where weights add to 1). With `skip` the sum over the lists that
   * have the document is multiplied by Σ wᵢ of all lists / Σ wᵢ of these. Vogt and Cottrell 1999; Bruch, Gai and
   * Ingber, “An Analysis of Fusion Functions for Hybrid Retrieval”, TOIS 2023.
   */
  wsum: fusionMethod(
    'Weighted CombSUM',
    'scores',
    v.strictObject({ method: v.literal('wsum'), norm: normSchema, absent, weights }),
    (pool, spec) => weightedSums(normalise(pool, spec.norm), pool.ids.length, spec),
  ),

  /** Σ wᵢ · sᵢ / Σ wᵢ; with `zero` and `min` all weights divide. `arithmetic_mean` of OpenSearch (`zero`). */
  'arithmetic-mean': fusionMethod(
    'Arithmetic mean',
    'scores',
    v.strictObject({ method: v.literal('arithmetic-mean'), norm: normSchema, absent, weights }),
    (pool, spec) => {
      const fused = weightedSums(normalise(pool, spec.norm), pool.ids.length, spec);
      const total = totalWeight(spec.weights);
      for (let doc = 0; doc < fused.length; doc++) fused[doc] = total > 0 ? fused[doc]! / total : 0;
      return fused;
    },
  ),

  /**
   * exp(Σ wᵢ · ln sᵢ / Σ wᵢ). A score of 0 or less is left out with its weight, as in OpenSearch; a document without a
   * score above 0 gets 0. With `skip`, as in OpenSearch, a list without the document is left out, too. `geometric_mean`
   * of OpenSearch.
   */
  'geometric-mean': fusionMethod(
    'Geometric mean',
    'scores',
    v.strictObject({ method: v.literal('geometric-mean'), norm: normSchema, absent: absentFromProduct, weights }),
    (pool, spec) =>
      meanOfPositive(
        pool,
        spec,
        (weight, score) => weight * Math.log(score),
        (logarithms, total) => (total > 0 ? Math.exp(logarithms / total) : 0),
      ),
  ),

  /** Σ wᵢ / Σ (wᵢ / sᵢ), scores of 0 or less as by the geometric mean. `harmonic_mean` of OpenSearch. */
  'harmonic-mean': fusionMethod(
    'Harmonic mean',
    'scores',
    v.strictObject({ method: v.literal('harmonic-mean'), norm: normSchema, absent: absentFromProduct, weights }),
    (pool, spec) =>
      meanOfPositive(
        pool,
        spec,
        (weight, score) => weight / score,
        (inverse, total) => (inverse > 0 ? total / inverse : 0),
      ),
  ),

  /** (Σ wᵢ of the lists with the document) · Σ sᵢ. Wu and Crestani, CIKM 2002. */
  wmnz: fusionMethod(
    'Weighted CombMNZ',
    'scores',
    v.strictObject({ method: v.literal('wmnz'), norm: normSchema, absent: absentFromSum, weights }),
    (pool, { norm, absent, weights }) => {
      const columns = normalise(pool, norm);
      const fused = addUp(columns, pool.ids.length, absent);
      const present = weighPresent(columns, pool.ids.length, weights);
      for (let doc = 0; doc < fused.length; doc++) fused[doc]! *= present[doc]!;
      return fused;
    },
  ),

  /** Mixed: √c · Σ wᵢ · sᵢ, c being the number of lists that have the document. Wu and Crestani, CIKM 2002. */
  mixed: fusionMethod(
    'Mixed',
    'scores',
    v.strictObject({ method: v.literal('mixed'), norm: normSchema, absent, weights }),
    (pool, spec) => {
      const columns = normalise(pool, spec.norm);
      const fused = weightedSums(columns, pool.ids.length, spec);
      const counts = weighPresent(columns, pool.ids.length);
      for (let doc = 0; doc < fused.length; doc++) fused[doc]! *= Math.sqrt(counts[doc]!);
      return fused;
    },
  ),
};

/** A weighted mean over the lists that score a document above 0, from its terms' sum and the sum of the weights. */
function meanOfPositive(
  pool: Pool,
  { norm, absent, weights }: { norm: NormSpec; absent: AbsentPolicy; weights: readonly number[] },
  term: (weight: number, score: number) => number,
  mean: (terms: number, total: number) => number,
): Float64Array {
  const total = new Float64Array(pool.ids.length);
  const terms = new Float64Array(pool.ids.length);
  settleAbsent(normalise(pool, norm), absent).forEach((column, i) => {
    const weight = weights[i]!;
    for (let doc = 0; doc < column.length; doc++) {
      const score = column[doc]!;
      if (!(score > 0)) continue;
      total[doc]! += weight;
      terms[doc]! += term(weight, score);
    }
  });
  return terms.map((sum, doc) => mean(sum, total[doc]!));
}

function weightedSums(
  columns: Columns,
  size: number,
  { absent, weights }: { readonly absent: AbsentPolicy; readonly weights: readonly number[] },
): Float64Array {
  const sums = addUp(columns, size, absent, weights);
  if (absent !== 'skip') return sums;
  const present = weighPresent(columns, size, weights);
  const total = totalWeight(weights);
  for (let doc = 0; doc < size; doc++) {
    // Divided first: the quotient of the weights may overflow.
    if (present[doc] !== total) sums[doc] = present[doc]! > 0 ? (sums[doc]! / present[doc]!) * total : 0;
  }
  return sums;
}

const totalWeight = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);
