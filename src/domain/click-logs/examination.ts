import type { ClickCells } from './click-cells';

/** Largest change of a propensity in a round of expectation and maximisation, at the end. */
const TOLERANCE = 1e-7;
const MAX_STEPS = 700;
/** What times the longest step of an extrapolation may grow. */
const GROWTH = 4;
/** Chances stay above this, and attractiveness as far below 1, where they are extrapolated. */
const MARGIN = 1e-9;
/** Highest attractiveness to begin with: of one that is certain EM could not come back. */
const MOST = 0.99;

/**
 * Examination of positions by the position-based model: a passage is clicked where its position is examined and it
 * attracts, with chances θ of the position and γ of query and passage. Both are estimated by expectation maximisation;
 * only ratios of θ are identified, and those are what is returned, relative to the first position. Wang, Golbandi, Bendersky,
 * Metzler and Najork, “Position bias estimation for unbiased learning to rank in personal search”, WSDM, 2018, with an
 * attractiveness for each pair instead of their regression on features; the model is of Richardson, Dominowska and
 * Ragno, WWW, 2007. Each second round goes on from an extrapolation of two (SQUAREM, scheme S3: Varadhan and Roland, “Simple
 * and globally convergent methods for accelerating the convergence of any EM algorithm”, Scandinavian Journal of Statistics,
 * 2008), which takes an eighth of the rounds.
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
  const read = readCells(cells, pairs, reached, positions);
  const examined = new Float64Array(positions).fill(NaN);
  const attracts = new Float64Array(pairs.length);
  begin(read, examined, attracts);
  climb(read, { examined, attracts });
  const first = examined[0]!;
  return { propensities: examined.map((each) => each / first), shown: read.shown.reduce((sum, n) => sum + n, 0) };
}

/** Cells of one pair after those of another. */
interface ReadCells {
  /** Where the cells of each pair begin, and at last their number. */
  readonly starts: Int32Array;
  /** By cell: position − 1, impressions, clicks. */
  readonly at: Int32Array;
  readonly shown: Float64Array;
  readonly clicks: Float64Array;
  /** Sums over cells. */
  readonly byPosition: { readonly shown: Float64Array; readonly clicks: Float64Array };
  readonly byPair: { readonly shown: Float64Array; readonly clicks: Float64Array };
}

function readCells(
  cells: ClickCells,
  pairs: readonly number[],
  reached: ReadonlySet<number>,
  positions: number,
): ReadCells {
  const chosen: number[] = [];
  const starts = new Int32Array(pairs.length + 1);
  const zeros = (length: number) => ({ shown: new Float64Array(length), clicks: new Float64Array(length) });
  const [byPosition, byPair] = [zeros(positions), zeros(pairs.length)];
  for (const [i, each] of pairs.entries()) {
    for (let cell = cells.pairs[each]!; cell < cells.pairs[each + 1]!; cell++) {
      const position = cells.position[cell]!;
      if (!reached.has(position)) continue;
      chosen.push(cell);
      byPosition.shown[position - 1]! += cells.shown[cell]!;
      byPosition.clicks[position - 1]! += cells.clicks[cell]!;
      byPair.shown[i]! += cells.shown[cell]!;
      byPair.clicks[i]! += cells.clicks[cell]!;
    }
    starts[i + 1] = chosen.length;
  }
  return {
    starts,
    at: Int32Array.from(chosen, (cell) => cells.position[cell]! - 1),
    shown: Float64Array.from(chosen, (cell) => cells.shown[cell]!),
    clicks: Float64Array.from(chosen, (cell) => cells.clicks[cell]!),
    byPosition,
    byPair,
  };
}

/** From click rates: of positions relative to the highest, of pairs as they are. */
function begin({ byPosition, byPair }: ReadCells, examined: Float64Array, attracts: Float64Array): void {
  for (const [k, n] of byPosition.shown.entries()) if (n > 0) examined[k] = Math.max(1e-6, byPosition.clicks[k]! / n);
  const highest = examined.reduce((most, each) => (each > most ? each : most), 0);
  for (const k of examined.keys()) examined[k]! /= highest;
  for (const i of attracts.keys()) attracts[i] = Math.min(MOST, byPair.clicks[i]! / byPair.shown[i]!);
}

interface Chances {
  /** By position − 1; NaN where it is not read. */
  readonly examined: Float64Array;
  /** By pair. */
  readonly attracts: Float64Array;
}

/** Rounds of expectation and maximisation, in place, until the propensities stand. */
function climb(read: ReadCells, now: Chances): void {
  const copy = (): Chances => ({ examined: now.examined.slice(), attracts: now.attracts.slice() });
  const [first, second] = [copy(), copy()];
  let longest = 1;
  for (let step = 0; step < MAX_STEPS; step++) {
    put(first, now);
    if (improve(read, now) < TOLERANCE) return;
    put(second, now);
    improve(read, now);
    const length = Math.min(longest, stepLength(first, second, now));
    if (length === longest) longest *= GROWTH;
    // With a length of 1 it is where two rounds lead.
    if (length > 1) extrapolate(first, second, now, length);
    improve(read, now);
  }
}

function put(into: Chances, { examined, attracts }: Chances): void {
  into.examined.set(examined);
  into.attracts.set(attracts);
}

/** −α of the paper: how much longer than a change its own change is; 1 at least. */
function stepLength(first: Chances, second: Chances, third: Chances): number {
  let [changes, bends] = [0, 0];
  for (const name of ['examined', 'attracts'] as const) {
    const [x, y, z] = [first[name], second[name], third[name]];
    for (let i = 0; i < x.length; i++) {
      const change = y[i]! - x[i]!;
      if (Number.isNaN(change)) continue;
      const bend = z[i]! - y[i]! - change;
      changes += change * change;
      bends += bend * bend;
    }
  }
  return bends > 0 ? Math.max(1, Math.sqrt(changes / bends)) : 1;
}

/** Into `third`. */
function extrapolate(first: Chances, second: Chances, third: Chances, length: number): void {
  for (const name of ['examined', 'attracts'] as const) {
    const [x, y, z] = [first[name], second[name], third[name]];
    const most = name === 'examined' ? 1 : 1 - MARGIN;
    for (let i = 0; i < x.length; i++) {
      const change = y[i]! - x[i]!;
      const bend = z[i]! - y[i]! - change;
      z[i] = Math.min(most, Math.max(MARGIN, x[i]! + 2 * length * change + length * length * bend));
    }
  }
}

/**
 * One round of expectation and maximisation, in place, over all that was shown.
 *
 * @returns the largest change of a propensity
 */
function improve(read: ReadCells, { examined, attracts }: Chances): number {
  const { starts, at, shown, clicks, byPosition, byPair } = read;
  const sums = new Float64Array(examined.length);
  // No destructuring below: it takes twice the time.
  for (let i = 0; i < attracts.length; i++) {
    const gamma = attracts[i]!;
    let sum = 0;
    for (let cell = starts[i]!; cell < starts[i + 1]!; cell++) {
      const k = at[cell]!;
      const c = clicks[cell]!;
      const theta = examined[k]!;
      const left = shown[cell]! - c;
      // Of impressions without a click: examined and not attracted, or attracted and not examined.
      const unclicked = left > 0 ? left / (1 - theta * gamma) : 0;
      sums[k]! += c + unclicked * theta * (1 - gamma);
      sum += c + unclicked * gamma * (1 - theta);
    }
    attracts[i] = sum / byPair.shown[i]!;
  }
  let change = 0;
  const [before, first] = [examined[0]!, sums[0]! / byPosition.shown[0]!];
  for (let k = 0; k < examined.length; k++) {
    if (byPosition.shown[k] === 0) continue;
    const now = sums[k]! / byPosition.shown[k]!;
    change = Math.max(change, Math.abs(now / first - examined[k]! / before));
    examined[k] = now;
  }
  return change;
}
