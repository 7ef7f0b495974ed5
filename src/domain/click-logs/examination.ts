import type { ClickCells } from './click-cells';

/** Largest change of a propensity in the last round. */
const TOLERANCE = 1e-6;
const MAX_ROUNDS = 2000;
/** Highest attractiveness to begin with: of one that is certain EM could not come back. */
const MOST = 0.99;

/**
 * Examination of positions by the position-based model: a passage is clicked where its position is examined and it
 * attracts, with chances θ of the position and γ of query and passage. Both are estimated by expectation maximisation;
 * only ratios of θ are identified, and those are what is returned, relative to the first position. Wang, Golbandi, Bendersky,
 * Metzler and Najork, “Position bias estimation for unbiased learning to rank in personal search”, WSDM, 2018, with an
 * attractiveness for each pair instead of their regression on features; the model is of Richardson, Dominowska and
 * Ragno, WWW, 2007.
 *
 * @param pairs that are read, each at several positions and with a click
 * @param reached positions that are read, the first among them
 * @returns `shown`: impressions that were read
 */
export function examinationByEm(
  cells: ClickCells,
  pairs: readonly number[],
  reached: ReadonlySet<number>,
  positions: number,
): { readonly propensities: Float64Array; readonly shown: number } {
  const read = readCells(cells, pairs, reached);
  const examined = new Float64Array(positions).fill(NaN);
  const attracts = new Float64Array(pairs.length);
  begin(read, examined, attracts);
  for (let round = 0; round < MAX_ROUNDS; round++) if (improve(read, examined, attracts) < TOLERANCE) break;
  const first = examined[0]!;
  return { propensities: examined.map((each) => each / first), shown: read.shown.reduce((sum, n) => sum + n, 0) };
}

/** Parallel, one a cell. */
interface ReadCells {
  /** Positions of the pairs among those that are read. */
  readonly pair: Int32Array;
  /** Position − 1. */
  readonly at: Int32Array;
  readonly shown: Float64Array;
  readonly clicks: Float64Array;
}

function readCells(cells: ClickCells, pairs: readonly number[], reached: ReadonlySet<number>): ReadCells {
  const chosen: number[] = [];
  const pair: number[] = [];
  for (const [i, each] of pairs.entries())
    for (let cell = cells.pairs[each]!; cell < cells.pairs[each + 1]!; cell++)
      if (reached.has(cells.position[cell]!)) {
        chosen.push(cell);
        pair.push(i);
      }
  return {
    pair: Int32Array.from(pair),
    at: Int32Array.from(chosen, (cell) => cells.position[cell]! - 1),
    shown: Float64Array.from(chosen, (cell) => cells.shown[cell]!),
    clicks: Float64Array.from(chosen, (cell) => cells.clicks[cell]!),
  };
}

/** From click rates: of positions relative to the highest, of pairs as they are. */
function begin({ pair, at, shown, clicks }: ReadCells, examined: Float64Array, attracts: Float64Array): void {
  const [byPosition, byPair] = [new Float64Array(2 * examined.length), new Float64Array(2 * attracts.length)];
  for (const [cell, n] of shown.entries()) {
    for (const [sums, i] of [
      [byPosition, at[cell]!],
      [byPair, pair[cell]!],
    ] as const) {
      sums[2 * i]! += clicks[cell]!;
      sums[2 * i + 1]! += n;
    }
  }
  for (const k of examined.keys())
    if (byPosition[2 * k + 1]! > 0) examined[k] = Math.max(1e-6, byPosition[2 * k]! / byPosition[2 * k + 1]!);
  const highest = examined.reduce((most, each) => (each > most ? each : most), 0);
  for (const k of examined.keys()) examined[k]! /= highest;
  for (const i of attracts.keys()) attracts[i] = Math.min(MOST, byPair[2 * i]! / byPair[2 * i + 1]!);
}

/** One round of expectation and maximisation, in place. @returns the largest change of a propensity */
function improve({ pair, at, shown, clicks }: ReadCells, examined: Float64Array, attracts: Float64Array): number {
  const [positionSums, positionShown] = [new Float64Array(examined.length), new Float64Array(examined.length)];
  const [pairSums, pairShown] = [new Float64Array(attracts.length), new Float64Array(attracts.length)];
  for (let cell = 0; cell < shown.length; cell++) {
    const [k, i, n, c] = [at[cell]!, pair[cell]!, shown[cell]!, clicks[cell]!];
    const [theta, gamma] = [examined[k]!, attracts[i]!];
    // Of impressions without a click: examined and not attracted, or attracted and not examined.
    const unclicked = n > c ? (n - c) / (1 - theta * gamma) : 0;
    positionSums[k]! += c + unclicked * theta * (1 - gamma);
    positionShown[k]! += n;
    pairSums[i]! += c + unclicked * gamma * (1 - theta);
    pairShown[i]! += n;
  }
  let change = 0;
  const [before, first] = [examined[0]!, positionSums[0]! / positionShown[0]!];
  for (let k = 0; k < examined.length; k++) {
    if (positionShown[k] === 0) continue;
    const now = positionSums[k]! / positionShown[k]!;
    change = Math.max(change, Math.abs(now / first - examined[k]! / before));
    examined[k] = now;
  }
  for (let i = 0; i < attracts.length; i++) attracts[i] = pairSums[i]! / pairShown[i]!;
  return change;
}
