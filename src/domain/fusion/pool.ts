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
  return { ids, lists: rankings.map((ranking) => pooledList(ranking, positions)) };
}

function pooledList(ranking: Ranking, positions: ReadonlyMap<DocId, number>): PooledList {
  const scores = new Float64Array(positions.size).fill(NaN);
  const present = new Int32Array(ranking.length);
  ranking.forEach(({ id, score }, i) => {
    const position = positions.get(id)!;
    if (!Number.isFinite(score)) throw new RangeError(`the score of document “${id}” is ${score}`);
    if (!Number.isNaN(scores[position])) throw new RangeError(`document “${id}” is in a list twice`);
    scores[position] = score;
    present[i] = position;
  });
  const docs = bestFirst(scores, present.sort());
  const ranks = new Int32Array(positions.size);
  docs.forEach((position, i) => (ranks[position] = i + 1));
  return { length: ranking.length, scores, ranks, docs };
}
