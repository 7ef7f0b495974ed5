import * as v from 'valibot';
import type { Pool } from '../pool';
import { inverseSquareRanks } from './isr';
import { fusionMethod, probability } from '../method';

const schema = v.strictObject({ method: v.literal('logn-isr'), sigma: probability });
type Spec = v.InferOutput<typeof schema>;

/**
 * Logarithmic inverse square rank with a shift: ln(c + σ) · Σ 1 / rᵢ², where c is the number of lists that have the
 * document and σ is from 0 (Log_ISR) to 1.
 *
 * Mourão, Martins and Magalhães, “Multimodal medical information retrieval with unsupervised rank fusion”, Computerized
 * Medical Imaging and Graphics 2015; `logn_isr` of ranx, which takes σ = 0.01.
 */
function lognIsr(pool: Pool, { sigma }: Spec): Float64Array {
  return inverseSquareRanks(pool, (count) => Math.log(count + sigma));
}

export const LOGN_ISR = fusionMethod('LogN ISR', 'ranks', schema, lognIsr);
