import { type FusionSpec, unevenFields } from './fusion-spec';
import type { Ranking } from '../../base/types';
import { bestFirst } from './best-first';
import { type Pool, poolOf } from './pool';
import { FUSIONS } from './registry';

/** @throws {RangeError} for weights not as many as lists, a document twice, or a score that is not finite */
export function fuse(rankings: readonly Ranking[], spec: FusionSpec): Ranking {
  return fusePool(poolOf(rankings), spec);
}

export function fusePool(pool: Pool, spec: FusionSpec): Ranking {
  const scores = fusedScores(pool, spec);
  return Array.from(bestFirst(scores), (doc) => ({ id: pool.ids[doc]!, score: scores[doc]! }));
}

/** One score a pooled document. @throws {RangeError} as {@link fuse}, for weights and trained parameters */
export function fusedScores(pool: Pool, spec: FusionSpec): Float64Array {
  const [uneven] = unevenFields(spec, pool.lists.length);
  if (uneven !== undefined) throw new RangeError(`${pool.lists.length} lists need as many entries of “${uneven}”`);
  const method = FUSIONS[spec.method].scores as (pool: Pool, spec: FusionSpec) => Float64Array;
  return method(pool, spec);
}

/** The first `depth` hits of a ranking that is in order already. */
export const truncated = (ranking: Ranking, depth: number): Ranking =>
  ranking.length <= depth ? ranking : ranking.slice(0, depth);
