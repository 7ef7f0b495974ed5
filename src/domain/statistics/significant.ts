/** Fixed, so that the same values give the same digits. */
export const DEFAULT_SEED = 42;

/** Of a bootstrap, and permutations of a randomisation test. */
export const DEFAULT_RESAMPLES = 10_000;

export const SAMPLING = { seed: DEFAULT_SEED, resamples: DEFAULT_RESAMPLES };

/** Doubles have nearly 16; the last few depend on the order in which a measure adds. */
const DIGITS = 12;

/** Half a unit of the twelfth digit, and 1 % more for the rounding of the measure and of sums. */
const MAX_RELATIVE_ERROR = 1.01 * 0.5 * 10 ** (1 - DIGITS);

/** To twelve significant digits, where reference programs agree: rounding does not decide who wins a question. */
export function significant(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values, (value) => Number(value.toPrecision(DIGITS)));
}

/** How far rounding may have taken a − b from its true value, where a and b have twelve significant digits. */
export const differenceError = (a: number, b: number): number => MAX_RELATIVE_ERROR * (Math.abs(a) + Math.abs(b));

/**
 * How far apart two sums of signed differences ± (a − b) may be whose true values are equal, or opposite: twice the sum
 * of {@link differenceError} over the questions that differ. Sums that truly differ by more than about 2e-11 a question
 * of values up to 1 are not merged.
 */
export function sumSlack(first: Float64Array, second: Float64Array): number {
  let slack = 0;
  for (let q = 0; q < first.length; q++)
    if (first[q] !== second[q]) slack += 2 * differenceError(first[q]!, second[q]!);
  return slack;
}
