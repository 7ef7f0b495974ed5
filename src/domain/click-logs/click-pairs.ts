import { valueOf } from '../../base/containers';
import { discounts } from '../ltr/gain';
import { mixed } from '../statistics/random';
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

/** @throws {RangeError} for a log of more passages than a number can name pairs of */
export function clickPairs(log: ClickLog): ClickPairs {
  if (log.docs.length ** 2 * PAIR_POSITIONS ** 2 > Number.MAX_SAFE_INTEGER)
    throw new RangeError('more passages than a number can name pairs of');
  const { order, starts } = byQuery(log);
  const sums = new PairSums();
  const ideals = new Map<number, number>();
  const [clicked, others]: [number[], number[]] = [[], []];
  for (let q = 0; q < log.queries.length; q++) {
    sums.startQuery(q);
    for (let i = starts[q]!; i < starts[q + 1]!; i++) {
      splitByClick(log, order[i]!, clicked, others);
      if (clicked.length === 0 || others.length === 0) continue;
      const weight = 1 / valueOf(ideals, clicked.length, () => idealOf(clicked.length));
      for (const one of clicked)
        for (const two of others)
          sums.add(log.doc[one]!, log.doc[two]!, log.position[one]!, log.position[two]!, weight);
    }
  }
  return sums.finish();
}

/** Pairs of one query after those of another, found by a hash table that is used again for each of them. */
class PairSums {
  readonly #query = new GrowingIntegers();
  readonly #clicked = new GrowingIntegers();
  readonly #other = new GrowingIntegers();
  readonly #clickedAt = new GrowingIntegers();
  readonly #otherAt = new GrowingIntegers();
  readonly #lists: number[] = [];
  readonly #weights: number[] = [];
  /** Pairs by their hashes, as 1 + their place. Those before {@link #first} are of other queries: free to be written over. */
  #slots = new Int32Array(1024);
  #first = 0;
  #now = 0;

  startQuery(query: number): void {
    this.#now = query;
    this.#first = this.#lists.length;
  }

  add(clicked: number, other: number, clickedAt: number, otherAt: number, weight: number): void {
    let slot = this.#slotOf(clicked, other, clickedAt, otherAt);
    let at = this.#slots[slot]! - 1;
    if (at < this.#first) {
      at = this.#lists.length;
      if (2 * (at - this.#first) >= this.#slots.length) {
        this.#grow();
        slot = this.#slotOf(clicked, other, clickedAt, otherAt);
      }
      this.#slots[slot] = at + 1;
      this.#query.push(this.#now);
      this.#clicked.push(clicked);
      this.#other.push(other);
      this.#clickedAt.push(clickedAt);
      this.#otherAt.push(otherAt);
      this.#lists.push(0);
      this.#weights.push(0);
    }
    this.#lists[at]!++;
    this.#weights[at]! += weight;
  }

  finish(): ClickPairs {
    return {
      query: this.#query.finish(),
      clicked: this.#clicked.finish(),
      other: this.#other.finish(),
      clickedAt: this.#clickedAt.finish(),
      otherAt: this.#otherAt.finish(),
      lists: Int32Array.from(this.#lists),
      weight: Float64Array.from(this.#weights),
    };
  }

  /** Where a pair of this query is, or where it is to be put. */
  #slotOf(clicked: number, other: number, clickedAt: number, otherAt: number): number {
    const last = this.#slots.length - 1;
    const hash = mixed(Math.imul(mixed(clicked) ^ other, 128) + clickedAt * PAIR_POSITIONS + otherAt);
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const at = this.#slots[slot]! - 1;
      if (at < this.#first) return slot;
      if (
        this.#clicked.at(at) === clicked &&
        this.#other.at(at) === other &&
        this.#clickedAt.at(at) === clickedAt &&
        this.#otherAt.at(at) === otherAt
      )
        return slot;
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(4 * this.#slots.length);
    for (let at = this.#first; at < this.#lists.length; at++) {
      const [clicked, other] = [this.#clicked.at(at), this.#other.at(at)];
      this.#slots[this.#slotOf(clicked, other, this.#clickedAt.at(at), this.#otherAt.at(at))] = at + 1;
    }
  }
}

/** Places of the passages of a list at the first positions, by whether they were clicked; into two lists. */
function splitByClick(
  { starts, position, clicked }: ClickLog,
  impression: number,
  intoClicked: number[],
  intoOthers: number[],
): void {
  intoClicked.length = 0;
  intoOthers.length = 0;
  for (let s = starts[impression]!; s < starts[impression + 1]!; s++)
    if (position[s]! <= PAIR_POSITIONS) (clicked[s] === 1 ? intoClicked : intoOthers).push(s);
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
