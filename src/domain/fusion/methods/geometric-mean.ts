import * as v from 'valibot';
import { settleAbsent } from '../columns';
import { normalise } from '../normalise/registry';
import type { Pool } from '../pool';
import { absentFromProduct, fusionMethod, normSchema, weights } from '../method';

const schema = v.strictObject({
  method: v.literal('geometric-mean'),
  norm: normSchema,
  absent: absentFromProduct,
  weights,
});
type Spec = v.InferOutput<typeof schema>;

/**
 * Weighted geometric mean: exp(Σ wᵢ · ln sᵢ / Σ wᵢ), between the harmonic and the arithmetic mean. It wants a norm
 * without negative scores.
 *
 * A score of 0 or less has no logarithm and is left out with its weight, as in OpenSearch; a document without a score
 * above 0 gets 0. So the last document of a min-max normalised list counts as absent from it. With `skip` a list without
 * the document is left out, too, which is what OpenSearch does; with `min` it says its lowest score.
 *
 * `geometric_mean` of OpenSearch's normalization processor.
 */
function geometricMean(pool: Pool, { norm, absent, weights }: Spec): Float64Array {
  const total = new Float64Array(pool.ids.length);
  const logarithms = new Float64Array(pool.ids.length);
  settleAbsent(normalise(pool, norm), absent).forEach((column, i) => {
    const weight = weights[i]!;
    for (let doc = 0; doc < column.length; doc++) {
      const score = column[doc]!;
      if (!(score > 0)) continue;
      total[doc]! += weight;
      logarithms[doc]! += weight * Math.log(score);
    }
  });
  for (let doc = 0; doc < total.length; doc++)
    total[doc] = total[doc]! > 0 ? Math.exp(logarithms[doc]! / total[doc]!) : 0;
  return total;
}

export const GEOMETRIC_MEAN = fusionMethod('Geometric mean', 'scores', schema, geometricMean);
