import { incompleteBeta } from './beta';

/** Probability that F with these degrees of freedom is at least this large. */
export function fUpper(f: number, between: number, within: number): number {
  if (f <= 0) return 1;
  return incompleteBeta(within / (within + between * f), within / 2, between / 2);
}
