/** Writes the weighted sum of each row over `sums`. @param values rows × weights */
export function weightedSums(values: Float64Array, weights: ArrayLike<number>, sums: Float64Array): void {
  const width = weights.length;
  for (let row = 0, at = 0; row < sums.length; row++) {
    let sum = 0;
    for (let f = 0; f < width; f++, at++) sum += weights[f]! * values[at]!;
    sums[row] = sum;
  }
}
