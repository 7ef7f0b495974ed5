export interface RankedMark {
  readonly system: string;
  readonly name: string;
  /** From 1; null where the list of the system, as far as it is known, does not have the passage. */
  readonly rank: number | null;
  readonly text: string;
}

/** From a rank to pixels: logarithmic, from 1 to `last`. A passage that is not found stands at the end. */
export function rankScale(last: number, left: number, right: number): (rank: number | null) => number {
  return (rank) => {
    if (rank === null) return right;
    return left + ((right - left) * Math.log(Math.min(rank, last))) / Math.log(Math.max(2, last));
  };
}

export const rankTicks = (last: number): number[] =>
  [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].filter((rank) => rank <= last && (rank !== 2 || last < 50));
