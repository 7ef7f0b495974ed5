import type { Columns } from './columns';
import { randomIntegers } from './random';

/** Up to this many differences that are not 0 all 2ⁿ signs are gone through. */
export const MOST_ENUMERATED = 14;

/** Sums in another order differ by rounding, and are equal: relative to the sum of all absolute values. */
const SLACK = 1e-12;

/**
 * Sums over questions with random signs. Each vector of signs is drawn once and used for every system, so that the signed
 * sum of a difference is the difference of the systems' sums, whichever others are there.
 *
 * @returns one row a system, one sum a vector of signs
 */
export function signedSums(columns: Columns, resamples: number, seed: number): Float64Array[] {
  const { questions, systems, values, sums } = columns;
  const random = randomIntegers(seed);
  const rows = Array.from({ length: systems }, () => new Float64Array(resamples));
  const flipped = new Float64Array(systems);
  for (let b = 0; b < resamples; b++) {
    flipped.fill(0);
    for (let start = 0; start < questions; start += 32) {
      // A bit a question: half of them are flipped, and only those are summed.
      let bits = random();
      if (questions - start < 32) bits &= 2 ** (questions - start) - 1;
      while (bits !== 0) {
        const at = (start + 31 - Math.clz32(bits & -bits)) * systems;
        for (let s = 0; s < systems; s++) flipped[s]! += values[at + s]!;
        bits &= bits - 1;
      }
    }
    for (let s = 0; s < systems; s++) rows[s]![b] = sums[s]! - 2 * flipped[s]!;
  }
  return rows;
}

/**
 * Two-sided p of a randomisation (sign-flip) test of the mean difference from a sample of signs: (c + 1) / (B + 1), c of
 * B signed sums being at least as far from 0 as the one observed. The 1 is the observed signs, which are one of those
 * possible; without it p could be 0, which no test can show.
 *
 * Fisher, “The design of experiments”, 1935; Phipson and Smyth, “Permutation p-values should never be zero”, 2010.
 *
 * @param differences a − b, one a question
 * @param a signed sums of the first system, @param b of the second
 */
export function randomisationP(differences: Float64Array, a: Float64Array, b: Float64Array): number {
  const least = leastSum(differences);
  let count = 0;
  for (let i = 0; i < a.length; i++) if (Math.abs(a[i]! - b[i]!) >= least) count++;
  return (count + 1) / (a.length + 1);
}

/**
 * The same by going through all signs: exact, and for few differences only.
 *
 * @returns null where there are more than {@link MOST_ENUMERATED} differences that are not 0
 */
export function exactRandomisationP(differences: Float64Array): number | null {
  const moving = differences.filter((difference) => difference !== 0);
  if (moving.length > MOST_ENUMERATED) return null;
  const least = leastSum(differences);
  const all = 2 ** moving.length;
  let count = 0;
  for (let signs = 0; signs < all; signs++) {
    let sum = 0;
    for (let i = 0; i < moving.length; i++) sum += (signs >>> i) & 1 ? moving[i]! : -moving[i]!;
    if (Math.abs(sum) >= least) count++;
  }
  return count / all;
}

/** The sum that was observed, less what rounding may take from one that equals it. */
function leastSum(differences: Float64Array): number {
  let [sum, absolute] = [0, 0];
  for (const difference of differences) {
    sum += difference;
    absolute += Math.abs(difference);
  }
  return Math.abs(sum) - SLACK * absolute;
}
