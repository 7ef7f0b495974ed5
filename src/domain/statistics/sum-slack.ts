import { MAX_RELATIVE_ERROR } from './significant';

/**
 * How far rounding may have taken the difference a − b from its true value.
 *
 * @param a, b values with twelve significant digits
 */
export const differenceError = (a: number, b: number): number => MAX_RELATIVE_ERROR * (Math.abs(a) + Math.abs(b));

/**
 * How far apart two sums of signed differences ± (a − b) may be whose true values are equal, or opposite. Of such sums
 * S ∓ S′ is twice the sum of some of the differences, so that the bound is twice the sum of {@link differenceError},
 * over the questions that differ: the others add exactly 0.
 *
 * Sums that truly differ are not merged by it as long as they differ by more than about 2e-11 a question of values up to
 * 1. Where all values are multiples of 1/D, sums are as well, and differ by 1/D at least: for 14 reciprocal ranks of up
 * to 20, 4e-9, where the slack is below 3e-10.
 *
 * @param first, second values of two systems with twelve significant digits, one a question
 */
export function sumSlack(first: Float64Array, second: Float64Array): number {
  let slack = 0;
  for (let q = 0; q < first.length; q++)
    if (first[q] !== second[q]) slack += 2 * differenceError(first[q]!, second[q]!);
  return slack;
}
