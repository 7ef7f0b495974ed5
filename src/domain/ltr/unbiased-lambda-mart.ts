import { binFeatures } from './bins';
import { type BiasRatios, clickGradients, type ClickedRows, nextRatios, noBias } from './click-gradients';
import { checkMatrix, type FeatureMatrix, rowCount } from './matrix';
import type { TreesModel } from './model';
import { DEFAULT_OPTIONS, type LambdaMartOptions } from './options';
import { addTree, growTree, type RegressionTree } from './regression-tree';
import type { TrainingStep } from './training';

export interface ClickLearningOptions extends Pick<
  LambdaMartOptions,
  'sigmoid' | 'rounds' | 'learningRate' | 'leaves' | 'minRows' | 'minHessian' | 'lambda' | 'bins' | 'minRowsInBin'
> {
  /** p of the position-bias ratios, 0 or more; null to take none: LambdaMART on clicks as they are. */
  readonly regularisation: number | null;
}

/** Trees as those of LambdaMART here, and the p of the paper’s table of results. */
export const CLICK_OPTIONS: ClickLearningOptions = { ...DEFAULT_OPTIONS['lambda-mart'], regularisation: 0 };

export interface ClickTraining {
  readonly model: TreesModel;
  /** After the last round. */
  readonly bias: BiasRatios;
}

/**
 * Unbiased LambdaMART: each tree is fitted to the gradients of {@link clickGradients} at the scores and the position bias so
 * far, and the bias is estimated anew after each tree. It is a heuristic: the ratios are those by which the ranker so far
 * explains the clicks, and nothing guarantees that they are the true ones. Yields after each round.
 *
 * Hu, Wang, Peng and Li, “Unbiased LambdaMART: An unbiased pairwise learning-to-rank algorithm”, WWW 2019, algorithm 1.
 *
 * @throws {RangeError} for a matrix that is not valid, or without a pair of clicked and other rows
 */
export function* trainOnClicks(
  matrix: FeatureMatrix,
  pairs: ClickedRows,
  options: ClickLearningOptions,
): Generator<TrainingStep, ClickTraining> {
  checkMatrix(matrix);
  if (pairs.clicked.length === 0)
    throw new RangeError('there is nothing to learn: no pair of a clicked row and another');
  const rows = rowCount(matrix);
  const binned = binFeatures(matrix, options.bins, options.minRowsInBin);
  const all = Int32Array.from({ length: rows }, (_, row) => row);
  const derive = clickGradients(pairs, options.sigmoid);
  const scores = new Float64Array(rows);
  const derivatives = { gradients: new Float64Array(rows), hessians: new Float64Array(rows) };
  const trees: RegressionTree[] = [];
  let bias = noBias(pairs.positions);
  for (let round = 0; round < options.rounds; round++) {
    const losses = derive(scores, bias, derivatives);
    const tree = growTree(binned, all, derivatives, options, options.learningRate);
    if (!tree) break;
    trees.push(tree);
    addTree(tree, matrix.values, matrix.names.length, scores);
    if (options.regularisation !== null) bias = nextRatios(losses, options.regularisation);
    yield { step: round + 1, most: options.rounds };
  }
  return { model: { schema: 1, kind: 'lambda-mart', features: [...matrix.names], trees }, bias };
}
