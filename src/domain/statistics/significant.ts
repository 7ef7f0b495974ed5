/** Fixed, so that the same values give the same digits. */
export const DEFAULT_SEED = 42;

/** Of a bootstrap, and permutations of a randomisation test. */
export const DEFAULT_RESAMPLES = 10_000;

/** Doubles have nearly 16; the last few depend on the order in which a measure adds. */
const DIGITS = 12;

/**
 * A value with twelve significant digits is off by half a unit of the twelfth at most: 5e-12 of a value whose first
 * digit is 1, and less of others. The rounding of the measure, and of sums of such values, is below a hundredth of it.
 */
const MAX_RELATIVE_ERROR = 1.01 * 0.5 * 10 ** (1 - DIGITS);

/**
 * Values with twelve significant digits, where reference programs agree: equal results of different sums become equal,
 * and rounding does not decide which of two systems wins a question.
 */
export function significant(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values, (value) => Number(value.toPrecision(DIGITS)));
}

/** How far rounding may have taken a − b from its true value, where a and b have twelve significant digits. */
export const differenceError = (a: number, b: number): number => MAX_RELATIVE_ERROR * (Math.abs(a) + Math.abs(b));

/**
 * How far apart two sums of signed differences ± (a − b) may be whose true values are equal, or opposite. Of such sums
 * S ∓ S′ is twice the sum of some of the differences, so that the bound is twice the sum of {@link differenceError},
 * over the questions that differ: the others add exactly 0.
 *
 * Sums that truly differ by more than about 2e-11 a question of values up to 1 are not merged. Where all values are
 * multiples of 1/D, sums differ by 1/D at least: for 14 reciprocal ranks of up to 20, 4e-9, where the slack is below
 * 3e-10.
 *
 * @param first, second values of two systems with twelve significant digits, one a question
 */
export function sumSlack(first: Float64Array, second: Float64Array): number {
  let slack = 0;
  for (let q = 0; q < first.length; q++)
    if (first[q] !== second[q]) slack += 2 * differenceError(first[q]!, second[q]!);
  return slack;
}
