import { valueOf } from '../../base/containers';

export interface Impression {
  readonly query: string;
  /** A passage is there once. Positions count from 1. */
  readonly shown: readonly { readonly doc: string; readonly position: number; readonly clicked: boolean }[];
}

/** By pair of a query and a passage that was shown for it, sorted by query and passage. */
export interface ClickRates {
  readonly query: Int32Array;
  readonly doc: Int32Array;
  readonly shown: Int32Array;
  readonly clicks: Int32Array;
  readonly expected: Float64Array;
  readonly coec: Float64Array;
}

/** Texts and ids are kept once and named by positions; who searched is in none of it. */
export interface ClickSummary {
  readonly queries: readonly string[];
  readonly asked: Int32Array;
  readonly docs: readonly string[];
  readonly rates: ClickRates;
}

/** Two queries are one where only case and white space tell them apart. */
const keyOf = (query: string): string => query.trim().replace(/\s+/g, ' ').toLowerCase();

export class Names {
  readonly all: string[] = [];
  readonly #positions = new Map<string, number>();
  /** The last one: equal texts mostly stand together, and comparing one is faster than looking it up. */
  #last = '';
  #position = -1;

  positionOf(name: string, key = name): number {
    if (this.#position >= 0 && key === this.#last) return this.#position;
    this.#last = key;
    return (this.#position = valueOf(this.#positions, key, () => this.all.push(name) - 1));
  }
}

type Counts = ReturnType<typeof none>;

/** More than any list has: a passage and a position are one number. */
const MAX_POSITIONS = 2 ** 22;

export class ClickLogBuilder {
  readonly #queries = new Names();
  readonly #typed = new Map<string, number>();
  readonly #docs = new Names();
  readonly #asked: number[] = [];
  /** By query, by passage and position. */
  readonly #cells: Map<number, Counts>[] = [];

  add({ query, shown }: Impression): void {
    const at = valueOf(this.#typed, query, () => this.#queries.positionOf(query.trim(), keyOf(query)));
    this.#asked[at] = (this.#asked[at] ?? 0) + 1;
    const cells = (this.#cells[at] ??= new Map<number, Counts>());
    for (const { doc, position, clicked } of shown)
      count(valueOf(cells, this.#docs.positionOf(doc) * MAX_POSITIONS + position, none), 1, Number(clicked));
  }

  /**
   * Clicks over expected clicks, expected by the click-through rate of the positions over all queries and passages.
   * Better passages above take from it. Zhang and Jones, WWW workshop on query log analysis, 2007.
   */
  finish(): ClickSummary {
    const positions: Counts[] = [];
    for (const cells of this.#cells)
      for (const [key, { shown, clicks }] of cells) count((positions[key % MAX_POSITIONS] ??= none()), shown, clicks);
    const pairs: (Counts & { readonly query: number; readonly doc: number; expected: number })[] = [];
    for (const [query, cells] of this.#cells.entries())
      for (const [key, { shown, clicks }] of [...cells].sort(([a], [b]) => a - b)) {
        const doc = Math.floor(key / MAX_POSITIONS);
        let pair = pairs.at(-1);
        if (pair?.query !== query || pair.doc !== doc) pairs.push((pair = { query, doc, ...none(), expected: 0 }));
        const position = positions[key % MAX_POSITIONS]!;
        count(pair, shown, clicks);
        pair.expected += (shown * position.clicks) / position.shown;
      }
    const rates = {
      query: Int32Array.from(pairs, ({ query }) => query),
      doc: Int32Array.from(pairs, ({ doc }) => doc),
      shown: Int32Array.from(pairs, ({ shown }) => shown),
      clicks: Int32Array.from(pairs, ({ clicks }) => clicks),
      expected: Float64Array.from(pairs, ({ expected }) => expected),
      coec: Float64Array.from(pairs, ({ clicks, expected }) => (expected > 0 ? clicks / expected : NaN)),
    };
    return { queries: this.#queries.all, asked: Int32Array.from(this.#asked), docs: this.#docs.all, rates };
  }
}

const none = () => ({ shown: 0, clicks: 0 });

function count(counts: Counts, shown: number, clicks: number): void {
  counts.shown += shown;
  counts.clicks += clicks;
}
