import { clickCells, positionCounts, type ClickCells, type PositionCounts } from './click-cells';
import type { ClickLog } from './click-log';
import { examinationByEm } from './examination';

/** Impressions that a position needs. */
export const MIN_AT_POSITION = 100;
/** Pairs of query and passage that were shown at several positions and clicked: fewer say little. */
export const MIN_MOVED_PAIRS = 20;
/** Impressions of the same passages for the same queries that two positions need to be compared. */
export const MIN_SHARED = 100;

export type BiasRefusal =
  | { readonly why: 'no-clicks' }
  /** Too few pairs were shown at several positions: bias and relevance cannot be told apart. */
  | { readonly why: 'few-moved'; readonly pairs: number; readonly needed: number }
  /** No position shares enough with the first. */
  | { readonly why: 'not-connected'; readonly shared: number; readonly needed: number };

export type PositionBias =
  | {
      readonly kind: 'randomised' | 'em';
      /** By position − 1: chance to be examined relative to the first; NaN where the log does not identify it. */
      readonly propensities: Float64Array;
      /** Impressions that say so at the positions that are identified. */
      readonly shown: number;
    }
  | ({ readonly kind: 'refused' } & BiasRefusal);

/**
 * How much less a position is clicked because of where it is. From impressions in random order where there are enough,
 * since every position then shows the same passages on average; else by the position-based model, where the same
 * passages were shown at several positions; else refused.
 *
 * @param cells of the whole log
 */
export function positionBias(log: ClickLog, cells: ClickCells): PositionBias {
  const randomised = log.randomised.includes(1) ? clickCells(log, (i) => log.randomised[i] === 1) : null;
  return (randomised && fromRandomised(positionCounts(randomised))) ?? fromMoved(cells);
}

/** Click rates relative to the first position; null where they do not reach past it. */
function fromRandomised({ shown, clicks }: PositionCounts): PositionBias | null {
  const first = (clicks[0] ?? 0) / (shown[0] ?? 0);
  if (!(first > 0)) return null;
  const propensities = shown.map((count, k) => (count < MIN_AT_POSITION ? NaN : clicks[k]! / count / first));
  const known = propensities.filter((each) => !Number.isNaN(each)).length;
  if (known < 2 || Number.isNaN(propensities[0])) return null;
  return { kind: 'randomised', propensities, shown: identified(shown, propensities) };
}

/** A pair without a click fits any bias, and so does one that stood at a single position: neither says anything. */
function fromMoved(cells: ClickCells): PositionBias {
  const counts = positionCounts(cells);
  if (!counts.clicks.some((clicks) => clicks > 0)) return { kind: 'refused', why: 'no-clicks' };
  const moved = movedPairs(cells, () => true);
  if (moved.length < MIN_MOVED_PAIRS)
    return { kind: 'refused', why: 'few-moved', pairs: moved.length, needed: MIN_MOVED_PAIRS };
  const { reached, shared } = connectedWithFirst(cells, moved, counts.shown.length);
  if (reached.size < 2) return { kind: 'refused', why: 'not-connected', shared, needed: MIN_SHARED };
  const pairs = movedPairs(cells, (position) => reached.has(position));
  const { propensities, shown } = examinationByEm(cells, pairs, reached, counts.shown.length);
  return { kind: 'em', propensities, shown };
}

const identified = (shown: Float64Array, propensities: Float64Array): number =>
  shown.reduce((sum, count, k) => (Number.isNaN(propensities[k]) ? sum : sum + count), 0);

/** Pairs with a click that were shown at several of some positions. */
function movedPairs({ pairs, position, clicks }: ClickCells, counts: (position: number) => boolean): number[] {
  const moved: number[] = [];
  for (let pair = 0; pair + 1 < pairs.length; pair++) {
    let [at, clicked] = [0, 0];
    for (let cell = pairs[pair]!; cell < pairs[pair + 1]!; cell++)
      if (counts(position[cell]!)) {
        at++;
        clicked += clicks[cell]!;
      }
    if (at > 1 && clicked > 0) moved.push(pair);
  }
  return moved;
}

/**
 * Positions that can be compared with the first, directly or through others: two that share {@link MIN_SHARED} impressions
 * of the same pairs are neighbours, of each pair those of the position where it was shown less often.
 */
function connectedWithFirst(
  { pairs, position, shown }: ClickCells,
  moved: readonly number[],
  positions: number,
): { readonly reached: ReadonlySet<number>; readonly shared: number } {
  const together = new Float64Array(positions * positions);
  for (const pair of moved)
    for (let a = pairs[pair]!; a < pairs[pair + 1]!; a++)
      for (let b = pairs[pair]!; b < a; b++) {
        const count = Math.min(shown[a]!, shown[b]!);
        together[(position[a]! - 1) * positions + position[b]! - 1]! += count;
        together[(position[b]! - 1) * positions + position[a]! - 1]! += count;
      }
  const reached = new Set([1]);
  for (const from of reached)
    for (let to = 1; to <= positions; to++)
      if (together[(from - 1) * positions + to - 1]! >= MIN_SHARED) reached.add(to);
  return { reached, shared: Math.max(0, ...together.subarray(0, positions)) };
}
