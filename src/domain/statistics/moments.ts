export interface Moments {
  readonly mean: number;
  /** Standard deviation with n − 1; NaN for one value. */
  readonly deviation: number;
}

/** Mean and standard deviation (n − 1), in two passes: differences of measures are small beside rounding of squares. */
export function momentsOf(values: Float64Array): Moments {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  // Values that are all the same differ from their mean by rounding alone.
  const same = values.every((value) => value === values[0]);
  return { mean, deviation: same && n > 1 ? 0 : Math.sqrt(squares / (n - 1)) };
}
