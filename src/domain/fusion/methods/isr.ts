import * as v from 'valibot';
import type { Pool } from '../pool';
import { fusionMethod } from '../method';

/**
 * Inverse square rank: c · Σ 1 / rᵢ², where c is the number of lists that have the document. First ranks weigh far more
 * than with reciprocal ranks. A list without the document adds 0.
 *
 * Mourão, Martins and Magalhães, “Multimodal medical information retrieval with unsupervised rank fusion”, Computerized
 * Medical Imaging and Graphics 2015; `isr` of ranx.
 */
function isr(pool: Pool): Float64Array {
  return inverseSquareRanks(pool, (count) => count);
}

/** Σ 1 / rᵢ² times a factor for the number of lists that have the document. */
export function inverseSquareRanks(pool: Pool, factor: (count: number) => number): Float64Array {
  const fused = new Float64Array(pool.ids.length);
  const counts = new Uint32Array(pool.ids.length);
  for (const { docs, length } of pool.lists)
    for (let place = 0; place < length; place++) {
      const doc = docs[place]!;
      fused[doc]! += 1 / (place + 1) ** 2;
      counts[doc]!++;
    }
  const factors = Float64Array.from({ length: pool.lists.length + 1 }, (_, count) => factor(count));
  for (let doc = 0; doc < fused.length; doc++) fused[doc]! *= factors[counts[doc]!]!;
  return fused;
}

export const ISR = fusionMethod('ISR', 'ranks', v.strictObject({ method: v.literal('isr') }), isr);
