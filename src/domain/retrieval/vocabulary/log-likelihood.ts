/**
 * How surprising it is that two things come together so often, −2 ln λ (Dunning, “Accurate methods for the statistics
 * of surprise and coincidence”, Computational Linguistics 1993): the log-likelihood ratio of the 2 × 2 table against
 * independence, `2 Σ k ln(k · N / (row · column))`. Where they are independent, it has the χ² distribution with one
 * degree of freedom; 10.83 is exceeded once in a thousand. It is as high where two things avoid each other.
 *
 * @param a how often the first is there, with or without the second; `b` likewise, of `total`
 */
export function logLikelihoodRatio(both: number, a: number, b: number, total: number): number {
  const cell = (k: number, row: number, column: number): number =>
    k === 0 ? 0 : k * Math.log((k / row) * (total / column));
  const sum =
    cell(both, a, b) +
    cell(a - both, a, total - b) +
    cell(b - both, total - a, b) +
    cell(total - a - b + both, total - a, total - b);
  // Rounding may leave it a little below.
  return Math.max(0, 2 * sum);
}
