import { type ClickLog, GrowingIntegers } from './click-log';

export interface ClickCells {
  readonly query: Int32Array;
  readonly doc: Int32Array;
  readonly position: Int32Array;
  readonly shown: Int32Array;
  readonly clicks: Int32Array;
  readonly pairs: Int32Array;
}

/** Sorted by query, passage and position. @throws {RangeError} for too many combinations for a number */
export function clickCells(log: ClickLog): ClickCells {
  const { query, starts, doc, position, clicked } = log;
  const docs = Math.max(1, log.docs.length);
  const positions = position.reduce((most, each) => Math.max(most, each), 0) + 1;
  if (log.queries.length * docs * positions * 2 > Number.MAX_SAFE_INTEGER)
    throw new RangeError('more queries, passages and positions than a number can name');
  // By query first: many short sorts take less than a long one.
  const ends = new Int32Array(log.queries.length + 1);
  for (let i = 0; i < query.length; i++) ends[query[i]! + 1]! += starts[i + 1]! - starts[i]!;
  for (let q = 0; q < log.queries.length; q++) ends[q + 1]! += ends[q]!;
  const keys = new Float64Array(ends.at(-1)!);
  const next = ends.slice();
  for (let i = 0; i < query.length; i++) {
    const own = query[i]!;
    for (let s = starts[i]!; s < starts[i + 1]!; s++)
      keys[next[own]!++] = ((own * docs + doc[s]!) * positions + position[s]!) * 2 + clicked[s]!;
  }
  for (let q = 0; q < log.queries.length; q++)
    if (ends[q + 1]! - ends[q]! > 1) keys.subarray(ends[q], ends[q + 1]).sort();
  return grouped(keys, docs, positions);
}

function grouped(keys: Float64Array, docs: number, positions: number): ClickCells {
  const begins = new GrowingIntegers();
  const pairs = new GrowingIntegers();
  let [lastCell, lastPair] = [-1, -1];
  for (let i = 0; i < keys.length; i++) {
    const cell = Math.floor(keys[i]! / 2);
    if (cell === lastCell) continue;
    const pair = Math.floor(cell / positions);
    if (pair !== lastPair) pairs.push(begins.length);
    begins.push(i);
    lastCell = cell;
    lastPair = pair;
  }
  pairs.push(begins.length);
  const first = begins.finish();
  const cellOf = (i: number): number => Math.floor(keys[i]! / 2);
  const pairOf = (i: number): number => Math.floor(cellOf(i) / positions);
  const shown = first.map((begin, cell) => (first[cell + 1] ?? keys.length) - begin);
  return {
    query: first.map((i) => Math.floor(pairOf(i) / docs)),
    doc: first.map((i) => pairOf(i) % docs),
    position: first.map((i) => cellOf(i) % positions),
    shown,
    clicks: first.map((begin, cell) => {
      let clicks = 0;
      for (let i = begin; i < begin + shown[cell]!; i++) clicks += keys[i]! % 2;
      return clicks;
    }),
    pairs: pairs.finish(),
  };
}

export interface PositionCounts {
  readonly shown: Float64Array;
  readonly clicks: Float64Array;
}

export function positionCounts({ position, shown, clicks }: ClickCells): PositionCounts {
  const length = position.reduce((most, each) => Math.max(most, each), 0);
  const counts = { shown: new Float64Array(length), clicks: new Float64Array(length) };
  for (const [i, each] of position.entries()) {
    counts.shown[each - 1]! += shown[i]!;
    counts.clicks[each - 1]! += clicks[i]!;
  }
  return counts;
}

export interface ClickRates {
  readonly query: Int32Array;
  readonly doc: Int32Array;
  readonly shown: Int32Array;
  readonly clicks: Int32Array;
  readonly expected: Float64Array;
  readonly coec: Float64Array;
}

/**
 * Clicks over expected clicks: expected is the click-through rate of the positions where it was shown, over all queries
 * and passages. Zhang and Jones, WWW workshop on query log analysis, 2007. A position is judged by what stands there:
 * where better passages stand above, COEC takes from them.
 */
export function clickRates(cells: ClickCells, counts: PositionCounts): ClickRates {
  const pairs = cells.pairs.length - 1;
  const rates: ClickRates = {
    query: new Int32Array(pairs),
    doc: new Int32Array(pairs),
    shown: new Int32Array(pairs),
    clicks: new Int32Array(pairs),
    expected: new Float64Array(pairs),
    coec: new Float64Array(pairs),
  };
  for (let pair = 0; pair < pairs; pair++) {
    const from = cells.pairs[pair]!;
    rates.query[pair] = cells.query[from]!;
    rates.doc[pair] = cells.doc[from]!;
    for (let cell = from; cell < cells.pairs[pair + 1]!; cell++) {
      const k = cells.position[cell]! - 1;
      rates.shown[pair]! += cells.shown[cell]!;
      rates.clicks[pair]! += cells.clicks[cell]!;
      rates.expected[pair]! += (cells.shown[cell]! * counts.clicks[k]!) / counts.shown[k]!;
    }
    rates.coec[pair] = rates.expected[pair]! > 0 ? rates.clicks[pair]! / rates.expected[pair]! : NaN;
  }
  return rates;
}

export interface ClickSummary {
  readonly queries: readonly string[];
  readonly asked: Int32Array;
  readonly docs: readonly string[];
  readonly rates: ClickRates;
}

export function clickSummary(log: ClickLog): ClickSummary {
  const cells = clickCells(log);
  const asked = new Int32Array(log.queries.length);
  for (const query of log.query) asked[query]!++;
  return { queries: log.queries, asked, docs: log.docs, rates: clickRates(cells, positionCounts(cells)) };
}
