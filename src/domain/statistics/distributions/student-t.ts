import { fUpper } from './f';

/** Probability that Student's t is at least this far from 0, to either side: t² is F on 1 and ν degrees of freedom. */
export function studentTwoSided(t: number, degrees: number): number {
  return fUpper(t * t, 1, degrees);
}

/** The t that is passed with probability α, to either side, by bisection to the last digit. */
export function studentCritical(alpha: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (studentTwoSided(high, degrees) > alpha) [low, high] = [high, 2 * high];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return high;
    if (studentTwoSided(middle, degrees) > alpha) low = middle;
    else high = middle;
  }
}
