/** Hyndman and Fan's type 7, numpy's default; NaN for no values. @throws {RangeError} for a q outside 0 to 1 */
export function quantile(values: ArrayLike<number>, q: number): number {
  return quantileOfSorted(Float64Array.from(values).sort(), q);
}

/** The same of values that are sorted ascending. */
export function quantileOfSorted(sorted: Float64Array, q: number): number {
  if (!(q >= 0 && q <= 1)) throw new RangeError(`a quantile lies between 0 and 1, not at ${q}`);
  if (sorted.length === 0) return NaN;
  const position = (sorted.length - 1) * q;
  const index = Math.floor(position);
  const share = position - index;
  const low = sorted[index]!;
  const high = sorted[Math.min(index + 1, sorted.length - 1)]!;
  return share < 0.5 ? low + (high - low) * share : high - (high - low) * (1 - share);
}

export const median = (values: ArrayLike<number>): number => quantile(values, 0.5);

export const p95 = (values: ArrayLike<number>): number => quantile(values, 0.95);
