import * as v from 'valibot';
import type { Pool } from '../pool';
import { inverseSquareRanks } from './isr';
import { fusionMethod } from '../method';

/**
 * Logarithmic inverse square rank: ln(c) · Σ 1 / rᵢ², where c is the number of lists that have the document. What one
 * list alone has gets 0, at any rank: LogN_ISR mends that.
 *
 * Mourão, Martins and Magalhães, “Multimodal medical information retrieval with unsupervised rank fusion”, Computerized
 * Medical Imaging and Graphics 2015; `log_isr` of ranx.
 */
function logIsr(pool: Pool): Float64Array {
  return inverseSquareRanks(pool, (count) => Math.log(count));
}

export const LOG_ISR = fusionMethod('Log ISR', 'ranks', v.strictObject({ method: v.literal('log-isr') }), logIsr);
