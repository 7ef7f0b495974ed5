import type { ClickCells, PositionCounts } from './click-cells';

/** By pair of query and passage, in the order of the cells. */
export interface ClickRates {
  readonly query: Int32Array;
  readonly doc: Int32Array;
  readonly shown: Int32Array;
  readonly clicks: Int32Array;
  /** Clicks that the positions where it was shown get of all passages together. */
  readonly expected: Float64Array;
  /** Clicks over expected clicks: 1 is as much as any; NaN where none were expected. */
  readonly coec: Float64Array;
}

/**
 * Clicks over expected clicks of each passage for each query: what is expected is the click-through rate of the positions
 * where it was shown, over all queries and passages. Each impression counts one. Zhang and Jones, “Comparing click logs and
 * editorial labels for training query rewriting”, WWW workshop on query log analysis, 2007.
 *
 * A position is judged by what stands there: where better passages stand above, COEC takes from them what is theirs. It needs no
 * propensities, and says what it says of this log's ranking.
 *
 * @param counts of the same cells
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

/** By pair, in the order of the cells. */
export interface WeightedRates {
  /** Clicks an impression that the passage would get at the first position; may be above 1. NaN where nothing is known. */
  readonly rate: Float64Array;
  /** Impressions at equal weights that are worth as much: (Σ w)² / Σ w², Kish 1965. */
  readonly effective: Float64Array;
}

/** The lowest propensity that a click is divided by: one click counts as ten at most. */
export const CLIP = 0.1;

/**
 * Click rates with inverse-propensity weights: a click at a position that is examined half as often as the first counts
 * twice. Clipped, so that a rare click far below does not decide alone; clipping makes rates of low positions too small.
 * Joachims, Swaminathan and Schnabel, “Unbiased learning-to-rank with biased feedback”, WSDM, 2017.
 *
 * @param propensities by position − 1; impressions at a position without one (NaN) are left out
 */
export function weightedRates(cells: ClickCells, propensities: Float64Array, clip = CLIP): WeightedRates {
  const pairs = cells.pairs.length - 1;
  const rates: WeightedRates = { rate: new Float64Array(pairs), effective: new Float64Array(pairs) };
  for (let pair = 0; pair < pairs; pair++) {
    let [shown, clicks, weights, squares] = [0, 0, 0, 0];
    for (let cell = cells.pairs[pair]!; cell < cells.pairs[pair + 1]!; cell++) {
      const propensity = propensities[cells.position[cell]! - 1] ?? NaN;
      if (Number.isNaN(propensity)) continue;
      const weight = 1 / Math.max(propensity, clip);
      shown += cells.shown[cell]!;
      clicks += weight * cells.clicks[cell]!;
      weights += weight * cells.shown[cell]!;
      squares += weight * weight * cells.shown[cell]!;
    }
    rates.rate[pair] = shown > 0 ? clicks / shown : NaN;
    rates.effective[pair] = shown > 0 ? weights ** 2 / squares : 0;
  }
  return rates;
}
