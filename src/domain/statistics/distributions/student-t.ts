import { fUpper } from './f';

/** Probability that Student's t is at least this far from 0, to either side: t² is F on 1 and ν degrees of freedom. */
export function studentTwoSided(t: number, degrees: number): number {
  return fUpper(t * t, 1, degrees);
}
