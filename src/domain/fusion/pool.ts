import { compareBytes } from '../run/order';
import type { DocId, Ranking } from '../../base/types';
import { bestFirst } from './best-first';

/** One list, seen from the pool. Arrays are shared: nobody writes to them. */
export interface PooledList {
  readonly length: number;
  readonly scores: Float64Array;
  /** By pooled document: its rank in trec order, from 1; 0 where the list does not have it. */
  readonly ranks: Int32Array;
  /** By rank − 1: which pooled document is there. */
  readonly docs: Int32Array;
}

export interface Pool {
  /** Documents of any list, descending by bytes: of equal scores the lower position comes first, as in trec_eval. */
  readonly ids: readonly DocId[];
  readonly lists: readonly PooledList[];
}

/** @throws {RangeError} if a list has a document twice, or a score that is not finite */
export function poolOf(rankings: readonly Ranking[]): Pool {
  const found = new Set<DocId>();
  for (const ranking of rankings) for (const { id } of ranking) found.add(id);
  const ids = [...found].sort((a, b) => compareBytes(b, a));
  const positions = new Map(ids.map((id, position) => [id, position]));
  const list = (ranking: Ranking): PooledList =>
    pooledList(
      ids,
      Int32Array.from(ranking, ({ id }) => positions.get(id)!),
      Float64Array.from(ranking, ({ score }) => score),
    );
  return { ids, lists: rankings.map(list) };
}

/** @param positions of its documents among those pooled, in any order; they are sorted @param given their scores */
export function pooledList(ids: readonly DocId[], positions: Int32Array, given: Float64Array): PooledList {
  const scores = new Float64Array(ids.length).fill(NaN);
  positions.forEach((position, i) => {
    const score = given[i]!;
    if (!Number.isFinite(score)) throw new RangeError(`the score of document “${ids[position]!}” is ${score}`);
    if (!Number.isNaN(scores[position])) throw new RangeError(`document “${ids[position]!}” is in a list twice`);
    scores[position] = score;
  });
  const docs = bestFirst(scores, positions.sort());
  const ranks = new Int32Array(ids.length);
  docs.forEach((position, i) => (ranks[position] = i + 1));
  return { length: positions.length, scores, ranks, docs };
}
