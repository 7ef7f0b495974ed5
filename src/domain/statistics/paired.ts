import { studentTwoSided } from './distributions/beta';

/** Values that are the same but for this share of them differ by rounding: 0.3 − 0.2 is not 0.2 − 0.1. */
const ROUNDING = 1e-9;

/** NaN for no value; deviation (n − 1) 0 where values differ by rounding, NaN for fewer than two. In two passes. */
export function momentsOf(values: Float64Array): { readonly mean: number; readonly deviation: number } {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return { mean, deviation: NaN };
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
  return { mean, deviation: deviation <= ROUNDING * Math.abs(mean) ? 0 : deviation };
}

export const minus = (first: Float64Array, second: Float64Array): Float64Array =>
  first.map((value, i) => value - second[i]!);

/**
 * Cohen's d of paired samples: mean / standard deviation (n − 1) (Lakens, “Calculating and reporting effect sizes”,
 * 2013). @returns 0 where all differences are 0; null for fewer than two, and where all are the same but not 0
 */
export function cohensDz(differences: Float64Array): number | null {
  const { mean, deviation } = momentsOf(differences);
  if (differences.length < 2) return null;
  if (deviation === 0) return mean === 0 ? 0 : null;
  return mean / deviation;
}

/** Questions with a difference above, of exactly, and below 0. */
export function winsTiesLosses(differences: Float64Array) {
  let [wins, losses] = [0, 0];
  for (const difference of differences)
    if (difference > 0) wins++;
    else if (difference < 0) losses++;
  return { wins, ties: differences.length - wins - losses, losses };
}

/**
 * Paired t-test: t = mean / (sd / √n) on n − 1 degrees of freedom, p two-sided (Student 1908; `scipy.stats.ttest_rel`).
 * @returns p of 1 for all 0; null for fewer than two questions, and all the same but not 0
 */
export function pairedT(differences: Float64Array): { t: number; p: number } | null {
  const n = differences.length;
  if (n < 2) return null;
  const { mean, deviation } = momentsOf(differences);
  if (deviation === 0) return mean === 0 ? { t: 0, p: 1 } : null;
  const t = mean / (deviation / Math.sqrt(n));
  return { t, p: studentTwoSided(t, n - 1) };
}

/** Below this many questions a difference between systems says little. */
export const FEW_QUESTIONS = 50;

export const ALPHA = 0.05;
export const POWER = 0.8;
