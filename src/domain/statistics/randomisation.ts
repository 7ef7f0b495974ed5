import { type SystemColumns, LANES, rowsOf } from './bootstrap';
import { Random } from './random';
import { differenceError, sumSlack } from './significant';

/** Up to this many differences that are not 0 all 2ⁿ signs are enumerated. */
const MAX_ENUMERATED = 14;

/** Questions whose 2⁸ choices of signs are summed once, and looked up for every vector of signs. */
const TOGETHER = 8;
const CHOICES = 2 ** TOGETHER;
const WORD = 32;

/**
 * Sums over questions with random signs. Each vector of signs is drawn once and used for every system, so that the
 * signed sum of a difference is the difference of the systems' sums, whichever others are there.
 *
 * A bit a question says whether its sign is flipped. Eight questions have 256 sums of flipped values: with these in a
 * table a vector costs one look-up for eight questions (Arlazarov et al., “On economical construction of the transitive
 * closure of a directed graph”, 1970).
 *
 * @returns one row a system, one sum a vector of signs, in units of the columns
 */
export function signedSums(columns: SystemColumns, resamples: number, seed: number): Float64Array[] {
  const { questions, systems, blocks, sums } = columns;
  const random = new Random(seed);
  const words = new Uint32Array(resamples);
  const table = new Float64Array(CHOICES * LANES);
  const flipped = blocks.map(() => new Float64Array(resamples * LANES));
  for (let start = 0; start < questions; start += TOGETHER) {
    const shift = start % WORD;
    if (shift === 0) random.fill(words);
    blocks.forEach((block, k) => {
      fillTable(table, block.subarray(start * LANES, (start + TOGETHER) * LANES));
      addFlipped(table, words, shift, flipped[k]!);
    });
  }
  return rowsOf(systems, flipped).map((row, s) => row.map((sum) => sums[s]! - 2 * sum));
}

/** Sums of every choice of up to eight questions, for four systems; questions that are not there count 0. */
function fillTable(table: Float64Array, values: Float64Array): void {
  for (let choice = 1; choice < CHOICES; choice++) {
    const question = WORD - 1 - Math.clz32(choice);
    const rest = choice ^ (1 << question);
    for (let lane = 0; lane < LANES; lane++)
      table[choice * LANES + lane] = table[rest * LANES + lane]! + (values[question * LANES + lane] ?? 0);
  }
}

/** Adds the sums of eight questions, by the eight bits of each word from `shift` on. */
function addFlipped(table: Float64Array, words: Uint32Array, shift: number, flipped: Float64Array): void {
  for (let b = 0, to = 0; b < words.length; b++, to += LANES) {
    const from = ((words[b]! >>> shift) & (CHOICES - 1)) * LANES;
    flipped[to]! += table[from]!;
    flipped[to + 1]! += table[from + 1]!;
    flipped[to + 2]! += table[from + 2]!;
    flipped[to + 3]! += table[from + 3]!;
  }
}

/**
 * Two-sided p of a randomisation (sign-flip) test of the mean difference from a sample of signs: (c + 1) / (B + 1), c
 * of B signed sums being at least as far from 0 as the one observed. The 1 is the observed signs: p cannot be 0.
 * Fisher, “The design of experiments”, 1935; Phipson and Smyth, “Permutation p-values should never be zero”, 2010.
 *
 * @param observed the sum of the differences
 * @param a, b signed sums of the two systems
 * @param slack sums that differ by no more are equal
 */
export function randomisationP(observed: number, a: Float64Array, b: Float64Array, slack: number): number {
  const least = Math.abs(observed) - slack;
  let count = 0;
  for (let i = 0; i < a.length; i++) if (Math.abs(a[i]! - b[i]!) >= least) count++;
  return (count + 1) / (a.length + 1);
}

/**
 * The same over all signs: exact, and for few differences only. Sums count as equal within {@link sumSlack}; a question
 * whose values differ by no more than rounding is left out.
 *
 * @param first, second values with twelve significant digits, one a question
 * @returns null where there are more than {@link MAX_ENUMERATED} differences that are not 0
 */
export function exactRandomisationP(first: Float64Array, second: Float64Array): number | null {
  const moving = first
    .map((value, q) => value - second[q]!)
    .filter((difference, q) => Math.abs(difference) > differenceError(first[q]!, second[q]!));
  if (moving.length > MAX_ENUMERATED) return null;
  const sum = moving.reduce((total, difference) => total + difference, 0);
  const least = Math.abs(sum) - sumSlack(first, second);
  const all = 2 ** moving.length;
  let count = 0;
  for (let signs = 0; signs < all; signs++) {
    let signed = 0;
    for (let i = 0; i < moving.length; i++) signed += (signs >>> i) & 1 ? moving[i]! : -moving[i]!;
    if (Math.abs(signed) >= least) count++;
  }
  return count / all;
}
