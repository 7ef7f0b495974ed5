import * as v from 'valibot';
import { fusionMethod, weights } from '../method';
import type { Pool } from '../pool';

/** Votes that differ by less than this share of all of them are equal: 0.1 + 0.2 must not beat 0.3. */
const ROUNDING = 1e-12;

/** Methods in which each list votes by its ranks; without weights, each alike. */
export const VOTE_FUSIONS = {
  /** `w_bordafuse` of ranx. */
  'w-bordafuse': fusionMethod(
    'Weighted Borda',
    'votes',
    v.strictObject({ method: v.literal('w-bordafuse'), weights }),
    (pool, { weights }) => bordafuse(pool, weights),
  ),
  /** `bordafuse` of ranx. */
  bordafuse: fusionMethod('Borda', 'votes', v.strictObject({ method: v.literal('bordafuse') }), (pool) =>
    bordafuse(pool, evenly(pool)),
  ),
  'w-condorcet': fusionMethod(
    'Weighted Condorcet',
    'votes',
    v.strictObject({ method: v.literal('w-condorcet'), weights }),
    (pool, { weights }) => condorcet(pool, weights),
  ),
  condorcet: fusionMethod('Condorcet', 'votes', v.strictObject({ method: v.literal('condorcet') }), (pool) =>
    condorcet(pool, evenly(pool)),
  ),
};

const evenly = ({ lists }: Pool): number[] => lists.map(() => 1);

/**
 * Borda-fuse: each list gives wᵢ · (N − rᵢ + 1) points, N being the number of pooled documents. Those that it does not
 * have share the points that are left: wᵢ · (N − nᵢ + 1) / 2 each, for a list of nᵢ.
 * Aslam and Montague, “Models for Metasearch”, SIGIR 2001.
 */
function bordafuse(pool: Pool, weights: readonly number[]): Float64Array {
  const pooled = pool.ids.length;
  const fused = new Float64Array(pooled);
  pool.lists.forEach(({ ranks, length }, i) => {
    const weight = weights[i]!;
    const left = (pooled - length + 1) / 2;
    for (let doc = 0; doc < pooled; doc++) fused[doc]! += weight * (ranks[doc]! > 0 ? pooled - ranks[doc]! + 1 : left);
  });
  return fused;
}

/**
 * Condorcet fusion, in Copeland's form: a document gets the number of documents that it beats minus the number of those
 * that beat it, in votes of all lists on each pair. A list votes with its weight for the document that it ranks higher,
 * or that it alone of the two has; not at all where it has neither.
 *
 * Montague and Aslam sort by that vote as a comparator: where the majority is a cycle, the order depends on the sorting
 * algorithm and its starting order, and ranx's results change with it. Copeland's count does not, and agrees with
 * theirs in what they prove: of documents in different strongly connected components of the majority graph, the one in
 * the higher component is first. So the Condorcet winner is first, and without cycles and ties both orders are the
 * same. Inside a cycle counts may be equal, and the order is that of ties. Time grows with the square of the pooled
 * documents.
 *
 * Montague and Aslam, “Condorcet Fusion for Improved Retrieval”, CIKM 2002; Copeland, “A Reasonable Social Welfare
 * Function”, 1951.
 */
function condorcet(pool: Pool, weights: readonly number[]): Float64Array {
  const pooled = pool.ids.length;
  const ranks = pool.lists.map((list) => list.ranks.map((rank) => (rank === 0 ? pooled + 1 : rank)));
  const equal = ROUNDING * weights.reduce((sum, weight) => sum + weight, 0);
  const fused = new Float64Array(pooled);
  const votes = new Float64Array(pooled);
  for (let doc = 0; doc < pooled; doc++) {
    votes.fill(0, doc + 1);
    for (let i = 0; i < ranks.length; i++) vote(ranks[i]!, weights[i]!, doc, votes);
    for (let other = doc + 1; other < pooled; other++) {
      const won = Number(votes[other]! > equal) - Number(votes[other]! < -equal);
      fused[doc]! += won;
      fused[other]! -= won;
    }
  }
  return fused;
}

/** Adds a list's votes for `doc` against each document after it; negative are those for the other. */
function vote(ranks: Int32Array, weight: number, doc: number, votes: Float64Array): void {
  const rank = ranks[doc]!;
  for (let other = doc + 1; other < ranks.length; other++) {
    const behind = ranks[other]! - rank;
    // Sign bits instead of branches, which no processor can predict here: they made this twice as slow.
    votes[other]! += weight * ((-behind >>> 31) - (behind >>> 31));
  }
}
