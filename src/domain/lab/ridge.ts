/** A linear model of several targets at once: target = offset + Σ coefficient · (feature − mean) / deviation. */
export interface Ridge {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
  /** By target. */
  readonly offsets: Float64Array;
  /** Features × targets, row-major. */
  readonly coefficients: Float64Array;
}

/** Rows of features and rows of targets, both row-major. */
export interface RidgeData {
  readonly features: Float64Array;
  readonly width: number;
  readonly targets: Float64Array;
  readonly outputs: number;
}

/**
 * Ridge regression: minimises Σ error² + λ · n · Σ coefficient² of standardised features. Means and deviations are
 * those of the training rows; the offset is not penalised, so that with λ = ∞ every prediction is the mean of its
 * target. A feature of one value has no effect. Hoerl and Kennard, “Ridge Regression: Biased Estimation for
 * Nonorthogonal Problems”, Technometrics 1970.
 *
 * @param rows which rows it is trained on
 * @param penalty λ, above 0; Infinity for no coefficients at all
 */
export function trainRidge(data: RidgeData, rows: readonly number[], penalty: number): Ridge {
  const { width, outputs } = data;
  const { mean, deviation } = momentsOf(data.features, width, rows);
  const offsets = momentsOf(data.targets, outputs, rows).mean;
  const empty = { mean, deviation, offsets, coefficients: new Float64Array(width * outputs) };
  if (penalty === Infinity) return empty;
  const gram = new Float64Array(width * width);
  const moments = new Float64Array(width * outputs);
  const scaled = new Float64Array(width);
  for (const row of rows) {
    for (let f = 0; f < width; f++) scaled[f] = (data.features[row * width + f]! - mean[f]!) / deviation[f]!;
    for (let f = 0; f < width; f++) {
      for (let g = 0; g < width; g++) gram[f * width + g]! += scaled[f]! * scaled[g]!;
      for (let t = 0; t < outputs; t++)
        moments[f * outputs + t]! += scaled[f]! * (data.targets[row * outputs + t]! - offsets[t]!);
    }
  }
  for (let f = 0; f < width; f++) gram[f * width + f]! += penalty * rows.length;
  return { ...empty, coefficients: solved(gram, moments, width, outputs) };
}

export function predictRidge({ mean, deviation, offsets, coefficients }: Ridge, features: Float64Array): Float64Array {
  const predicted = offsets.slice();
  const outputs = offsets.length;
  for (let f = 0; f < features.length; f++) {
    const scaled = (features[f]! - mean[f]!) / deviation[f]!;
    for (let t = 0; t < outputs; t++) predicted[t]! += scaled * coefficients[f * outputs + t]!;
  }
  return predicted;
}

function momentsOf(values: Float64Array, width: number, rows: readonly number[]) {
  const mean = new Float64Array(width);
  const deviation = new Float64Array(width);
  for (let f = 0; f < width; f++) {
    const column = rows.map((row) => values[row * width + f]!);
    mean[f] = column.reduce((sum, value) => sum + value, 0) / column.length;
    const squares = column.reduce((sum, value) => sum + (value - mean[f]!) ** 2, 0);
    // Rounding would give a constant feature a tiny deviation, and other rows a huge value.
    deviation[f] = column.every((value) => value === column[0]) ? 1 : Math.sqrt(squares / column.length);
  }
  return { mean, deviation };
}

/** Solves A X = B for a symmetric, positive definite A by Cholesky's decomposition; A and B are overwritten. */
function solved(a: Float64Array, b: Float64Array, n: number, outputs: number): Float64Array {
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = a[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= a[i * n + k]! * a[j * n + k]!;
      a[i * n + j] = i === j ? Math.sqrt(sum) : sum / a[j * n + j]!;
    }
  for (let t = 0; t < outputs; t++) {
    for (let i = 0; i < n; i++) {
      let sum = b[i * outputs + t]!;
      for (let k = 0; k < i; k++) sum -= a[i * n + k]! * b[k * outputs + t]!;
      b[i * outputs + t] = sum / a[i * n + i]!;
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = b[i * outputs + t]!;
      for (let k = i + 1; k < n; k++) sum -= a[k * n + i]! * b[k * outputs + t]!;
      b[i * outputs + t] = sum / a[i * n + i]!;
    }
  }
  return b;
}
