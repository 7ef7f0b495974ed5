import { bestFirst } from './best-first';
import type { RankWindow } from './method';
import type { Pool, PooledList } from './pool';

/** The pool of what a window lets in, with the place of each of its documents in the whole pool. */
export interface WindowedPool {
  readonly pool: Pool;
  readonly places: Int32Array;
}

/** The first of each list alone: as if the lists had ended there. @param lists how many of each */
export function withinWindow({ ids, lists: whole }: Pool, lists: number): WindowedPool {
  const position = new Int32Array(ids.length).fill(-1);
  for (const { docs } of whole) for (const doc of docs.subarray(0, lists)) position[doc] = 0;
  const places = Int32Array.from(position.keys()).filter((doc) => position[doc] === 0);
  places.forEach((doc, at) => (position[doc] = at));
  const inner = whole.map(({ docs, scores }): PooledList => {
    const kept = docs.subarray(0, lists).map((doc) => position[doc]!);
    const own = new Float64Array(places.length).fill(NaN);
    const ranks = new Int32Array(places.length);
    kept.forEach((at, place) => {
      own[at] = scores[places[at]!]!;
      ranks[at] = place + 1;
    });
    return { length: kept.length, scores: own, ranks, docs: kept };
  });
  return { pool: { ids: Array.from(places, (doc) => ids[doc]!), lists: inner }, places };
}

/**
 * Scores of a windowed pool as scores of the whole one, of so many documents.
 * @returns −Infinity for what is not in the fused list: outside every window, or below where the fused list is cut
 */
export function outsideWindow(
  scores: Float64Array,
  { places }: WindowedPool,
  { fused }: RankWindow,
  size: number,
): Float64Array {
  const all = new Float64Array(size).fill(-Infinity);
  for (const at of bestFirst(scores).subarray(0, fused)) all[places[at]!] = scores[at]!;
  return all;
}
