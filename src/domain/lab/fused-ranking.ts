import { bestFirst } from '../fusion/best-first';
import { JudgedRanking, type MetNeeds } from '../measures/judge';
import type { DocId, Need } from '../../base/types';
import type { LabQuestion } from './questions';

/** Up to so many watched documents their ranks are counted, which is then faster than sorting the pool. */
const COUNTED = 24;

/**
 * The fused ranking as measures see it, cut at the depth: what `judge` makes of the list of `fusePool`, without that
 * list. Measures ask only where the watched documents stand; all others are `undefined`.
 * @param scores by pooled document; −Infinity for one that the list does not have
 */
export function judgedFusion(question: LabQuestion, scores: Float64Array, depth: number): JudgedRanking {
  const { watched, pooledGrades, grades, needs, pool } = question;
  const byRank = new Array<number | undefined>(Math.min(foundIn(scores), depth)).fill(undefined);
  const ranks = watched.length > COUNTED ? sortedRanks(scores, watched) : countedRanks(scores, watched);
  for (let i = 0; i < watched.length; i++)
    if (ranks[i]! <= byRank.length) byRank[ranks[i]! - 1] = pooledGrades[watched[i]!];
  return new JudgedRanking(byRank, grades, needs && metNeeds(needs, pool.ids, watched, ranks, byRank.length));
}

function foundIn(scores: Float64Array): number {
  let found = 0;
  for (let doc = 0; doc < scores.length; doc++) if (scores[doc] !== -Infinity) found++;
  return found;
}

/** The rank of a document is one more than how many stand above it: of equal scores the lower position does. */
function countedRanks(scores: Float64Array, watched: Int32Array): Int32Array {
  const ranks = new Int32Array(watched.length);
  for (let i = 0; i < watched.length; i++) {
    const own = watched[i]!;
    const score = scores[own]!;
    let above = 0;
    for (let doc = 0; doc < own; doc++) if (scores[doc]! >= score) above++;
    for (let doc = own + 1; doc < scores.length; doc++) if (scores[doc]! > score) above++;
    ranks[i] = above + 1;
  }
  return ranks;
}

function sortedRanks(scores: Float64Array, watched: Int32Array): Int32Array {
  const order = bestFirst(scores);
  const ranks = new Int32Array(scores.length);
  for (let place = 0; place < order.length; place++) ranks[order[place]!] = place + 1;
  return watched.map((doc) => ranks[doc]!);
}

function metNeeds(
  needs: readonly Need[],
  ids: readonly DocId[],
  watched: Int32Array,
  ranks: Int32Array,
  length: number,
): MetNeeds {
  const rankOf = new Map<DocId, number>();
  watched.forEach((doc, i) => {
    if (ranks[i]! <= length) rankOf.set(ids[doc]!, ranks[i]!);
  });
  const first = (need: Need): number =>
    need.docs.reduce((best, doc) => Math.min(best, rankOf.get(doc) ?? Infinity), Infinity);
  return { total: needs.length, ranks: needs.map(first) };
}
