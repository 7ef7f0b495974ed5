import * as v from 'valibot';
import { addByPlace } from '../columns';
import { fusionMethod, notNegative, probability, weights } from '../method';
import type { Pool } from '../pool';

/** Methods of the ranks rᵢ, from 1, in trec order; a list without the document adds 0. */
export const RANK_FUSIONS = {
  /** Σ wᵢ / (c + rᵢ), c a number or half of each list. Cormack, Clarke and Büttcher, SIGIR 2009; `rrf` of ranx. */
  rrf: fusionMethod(
    'Reciprocal rank fusion',
    'ranks',
    'rrf',
    { constant: v.union([notNegative, v.literal('half-length')]), weights },
    (pool, { constant, weights }) =>
      addByPlace(pool, ({ length }, i) => {
        const c = constant === 'half-length' ? length / 2 : constant;
        return (place) => weights[i]! / (c + place + 1);
      }),
  ),

  /** c · Σ 1 / rᵢ², c lists with the document. Mourão, Martins and Magalhães 2015, as its variants; `isr` of ranx. */
  isr: fusionMethod('ISR', 'ranks', 'isr', {}, (pool) => inverseSquareRanks(pool, (count) => count)),

  /** ln(c) · Σ 1 / rᵢ²: what one list alone has gets 0. `log_isr` of ranx. */
  'log-isr': fusionMethod('Log ISR', 'ranks', 'log-isr', {}, (pool) =>
    inverseSquareRanks(pool, (count) => Math.log(count)),
  ),

  /** ln(c + σ) · Σ 1 / rᵢ², σ from 0 (Log_ISR) to 1. `logn_isr` of ranx, which takes σ = 0.01. */
  'logn-isr': fusionMethod('LogN ISR', 'ranks', 'logn-isr', { sigma: probability }, (pool, { sigma }) =>
    inverseSquareRanks(pool, (count) => Math.log(count + sigma)),
  ),

  /** Rank-biased centroids: Σ (1 − φ) · φ^(rᵢ − 1). Bailey, Moffat, Scholer and Thomas, SIGIR 2017; `rbc` of ranx. */
  rbc: fusionMethod('Rank-biased centroids', 'ranks', 'rbc', { persistence: probability }, (pool, { persistence }) =>
    addByPlace(pool, () => (place) => (1 - persistence) * persistence ** place),
  ),
};

function inverseSquareRanks(pool: Pool, factor: (count: number) => number): Float64Array {
  const fused = addByPlace(pool, () => (place) => 1 / (place + 1) ** 2);
  const counts = addByPlace(pool, () => () => 1);
  const factors = Float64Array.from({ length: pool.lists.length + 1 }, (_, count) => factor(count));
  for (let doc = 0; doc < fused.length; doc++) fused[doc]! *= factors[counts[doc]!]!;
  return fused;
}

/** Votes that differ by less than this share of all of them are equal: 0.1 + 0.2 must not beat 0.3. */
const ROUNDING = 1e-12;

/** Methods in which each list votes by its ranks; without weights, each alike. */
export const VOTE_FUSIONS = {
  'w-bordafuse': fusionMethod('Weighted Borda', 'votes', 'w-bordafuse', { weights }, (pool, { weights }) =>
    bordafuse(pool, weights),
  ),
  bordafuse: fusionMethod('Borda', 'votes', 'bordafuse', {}, (pool) => bordafuse(pool, evenly(pool))),
  'w-condorcet': fusionMethod('Weighted Condorcet', 'votes', 'w-condorcet', { weights }, (pool, { weights }) =>
    condorcet(pool, weights),
  ),
  condorcet: fusionMethod('Condorcet', 'votes', 'condorcet', {}, (pool) => condorcet(pool, evenly(pool))),
};

const evenly = ({ lists }: Pool): number[] => lists.map(() => 1);

/** Σ wᵢ · (N − rᵢ + 1), N pooled; lacking ones get wᵢ · (N − nᵢ + 1) / 2. Aslam and Montague, SIGIR 2001. */
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
 * Condorcet fusion (Montague and Aslam, CIKM 2002) in Copeland's form (1951): documents that it beats minus those that
 * beat it, by weighted votes of all lists; a list votes for what it ranks higher, or alone has. In cycles the order of
 * Montague and Aslam, and of ranx, depends on the sorting algorithm. Time grows with the square of the pool.
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

function vote(ranks: Int32Array, weight: number, doc: number, votes: Float64Array): void {
  const rank = ranks[doc]!;
  for (let other = doc + 1; other < ranks.length; other++) {
    const behind = ranks[other]! - rank;
    // Sign bits instead of branches, which no processor can predict here: they made this twice as slow.
    votes[other]! += weight * ((-behind >>> 31) - (behind >>> 31));
  }
}
