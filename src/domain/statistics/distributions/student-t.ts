import { incompleteBeta } from './beta';

/** Probability that Student's t is at least this far from 0, to either side: I_{ν/(ν + t²)}(ν/2, 1/2). */
export function studentTwoSided(t: number, degrees: number): number {
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}
