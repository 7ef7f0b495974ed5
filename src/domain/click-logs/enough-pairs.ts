import type { ClickPairs } from './click-pairs';

/** Queries that have a pair: of half as many, simulated rankers lose most of what position bias costs. */
const MIN_PAIR_QUERIES = 200;
/** Over all lists. */
const MIN_PAIRS = 20_000;
/** Pairs in which the first position was clicked, and pairs in which it was not: position bias is relative to these. */
const MIN_PAIRS_AT_FIRST = 100;

/** Of pairs, counted over all lists. */
export interface PairCounts {
  readonly queries: number;
  readonly pairs: number;
  /** Pairs in which the first position was clicked, or was not: the fewer of both. All others are relative to it. */
  readonly first: number;
}

export type TooFewPairs =
  | { readonly why: 'queries'; readonly there: number; readonly needed: number }
  | { readonly why: 'pairs'; readonly there: number; readonly needed: number }
  | { readonly why: 'first'; readonly there: number; readonly needed: number };

export type CountedPairs = Pick<ClickPairs, 'query' | 'clickedAt' | 'otherAt' | 'lists'>;

/** @param counts whether a query of the log counts */
export function countPairs(
  { query, clickedAt, otherAt, lists }: CountedPairs,
  counts: (query: number) => boolean,
): PairCounts {
  const queries = new Set<number>();
  let [pairs, clicked, other] = [0, 0, 0];
  // Pairs of a query stand together: a log has hundreds of thousands of them, and the page waits.
  let [last, isCounted] = [-1, false];
  for (let pair = 0; pair < lists.length; pair++) {
    const own = query[pair]!;
    if (own !== last) {
      last = own;
      isCounted = counts(own);
      if (isCounted) queries.add(own);
    }
    if (!isCounted) continue;
    const n = lists[pair]!;
    pairs += n;
    if (clickedAt[pair] === 1) clicked += n;
    if (otherAt[pair] === 1) other += n;
  }
  return { queries: queries.size, pairs, first: Math.min(clicked, other) };
}

/** Why a ranker cannot be learned from so many pairs; null where it can. */
export function tooFewPairs({ queries, pairs, first }: PairCounts): TooFewPairs | null {
  if (queries < MIN_PAIR_QUERIES) return { why: 'queries', there: queries, needed: MIN_PAIR_QUERIES };
  if (pairs < MIN_PAIRS) return { why: 'pairs', there: pairs, needed: MIN_PAIRS };
  return first < MIN_PAIRS_AT_FIRST ? { why: 'first', there: first, needed: MIN_PAIRS_AT_FIRST } : null;
}

/**
 * Queries of a log that a ranker is learned from, those with most pairs first.
 *
 * @param isHeldOut whether a query is a judged question: what is learned is compared on these
 */
export function queriesToLearnFrom(
  { query, lists }: CountedPairs,
  isHeldOut: (query: number) => boolean,
  most: number,
): number[] {
  const pairs = new Map<number, number>();
  for (const [pair, n] of lists.entries())
    if (!isHeldOut(query[pair]!)) pairs.set(query[pair]!, (pairs.get(query[pair]!) ?? 0) + n);
  return [...pairs]
    .sort(([a, m], [b, n]) => n - m || a - b)
    .slice(0, most)
    .map(([each]) => each);
}
