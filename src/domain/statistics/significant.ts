/** Doubles have nearly 16; the last few depend on the order in which a measure adds. */
const DIGITS = 12;

/**
 * Values with twelve significant digits, which is where reference programs agree. Equal results of different sums are
 * then equal, and it is not rounding that says which of two systems wins a question.
 */
export function significant(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values, (value) => Number(value.toPrecision(DIGITS)));
}
