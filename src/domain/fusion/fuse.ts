import { type FusionSpec, unevenFields } from './fusion-spec';
import type { Ranking } from '../../base/types';
import { bestFirst } from './best-first';
import { type Pool, poolOf } from './pool';
import { outsideWindow, withinWindow } from './rank-window';
import { FUSIONS } from './registry';

/**
 * Fuses the lists that several retrievers found for one question.
 *
 * @param rankings one list a retriever, in any order, each document at most once in a list
 * @returns every document of any list that the window of the fusion lets in, in trec order
 * @throws {RangeError} if there are not as many weights, or trained parameters, as lists, if a list has a document
 *   twice, or a score that is not a finite number
 */
export function fuse(rankings: readonly Ranking[], spec: FusionSpec): Ranking {
  return fusePool(poolOf(rankings), spec);
}

/** As {@link fuse}, for lists that are pooled already. */
export function fusePool(pool: Pool, spec: FusionSpec): Ranking {
  const scores = fusedScores(pool, spec);
  const found = bestFirst(scores).filter((doc) => scores[doc] !== -Infinity);
  return Array.from(found, (doc) => ({ id: pool.ids[doc]!, score: scores[doc]! }));
}

/**
 * One score a pooled document; −Infinity for one that the window of the fusion leaves out.
 * @throws {RangeError} if there are not as many weights, or trained parameters, as lists
 */
export function fusedScores(pool: Pool, spec: FusionSpec): Float64Array {
  const [uneven] = unevenFields(spec, pool.lists.length);
  if (uneven !== undefined) throw new RangeError(`${pool.lists.length} lists need as many entries of “${uneven}”`);
  // The compiler cannot see that the method and the spec come from the same name.
  const method = FUSIONS[spec.method].scores as (pool: Pool, spec: FusionSpec) => Float64Array;
  const window = windowOf(spec);
  if (!window) return method(pool, spec);
  const within = withinWindow(pool, window.lists);
  return outsideWindow(method(within.pool, spec), within, window, pool.ids.length);
}

/** How many of each list enter; null where whole lists do. */
export const windowOf = (spec: FusionSpec) => ('rankWindow' in spec ? (spec.rankWindow ?? null) : null);
