import type { Binned } from './bins';
import {
  bestSplit,
  histogramLayout,
  histogramOf,
  type LeafSums,
  leafValue,
  type Split,
  type SplitLimits,
  subtractHistogram,
} from './split';

/**
 * A binary tree as columns. Node 0 is the root; where `left[n]` or `right[n]` is negative it is a leaf, whose position in
 * `values` is `−1 − left[n]`. A child has a higher number than its parent.
 */
export interface RegressionTree {
  /** Column of the matrix that a node looks at. */
  readonly feature: readonly number[];
  /** Values up to this one go left. */
  readonly threshold: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly gain: readonly number[];
  /** Output of each leaf; one more than there are nodes. */
  readonly values: readonly number[];
}

export interface TreeLimits extends SplitLimits {
  readonly leaves: number;
}

/** What a tree is fitted to, −gradient / hessian at each row, by second-order boosting. */
export interface Derivatives {
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
}

interface Leaf {
  readonly sums: LeafSums;
  readonly split: Split | null;
  readonly histogram: Float64Array;
  readonly rows: Int32Array;
  /** Null for the root. */
  readonly parent: { readonly node: number; readonly side: 'left' | 'right' } | null;
}

/**
 * Grows a tree leaf by leaf, always splitting the leaf whose best split gains most (of equal gains the older leaf),
 * until it has `limits.leaves` leaves or no split gains anything: leaf-wise growth of Ke et al., “LightGBM: A Highly
 * Efficient Gradient Boosting Decision Tree”, NIPS 2017.
 *
 * @param rows the rows to fit, in ascending order
 * @param shrinkage factor of every output: the learning rate
 * @returns null where not even the root can be split
 */
export function growTree(
  binned: Binned,
  rows: Int32Array,
  derivatives: Derivatives,
  limits: TreeLimits,
  shrinkage: number,
): RegressionTree | null {
  const starts = histogramLayout(binned);
  const measure = (of: Int32Array) => histogramOf(binned, of, derivatives.gradients, derivatives.hessians, starts);
  const leafOf = (of: Int32Array, histogram: Float64Array, sums: LeafSums, parent: Leaf['parent']): Leaf => {
    return { rows: of, histogram, sums, parent, split: bestSplit(histogram, starts, sums, limits) };
  };
  const tree = { feature: [], threshold: [], left: [], right: [], gain: [] } as FeatureColumns;
  const leaves = [leafOf(rows, measure(rows), sumsOf(rows, derivatives), null)];
  while (leaves.length < limits.leaves) {
    const at = mostGaining(leaves);
    const { split, ...leaf } = leaves[at]!;
    if (!split) break;
    const [left, right] = partition(binned, leaf.rows, split);
    const node = addNode(tree, leaf.parent, split, binned.bounds[split.feature]![split.bin]!);
    // The larger side's histogram is what the smaller side leaves of their parent's.
    const smaller = measure(left.length <= right.length ? left : right);
    const larger = subtractHistogram(leaf.histogram, smaller);
    const [ofLeft, ofRight] = left.length <= right.length ? [smaller, larger] : [larger, smaller];
    leaves[at] = leafOf(left, ofLeft, split.left, { node, side: 'left' });
    leaves.push(leafOf(right, ofRight, split.right, { node, side: 'right' }));
  }
  if (leaves.length === 1) return null;
  leaves.forEach(({ parent }, i) => (tree[parent!.side][parent!.node] = -1 - i));
  return { ...tree, values: leaves.map(({ sums }) => shrinkage * leafValue(sums, limits.lambda)) };
}

/** Adds the outputs of a tree to scores, one a row. */
export function addTree(tree: RegressionTree, values: Float64Array, width: number, scores: Float64Array): void {
  const { feature, threshold, left, right, values: outputs } = tree;
  for (let row = 0, from = 0; row < scores.length; row++, from += width) {
    let node = 0;
    while (node >= 0) node = values[from + feature[node]!]! <= threshold[node]! ? left[node]! : right[node]!;
    scores[row]! += outputs[-1 - node]!;
  }
}

type FeatureColumns = Record<'feature' | 'threshold' | 'left' | 'right' | 'gain', number[]>;

/** Its children are filled in when the tree is grown. */
function addNode(tree: FeatureColumns, parent: Leaf['parent'], { feature, gain }: Split, threshold: number): number {
  const node = tree.feature.push(feature) - 1;
  tree.threshold.push(threshold);
  tree.gain.push(gain);
  tree.left.push(-1);
  tree.right.push(-1);
  if (parent) tree[parent.side][parent.node] = node;
  return node;
}

function mostGaining(leaves: readonly Leaf[]): number {
  let best = 0;
  for (let i = 1; i < leaves.length; i++)
    if ((leaves[i]!.split?.gain ?? 0) > (leaves[best]!.split?.gain ?? 0)) best = i;
  return best;
}

function sumsOf(rows: Int32Array, { gradients, hessians }: Derivatives): LeafSums {
  let [gradient, hessian] = [0, 0];
  for (const row of rows) {
    gradient += gradients[row]!;
    hessian += hessians[row]!;
  }
  return { gradient, hessian, rows: rows.length };
}

/** Rows that go left and rows that go right, each in their order. */
function partition(
  { bins, bounds }: Binned,
  rows: Int32Array,
  { feature, bin, left }: Split,
): [Int32Array, Int32Array] {
  const width = bounds.length;
  const below = new Int32Array(left.rows);
  const above = new Int32Array(rows.length - left.rows);
  let [lefts, rights] = [0, 0];
  for (const row of rows) {
    if (bins[row * width + feature]! <= bin) below[lefts++] = row;
    else above[rights++] = row;
  }
  return [below, above];
}
