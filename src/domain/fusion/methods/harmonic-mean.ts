import * as v from 'valibot';
import { settleAbsent } from '../columns';
import { normalise } from '../normalise/registry';
import type { Pool } from '../pool';
import { absentFromProduct, fusionMethod, normSchema, weights } from '../method';

const schema = v.strictObject({
  method: v.literal('harmonic-mean'),
  norm: normSchema,
  absent: absentFromProduct,
  weights,
});
type Spec = v.InferOutput<typeof schema>;

/**
 * Weighted harmonic mean: Σ wᵢ / Σ (wᵢ / sᵢ), near the lowest of the scores. It wants a norm without negative scores.
 *
 * A score of 0 or less has no harmonic mean and is left out with its weight, as in OpenSearch; a document without a score
 * above 0 gets 0. So the last document of a min-max normalised list counts as absent from it. With `skip` a list without
 * the document is left out, too, which is what OpenSearch does; with `min` it says its lowest score.
 *
 * `harmonic_mean` of OpenSearch's normalization processor.
 */
function harmonicMean(pool: Pool, { norm, absent, weights }: Spec): Float64Array {
  const total = new Float64Array(pool.ids.length);
  const inverse = new Float64Array(pool.ids.length);
  settleAbsent(normalise(pool, norm), absent).forEach((column, i) => {
    const weight = weights[i]!;
    for (let doc = 0; doc < column.length; doc++) {
      const score = column[doc]!;
      if (!(score > 0)) continue;
      total[doc]! += weight;
      inverse[doc]! += weight / score;
    }
  });
  for (let doc = 0; doc < total.length; doc++) total[doc] = inverse[doc]! > 0 ? total[doc]! / inverse[doc]! : 0;
  return total;
}

export const HARMONIC_MEAN = fusionMethod('Harmonic mean', 'scores', schema, harmonicMean);
