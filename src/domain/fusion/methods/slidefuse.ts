import * as v from 'valibot';
import type { Pool } from '../pool';
import { trainPosfuse } from './posfuse';
import { foldsAndSeed, probabilities, trainedMethod } from '../method';

/** How many ranks are looked at on each side. */
const window = v.pipe(v.number(), v.integer(), v.minValue(0));
const schema = v.strictObject({ method: v.literal('slidefuse'), probabilities, window });
const crossFitted = v.strictObject({ method: v.literal('slidefuse'), window, ...foldsAndSeed });
type Spec = v.InferOutput<typeof schema>;

/**
 * SlideFuse: Σ of the mean of pᵢ over the ranks from rᵢ − w to rᵢ + w that list i has, where pᵢ(r) is the probability that
 * its document at rank r is relevant. The window smooths what few training questions leave rough. A list without the
 * document adds 0; a rank beyond those that were trained counts as 0.
 *
 * Lillis, Toolan, Collier and Dunnion, “Extending Probabilistic Data Fusion Using Sliding Windows”, ECIR 2008;
 * `slidefuse` of ranx.
 */
function slidefuse(pool: Pool, { probabilities, window }: Spec): Float64Array {
  const fused = new Float64Array(pool.ids.length);
  pool.lists.forEach(({ docs, length }, i) => {
    const trained = probabilities[i]!;
    for (let place = 0; place < length; place++) {
      const first = Math.max(0, place - window);
      const last = Math.min(length - 1, place + window);
      let sum = 0;
      for (let at = first; at <= last && at < trained.length; at++) sum += trained[at]!;
      fused[docs[place]!]! += sum / (last - first + 1);
    }
  });
  return fused;
}

export const SLIDEFUSE = trainedMethod(
  'SlideFuse',
  schema,
  slidefuse,
  crossFitted,
  (questions, { window }, relevance) => ({ probabilities: trainPosfuse(questions, relevance), window }),
);
