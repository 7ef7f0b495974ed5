import * as v from 'valibot';
import type { Pool } from '../pool';
import { weightedCondorcet } from './w-condorcet';
import { fusionMethod } from '../method';

/**
 * Condorcet fusion, in Copeland's form: the number of documents that a document beats by a majority of the lists, minus
 * the number of those that beat it. Each list votes alike. See {@link weightedCondorcet} for how absent documents are
 * voted on, and why the order is not that of a sort by majority.
 *
 * Montague and Aslam, “Condorcet Fusion for Improved Retrieval”, CIKM 2002.
 */
function condorcet(pool: Pool): Float64Array {
  return weightedCondorcet(pool, { weights: pool.lists.map(() => 1) });
}

export const CONDORCET = fusionMethod(
  'Condorcet',
  'votes',
  v.strictObject({ method: v.literal('condorcet') }),
  condorcet,
);
