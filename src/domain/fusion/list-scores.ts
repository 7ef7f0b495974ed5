/** Lowest and highest score; NaN, which stands for a document that the list does not have, is passed over. */
export function extremes(scores: Float64Array): { min: number; max: number } {
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (score < min) min = score;
    if (score > max) max = score;
  }
  return { min, max };
}

export function rescale(scores: Float64Array, origin: number, divisor: number): Float64Array {
  const rescaled = new Float64Array(scores.length);
  for (let i = 0; i < scores.length; i++) rescaled[i] = (scores[i]! - origin) / divisor;
  return rescaled;
}

/** Of the scores that are not NaN, in two passes. @param degrees taken from n: 0 for the population, 1 for a sample */
export function meanAndDeviation(scores: Float64Array, degrees: 0 | 1): { mean: number; deviation: number } {
  let count = 0;
  let sum = 0;
  for (let i = 0; i < scores.length; i++)
    if (!Number.isNaN(scores[i]!)) {
      sum += scores[i]!;
      count++;
    }
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < scores.length; i++) if (!Number.isNaN(scores[i]!)) squares += (scores[i]! - mean) ** 2;
  return { mean, deviation: count > degrees ? Math.sqrt(squares / (count - degrees)) : NaN };
}
