import * as v from 'valibot';
import type { Pool } from '../pool';
import { totalWeight, weightedSum } from './wsum';
import { absent, fusionMethod, normSchema, weights } from '../method';

const schema = v.strictObject({ method: v.literal('arithmetic-mean'), norm: normSchema, absent, weights });
type Spec = v.InferOutput<typeof schema>;

/**
 * Weighted arithmetic mean: Σ wᵢ · sᵢ / Σ wᵢ, the weighted sum whatever the weights add to. With `zero` and `min` all
 * weights are in the divisor, with `skip` those of the lists that have the document.
 *
 * `arithmetic_mean` of OpenSearch's normalization processor, which puts an absent document at 0 (`zero`; its first
 * versions left the list out: `skip`). Scores under 0 count here; there only in the variant for z-scores.
 */
function arithmeticMean(pool: Pool, spec: Spec): Float64Array {
  const fused = weightedSum(pool, spec);
  const total = totalWeight(spec.weights);
  for (let doc = 0; doc < fused.length; doc++) fused[doc] = total > 0 ? fused[doc]! / total : 0;
  return fused;
}

export const ARITHMETIC_MEAN = fusionMethod('Arithmetic mean', 'scores', schema, arithmeticMean);
