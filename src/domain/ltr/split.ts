import type { Binned } from './bins';

/** Numbers that a bin has: the sum of gradients, the sum of hessians and the count of its rows. */
const PER_BIN = 3;

/** First number of each feature in a histogram; the last entry is the length of a histogram. */
export function histogramLayout({ bounds }: Binned): Int32Array {
  const starts = new Int32Array(bounds.length + 1);
  bounds.forEach((each, feature) => (starts[feature + 1] = starts[feature]! + (each.length + 1) * PER_BIN));
  return starts;
}

/** Sums gradients, hessians and rows of a leaf by bin, for every feature. @param starts see {@link histogramLayout} */
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

export interface SplitLimits {
  /** Each side must hold as much hessian as so many rows of the leaf do on average. */
  readonly minRows: number;
  /** Least sum of hessians of a leaf; above 0. */
  readonly minHessian: number;
  /** λ: added to the sum of hessians, so that leaves of few rows stay near 0. */
  readonly lambda: number;
}

export interface LeafSums {
  readonly gradient: number;
  readonly hessian: number;
  readonly rows: number;
}

export interface Split {
  readonly feature: number;
  /** Rows of this bin and those below go left. */
  readonly bin: number;
  /** How much the loss falls, twice, by the second-order expansion. */
  readonly gain: number;
  readonly left: LeafSums;
  readonly right: LeafSums;
}

/** Output of a leaf: −G / (H + λ), the minimum of G·w + ½ (H + λ) w². */
export const leafValue = ({ gradient, hessian }: LeafSums, lambda: number): number =>
  // Not −gradient: −0 would not come back from JSON.
  0 - gradient / (hessian + lambda);

/**
 * Best split of a leaf: of all features and bounds the one with the highest
 *
 * gain = G_L² / (H_L + λ) + G_R² / (H_R + λ) − G² / (H + λ)
 *
 * whose sides both have a hessian of at least `minHessian` and of `minRows` rows of average hessian. Of equal gains the
 * first feature and the lowest bound. LightGBM estimates the rows of a side in this way, too: the hessians of lambdas
 * differ by orders of magnitude, and with counted rows the trees are worse (nDCG@10 of .341 instead of .348 on
 * Cranfield, cross-validated, mean of five seeds).
 *
 * Chen and Guestrin, “XGBoost: A Scalable Tree Boosting System”, KDD 2016, equation 7; `FeatureHistogram` of LightGBM.
 *
 * @returns null where no split is allowed and gains anything
 */
export function bestSplit(
  histogram: Float64Array,
  starts: Int32Array,
  sums: LeafSums,
  limits: SplitLimits,
): Split | null {
  const { minRows, minHessian, lambda } = limits;
  if (sums.rows < 2 * minRows) return null;
  const least = Math.max(minHessian, (minRows * sums.hessian) / sums.rows);
  const whole = sums.gradient ** 2 / (sums.hessian + lambda);
  let best: Split | null = null;
  let bestGain = 0;
  for (let feature = 0; feature < starts.length - 1; feature++) {
    const end = starts[feature + 1]! - PER_BIN;
    let [gradient, hessian, rows] = [0, 0, 0];
    for (let at = starts[feature]!; at < end; at += PER_BIN) {
      gradient += histogram[at]!;
      hessian += histogram[at + 1]!;
      rows += histogram[at + 2]!;
      if (hessian < least) continue;
      const [otherHessian, otherRows] = [sums.hessian - hessian, sums.rows - rows];
      if (otherHessian < least || otherRows === 0) break;
      const otherGradient = sums.gradient - gradient;
      const gain = gradient ** 2 / (hessian + lambda) + otherGradient ** 2 / (otherHessian + lambda) - whole;
      if (!(gain > bestGain)) continue;
      bestGain = gain;
      best = {
        feature,
        bin: (at - starts[feature]!) / PER_BIN,
        gain,
        left: { gradient, hessian, rows },
        right: { gradient: otherGradient, hessian: otherHessian, rows: otherRows },
      };
    }
  }
  return best;
}
