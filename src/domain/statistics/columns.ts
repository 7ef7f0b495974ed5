/** Systems are summed four at a time: four sums stay in registers. */
export const LANES = 4;

/**
 * Values of several systems for the same questions as whole multiples of one unit, a power of 2, so small that no sum
 * over questions is rounded. Sums do not depend on the order of adding: the sum of a difference is the difference of
 * two sums to the last digit, and equal resamples are found to be equal.
 */
export interface SystemColumns {
  readonly questions: number;
  readonly systems: number;
  /** A value differs from its multiple of this by half at most: about 1e-12 for 5,000 values of up to 1. */
  readonly unit: number;
  /** Four systems a block: that of system `4 · i + lane` for question `q` is at `4 · q + lane` of block `i`. */
  readonly blocks: readonly Float64Array[];
  /** Sum over questions, by system, in units. */
  readonly sums: Float64Array;
}

/** Bits of a sum, of the 53 that are exact; room is left for a sum of two and its double. */
const BITS = 50;

/** @param rows one a system, of equal length and without NaN */
export function columnsOf(rows: readonly Float64Array[]): SystemColumns {
  const systems = rows.length;
  const questions = rows[0]?.length ?? 0;
  // At least 1: whichever systems of a measure of 0 to 1 are there, the unit is the same.
  const highest = rows.reduce((most, row) => row.reduce((max, value) => Math.max(max, Math.abs(value)), most), 1);
  const unit = 2 ** (Math.ceil(Math.log2(highest * Math.max(1, questions))) - BITS);
  const length = questions * LANES;
  const blocks = Array.from({ length: Math.ceil(systems / LANES) }, () => new Float64Array(length));
  const sums = new Float64Array(systems);
  rows.forEach((row, s) => {
    const block = blocks[Math.floor(s / LANES)]!;
    row.forEach((value, q) => {
      const multiple = Math.round(value / unit);
      block[q * LANES + (s % LANES)] = multiple;
      sums[s]! += multiple;
    });
  });
  return { questions, systems, unit, blocks, sums };
}

/** One row a system, of sums laid out as {@link SystemColumns.blocks}. */
export function rowsOf(systems: number, blocks: readonly Float64Array[]): Float64Array[] {
  return Array.from({ length: systems }, (_, s) => {
    const block = blocks[Math.floor(s / LANES)]!;
    return new Float64Array(block.length / LANES).map((_, i) => block[i * LANES + (s % LANES)]!);
  });
}
