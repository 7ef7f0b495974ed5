/** Coefficients of Lanczos' approximation, g = 7, nine terms (Godfrey 2001): about 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** Natural logarithm of Γ(x), x > 0. Lanczos, “A precision approximation of the gamma function”, 1964. */
export function logGamma(x: number): number {
  // The reflection formula: the approximation is for the right half.
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  const t = shifted + 7.5;
  const series = LANCZOS.reduce((sum, c, i) => (i === 0 ? c : sum + c / (shifted + i)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(series);
}

/** From here on the terms of Stirling's series that are used give all digits. */
const LARGE = 20;

/**
 * Natural logarithm of the beta function B(a, b) = Γ(a)·Γ(b) / Γ(a + b). For large a the two large logarithms are
 * subtracted before they are rounded: at 10⁵ degrees of freedom five digits would be lost (DiDonato and Morris,
 * “Algorithm 708”, 1992).
 */
export function logBeta(a: number, b: number): number {
  if (a < b) return logBeta(b, a);
  if (a < LARGE) return logGamma(a) + logGamma(b) - logGamma(a + b);
  const ratio = -(a - 0.5) * Math.log1p(b / a) - b * Math.log(a + b) + b + stirlingError(a) - stirlingError(a + b);
  return logGamma(b) + ratio;
}

/** log Γ(x) less (x − ½) log x − x + ½ log 2π (DLMF 5.11.1). */
export function stirlingError(x: number): number {
  const square = x * x;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / (1188 * square)) / square) / square) / square) / x;
}
