import { unevenFields, type FusionMethod, type FusionSpec, type SpecOf } from './fusion-spec';
import { combAnz } from './methods/anz';
import { arithmeticMean } from './methods/arithmetic-mean';
import { bayesfuse } from './methods/bayesfuse';
import { bordafuse } from './methods/bordafuse';
import { condorcet } from './methods/condorcet';
import { geometricMean } from './methods/geometric-mean';
import { combGmnz } from './methods/gmnz';
import { harmonicMean } from './methods/harmonic-mean';
import { isr } from './methods/isr';
import { logIsr } from './methods/log-isr';
import { lognIsr } from './methods/logn-isr';
import { mapfuse } from './methods/mapfuse';
import { combMax } from './methods/max';
import { combMed } from './methods/med';
import { combMin } from './methods/min';
import { mixed } from './methods/mixed';
import { combMnz } from './methods/mnz';
import { posfuse } from './methods/posfuse';
import { probfuse } from './methods/probfuse';
import { rbc } from './methods/rbc';
import { rrf } from './methods/rrf';
import { segfuse } from './methods/segfuse';
import { slidefuse } from './methods/slidefuse';
import { combSum } from './methods/sum';
import { weightedBordafuse } from './methods/w-bordafuse';
import { weightedCondorcet } from './methods/w-condorcet';
import { wmnz } from './methods/wmnz';
import { weightedSum } from './methods/wsum';
import type { Pool } from './pool';

type Fusions = {
  /** One score for each pooled document. */
  readonly [Method in FusionMethod]: (pool: Pool, spec: SpecOf<Method>) => Float64Array;
};

/** One line a method. */
const fusions: Fusions = {
  sum: combSum,
  anz: combAnz,
  mnz: combMnz,
  gmnz: combGmnz,
  max: combMax,
  med: combMed,
  min: combMin,
  wsum: weightedSum,
  wmnz,
  mixed,
  'arithmetic-mean': arithmeticMean,
  'harmonic-mean': harmonicMean,
  'geometric-mean': geometricMean,
  rrf,
  isr,
  'log-isr': logIsr,
  'logn-isr': lognIsr,
  rbc,
  bordafuse,
  'w-bordafuse': weightedBordafuse,
  condorcet,
  'w-condorcet': weightedCondorcet,
  bayesfuse,
  mapfuse,
  posfuse,
  probfuse,
  segfuse,
  slidefuse,
};

/**
 * The fused score of each pooled document.
 *
 * @throws {RangeError} if there are not as many weights, or trained parameters, as lists
 */
export function fusedScores(pool: Pool, spec: FusionSpec): Float64Array {
  const [uneven] = unevenFields(spec, pool.lists.length);
  if (uneven !== undefined) throw new RangeError(`${pool.lists.length} lists need as many entries of “${uneven}”`);
  // The compiler cannot see that the method and the spec come from the same name.
  const method = fusions[spec.method] as (pool: Pool, spec: FusionSpec) => Float64Array;
  return method(pool, spec);
}
