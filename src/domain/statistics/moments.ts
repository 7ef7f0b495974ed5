export interface Moments {
  /** NaN for no value. */
  readonly mean: number;
  /** Standard deviation with n − 1, 0 where the values are the same but for rounding; NaN for fewer than two values. */
  readonly deviation: number;
}

/**
 * Values that are the same but for this share of them differ by rounding: 0.3 − 0.2 is not 0.2 − 0.1, and measures count
 * with twelve digits. Without it a t of 10¹² would be reported of a constant difference.
 */
const ROUNDING = 1e-9;

/** Mean and standard deviation (n − 1), in two passes: differences of measures are small beside rounding of squares. */
export function momentsOf(values: Float64Array): Moments {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return { mean, deviation: NaN };
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
  return { mean, deviation: deviation <= ROUNDING * Math.abs(mean) ? 0 : deviation };
}
