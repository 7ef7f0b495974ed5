/** Doubles have nearly 16; the last few depend on the order in which a measure adds. */
const DIGITS = 12;

/**
 * A value with twelve significant digits differs from the true one by half a unit of the twelfth at most, which is
 * 5e-12 of a value whose first digit is 1, and less of others. The measure's own rounding, and that of sums of such
 * values, is below a hundredth of it.
 */
export const MAX_RELATIVE_ERROR = 1.01 * 0.5 * 10 ** (1 - DIGITS);

/**
 * Values with twelve significant digits, which is where reference programs agree. Equal results of different sums are
 * then equal, and it is not rounding that says which of two systems wins a question.
 */
export function significant(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values, (value) => Number(value.toPrecision(DIGITS)));
}
