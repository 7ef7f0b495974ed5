import { momentsOf } from './moments';

/**
 * Cohen's d of paired samples: mean of the differences / their standard deviation (n − 1). Cohen, “Statistical power
 * analysis for the behavioral sciences”, 1988; Lakens, “Calculating and reporting effect sizes”, 2013.
 *
 * @returns 0 where all differences are 0; null for fewer than two questions, and where all differences are the same but
 *   not 0, which is infinite
 */
export function cohensDz(differences: Float64Array): number | null {
  const { mean, deviation } = momentsOf(differences);
  if (differences.length < 2) return null;
  if (deviation === 0) return mean === 0 ? 0 : null;
  return mean / deviation;
}

export interface WinsTiesLosses {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** Questions with a difference above, of exactly, and below 0. */
export function winsTiesLosses(differences: Float64Array): WinsTiesLosses {
  let [wins, losses] = [0, 0];
  for (const difference of differences)
    if (difference > 0) wins++;
    else if (difference < 0) losses++;
  return { wins, ties: differences.length - wins - losses, losses };
}
