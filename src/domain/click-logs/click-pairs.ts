import { valueOf } from '../../base/containers';
import { discounts } from '../ltr/gain';
import type { ClickLog } from './click-log';
import { GrowingIntegers } from './growing';

/** Positions that pairs are counted at: below them little is clicked. */
export const PAIR_POSITIONS = 10;

/**
 * Of lists that were shown, every clicked passage with every other one: sums over all lists of the same query, passages and
 * positions. Parallel, ordered by query.
 */
export interface ClickPairs {
  readonly query: Int32Array;
  /** The passage that was clicked, and the one that was not, by their positions in the log’s `docs`. */
  readonly clicked: Int32Array;
  readonly other: Int32Array;
  /** Where they stood, from 1 to {@link PAIR_POSITIONS}. */
  readonly clickedAt: Int32Array;
  readonly otherAt: Int32Array;
  /** Lists that had the pair. */
  readonly lists: Int32Array;
  /** Of these lists the sum of 1 / ideal DCG, which is that of all clicked passages at the top. */
  readonly weight: Float64Array;
}

const COLUMNS = ['query', 'clicked', 'other', 'clickedAt', 'otherAt'] as const;

/** @throws {RangeError} for a log of more passages than a number can name pairs of */
export function clickPairs(log: ClickLog): ClickPairs {
  if (log.docs.length ** 2 * PAIR_POSITIONS ** 2 > Number.MAX_SAFE_INTEGER)
    throw new RangeError('more passages than a number can name pairs of');
  const { order, starts } = byQuery(log);
  const [query, clicked, other, clickedAt, otherAt] = COLUMNS.map(() => new GrowingIntegers());
  const [lists, weights, ideals] = [[] as number[], [] as number[], new Map<number, number>()];
  for (let q = 0; q < log.queries.length; q++) {
    const known = new Map<number, number>();
    for (let i = starts[q]!; i < starts[q + 1]!; i++) {
      const split = splitByClick(log, order[i]!);
      if (split.clicked.length === 0 || split.others.length === 0) continue;
      const weight = 1 / valueOf(ideals, split.clicked.length, () => idealOf(split.clicked.length));
      for (const one of split.clicked)
        for (const two of split.others) {
          const [a, b, p, r] = [log.doc[one]!, log.doc[two]!, log.position[one]!, log.position[two]!];
          const key = ((a * log.docs.length + b) * PAIR_POSITIONS + p - 1) * PAIR_POSITIONS + r - 1;
          let at = known.get(key);
          if (at === undefined) {
            at = lists.push(0) - 1;
            weights.push(0);
            known.set(key, at);
            query!.push(q);
            clicked!.push(a);
            other!.push(b);
            clickedAt!.push(p);
            otherAt!.push(r);
          }
          lists[at]!++;
          weights[at]! += weight;
        }
    }
  }
  return {
    query: query!.finish(),
    clicked: clicked!.finish(),
    other: other!.finish(),
    clickedAt: clickedAt!.finish(),
    otherAt: otherAt!.finish(),
    lists: Int32Array.from(lists),
    weight: Float64Array.from(weights),
  };
}

/** Places of the passages of a list at the first positions, by whether they were clicked. */
function splitByClick({ starts, position, clicked }: ClickLog, impression: number) {
  const split = { clicked: [] as number[], others: [] as number[] };
  for (let s = starts[impression]!; s < starts[impression + 1]!; s++)
    if (position[s]! <= PAIR_POSITIONS) (clicked[s] === 1 ? split.clicked : split.others).push(s);
  return split;
}

/** Impressions in the order of their queries. */
function byQuery({ query, queries }: ClickLog): { readonly order: Int32Array; readonly starts: Int32Array } {
  const starts = new Int32Array(queries.length + 1);
  for (const each of query) starts[each + 1]!++;
  for (let i = 0; i < queries.length; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const order = new Int32Array(query.length);
  for (let i = 0; i < query.length; i++) order[next[query[i]!]!++] = i;
  return { order, starts };
}

const idealOf = (clicked: number): number => discounts(clicked).reduce((sum, each) => sum + each, 0);

/**
 * Pairs under other numbers of queries and passages.
 *
 * @param queryOf, docOf undefined for what is left out, with its pairs
 */
export function renumberedPairs(
  pairs: ClickPairs,
  queryOf: (query: number) => number | undefined,
  docOf: (doc: number) => number | undefined,
): ClickPairs {
  const kept: number[] = [];
  for (const [pair, query] of pairs.query.entries())
    if (
      queryOf(query) !== undefined &&
      docOf(pairs.clicked[pair]!) !== undefined &&
      docOf(pairs.other[pair]!) !== undefined
    )
      kept.push(pair);
  const column = (of: (pair: number) => number): Int32Array => Int32Array.from(kept, of);
  return {
    query: column((pair) => queryOf(pairs.query[pair]!)!),
    clicked: column((pair) => docOf(pairs.clicked[pair]!)!),
    other: column((pair) => docOf(pairs.other[pair]!)!),
    clickedAt: column((pair) => pairs.clickedAt[pair]!),
    otherAt: column((pair) => pairs.otherAt[pair]!),
    lists: column((pair) => pairs.lists[pair]!),
    weight: Float64Array.from(kept, (pair) => pairs.weight[pair]!),
  };
}
