import type { Binned } from './bins';

/** Numbers that a bin has: the sum of gradients, the sum of hessians and the count of its rows. */
export const PER_BIN = 3;

/** First number of each feature in a histogram; the last entry is the length of a histogram. */
export function histogramLayout({ bounds }: Binned): Int32Array {
  const starts = new Int32Array(bounds.length + 1);
  bounds.forEach((each, feature) => (starts[feature + 1] = starts[feature]! + (each.length + 1) * PER_BIN));
  return starts;
}

/**
 * Sums gradients, hessians and rows by bin, for every feature.
 *
 * @param rows the rows of a leaf
 * @param starts as {@link histogramLayout} gives them
 */
export function histogramOf(
  { bins }: Binned,
  rows: Int32Array,
  gradients: Float64Array,
  hessians: Float64Array,
  starts: Int32Array,
): Float64Array {
  const width = starts.length - 1;
  const histogram = new Float64Array(starts[width]!);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const gradient = gradients[row]!;
    const hessian = hessians[row]!;
    for (let feature = 0, at = row * width; feature < width; feature++, at++) {
      const bin = starts[feature]! + bins[at]! * PER_BIN;
      histogram[bin]! += gradient;
      histogram[bin + 1]! += hessian;
      histogram[bin + 2]!++;
    }
  }
  return histogram;
}

/** Histogram of the rows that `whole` has and `part` has not, written over `whole`: half of the rows need no reading. */
export function subtractHistogram(whole: Float64Array, part: Float64Array): Float64Array {
  for (let i = 0; i < whole.length; i++) whole[i]! -= part[i]!;
  return whole;
}
