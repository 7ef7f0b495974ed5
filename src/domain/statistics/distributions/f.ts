import { incompleteBeta } from './beta';

/** Probability that F with these degrees of freedom is at least this large: I_{w/(w + b·F)}(w/2, b/2). */
export function fUpper(f: number, between: number, within: number): number {
  if (f <= 0) return 1;
  const share = between * f;
  return incompleteBeta(within / (within + share), within / 2, between / 2, share / (within + share));
}
