import type { TrainingData } from '../../src/domain/ltr/matrix';
import type { LambdaMartOptions } from '../../src/domain/ltr/learned-spec';

/**
 * LambdaMART as one writes it first: all pairs of a question, and splits by the exact greedy search over every value, with
 * the rows sorted by each feature once and handed down the tree (Chen and Guestrin, “XGBoost”, KDD 2016, algorithm 1).
 */
type Tree = { feature: number; threshold: number; left: Tree; right: Tree } | { output: number };
type Values = (row: number, feature: number) => number;

interface Derivatives {
  gradients: number[];
  hessians: number[];
}

interface Leaf {
  /** Of each feature the leaf's rows, in the order of their values. */
  sorted: number[][];
  split: { gain: number; feature: number; threshold: number } | null;
  /** Puts what it has become where it hangs. */
  place: (tree: Tree) => void;
}

/** @returns the scores of the candidates that it was trained on */
export function naiveLambdaMart(data: TrainingData, options: LambdaMartOptions): Float64Array {
  const width = data.names.length;
  const values: Values = (row, feature) => data.values[row * width + feature]!;
  const rows = [...data.labels.keys()];
  const columns = data.names.map((_, feature) => [...rows].sort((a, b) => values(a, feature) - values(b, feature)));
  const scores = new Float64Array(rows.length);
  for (let round = 0; round < options.rounds; round++) {
    const tree = grow(columns, values, lambdas(data, scores, options), options);
    for (const row of rows) scores[row]! += outputOf(tree, row, values);
  }
  return scores;
}

function lambdas(
  { questions, offsets, labels }: TrainingData,
  scores: Float64Array,
  options: LambdaMartOptions,
): Derivatives {
  const gradients = new Array<number>(labels.length).fill(0);
  const hessians = new Array<number>(labels.length).fill(0);
  const discount = (place: number): number => 1 / Math.log2(place + 2);
  questions.forEach((_, q) => {
    const rows = Array.from({ length: offsets[q + 1]! - offsets[q]! }, (_, i) => offsets[q]! + i);
    const ranked = [...rows].sort((a, b) => scores[b]! - scores[a]! || a - b);
    const ideal = rows
      .map((row) => labels[row]!)
      .sort((a, b) => b - a)
      .slice(0, options.truncation)
      .reduce((sum, gain, place) => sum + gain * discount(place), 0);
    if (ideal === 0) return;
    const damped = options.normalise && scores[ranked[0]!] !== scores[ranked.at(-1)!];
    let sum = 0;
    ranked.forEach((higher, i) =>
      ranked.forEach((lower, j) => {
        if (labels[higher]! <= labels[lower]! || Math.min(i, j) >= options.truncation) return;
        const lead = scores[higher]! - scores[lower]!;
        const share = ((labels[higher]! - labels[lower]!) * Math.abs(discount(i) - discount(j))) / ideal;
        const delta = damped ? share / (0.01 + Math.abs(lead)) : share;
        const wrong = 1 / (1 + Math.exp(options.sigmoid * lead));
        const lambda = options.sigmoid * delta * wrong;
        gradients[higher]! -= lambda;
        gradients[lower]! += lambda;
        hessians[higher]! += options.sigmoid * lambda * (1 - wrong);
        hessians[lower]! += options.sigmoid * lambda * (1 - wrong);
        sum += 2 * lambda;
      }),
    );
    if (!options.normalise || sum === 0) return;
    const factor = Math.log2(1 + sum) / sum;
    for (const row of rows) {
      gradients[row]! *= factor;
      hessians[row]! *= factor;
    }
  });
  return { gradients, hessians };
}

/** @param columns of each feature all rows, in the order of their values */
function grow(columns: number[][], values: Values, derivatives: Derivatives, options: LambdaMartOptions): Tree {
  const { gradients, hessians } = derivatives;
  const output = (rows: number[]): Tree => {
    const [gradient, hessian] = [sumOf(rows, gradients), sumOf(rows, hessians)];
    return { output: (-options.learningRate * gradient) / (hessian + options.lambda) };
  };
  const leafOf = (sorted: number[][], place: Leaf['place']): Leaf => ({
    sorted,
    place,
    split: bestSplit(sorted, values, derivatives, options),
  });
  let root: Tree = { output: 0 };
  const leaves = [leafOf(columns, (tree) => (root = tree))];
  while (leaves.length < options.leaves) {
    leaves.sort((a, b) => (b.split?.gain ?? 0) - (a.split?.gain ?? 0));
    const { sorted, split, place } = leaves[0]!;
    if (!split) break;
    const { feature, threshold } = split;
    const node = { feature, threshold, left: { output: 0 } as Tree, right: { output: 0 } as Tree };
    place(node);
    const goesLeft = (row: number): boolean => values(row, feature) <= threshold;
    const left = sorted.map((rows) => rows.filter(goesLeft));
    const right = sorted.map((rows) => rows.filter((row) => !goesLeft(row)));
    leaves[0] = leafOf(left, (tree) => (node.left = tree));
    leaves.push(leafOf(right, (tree) => (node.right = tree)));
  }
  for (const { sorted, place } of leaves) place(output(sorted[0]!));
  return root;
}

function bestSplit(
  sorted: number[][],
  values: Values,
  { gradients, hessians }: Derivatives,
  options: LambdaMartOptions,
): Leaf['split'] {
  const [gradient, hessian] = [sumOf(sorted[0]!, gradients), sumOf(sorted[0]!, hessians)];
  const scoreOf = (g: number, h: number): number => g ** 2 / (h + options.lambda);
  // As in LightGBM a side's rows are counted by its share of the hessian.
  const fewest = Math.max(options.minHessian, (options.minRows * hessian) / sorted[0]!.length);
  let best: Leaf['split'] = null;
  sorted.forEach((rows, feature) => {
    let [g, h] = [0, 0];
    for (let i = 0; i < rows.length - 1; i++) {
      g += gradients[rows[i]!]!;
      h += hessians[rows[i]!]!;
      const value = values(rows[i]!, feature);
      if (value === values(rows[i + 1]!, feature) || h < fewest || hessian - h < fewest) continue;
      const gain = scoreOf(g, h) + scoreOf(gradient - g, hessian - h) - scoreOf(gradient, hessian);
      if (gain > (best?.gain ?? 0)) best = { gain, feature, threshold: value };
    }
  });
  return best;
}

const sumOf = (rows: number[], values: number[]): number => rows.reduce((sum, row) => sum + values[row]!, 0);

function outputOf(tree: Tree, row: number, values: Values): number {
  let node = tree;
  while ('feature' in node) node = values(row, node.feature) <= node.threshold ? node.left : node.right;
  return node.output;
}
