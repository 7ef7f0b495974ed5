import * as v from 'valibot';

/**
 * All that decides a model beside the data, as plain JSON: the same options and data give the same model, bit by bit.
 */

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const notNegative = v.pipe(v.number(), v.finite(), v.minValue(0));
const positive = v.pipe(v.number(), v.finite(), v.gtValue(0));
/** More than 0, less than all. */
const share = v.pipe(v.number(), v.gtValue(0), v.ltValue(1));
const seed = v.pipe(v.number(), v.integer());

/** Gradient-boosted trees. Names in brackets are LightGBM's. */
export const LambdaMartOptions = v.strictObject({
  kind: v.literal('lambda-mart'),
  /** Gain of grade g in DCG: g, or 2^g − 1. [label_gain] */
  gain: v.picklist(['linear', 'exponential']),
  /** Pairs count where one document is among the first so many; the ideal DCG is cut there. [lambdarank_truncation_level] */
  truncation: count,
  /** Steepness of the pairwise logistic loss. [sigmoid] */
  sigmoid: positive,
  /** Whether lambdas are damped by score distance and by their sum in a question. [lambdarank_norm] */
  normalise: v.boolean(),
  /** [num_iterations] */
  rounds: count,
  learningRate: positive,
  /** [num_leaves] */
  leaves: v.pipe(v.number(), v.integer(), v.minValue(2)),
  /** Each side of a split has as much hessian as so many rows on average. [min_data_in_leaf] */
  minRows: count,
  /** Least sum of hessians of a leaf. [min_sum_hessian_in_leaf] */
  minHessian: positive,
  /** [lambda_l2] */
  lambda: notNegative,
  /** [max_bin] */
  bins: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(255)),
  /** [min_data_in_bin] */
  minRowsInBin: count,
  /** Grows each tree on a share of the rows, drawn anew every so many rounds. [bagging_fraction, bagging_freq] */
  bagging: v.nullable(v.strictObject({ share, every: count })),
  /**
   * Holds a share of the questions out, and stops after `patience` rounds without a rise of their nDCG@cutoff; the
   * trees up to the best round are kept. [early_stopping_round]
   */
  earlyStopping: v.nullable(v.strictObject({ share, patience: count, cutoff: count })),
  /** Draws the rows of bagging and the questions of early stopping; without both it decides nothing. */
  seed,
});

const linear = {
  /** Factor of |w|² in what is minimised. */
  penalty: notNegative,
  /** It has converged where no part of the gradient is larger. */
  tolerance: positive,
  iterations: count,
};

/** A weighted sum of standardised features. */
export const RankNetOptions = v.strictObject({ kind: v.literal('rank-net'), ...linear });

/** A weighted sum of standardised features. */
export const ListNetOptions = v.strictObject({ kind: v.literal('list-net'), ...linear });

export const LearnerOptions = v.variant('kind', [LambdaMartOptions, RankNetOptions, ListNetOptions]);

export type LambdaMartOptions = v.InferOutput<typeof LambdaMartOptions>;
export type RankNetOptions = v.InferOutput<typeof RankNetOptions>;
export type ListNetOptions = v.InferOutput<typeof ListNetOptions>;
export type LearnerOptions = v.InferOutput<typeof LearnerOptions>;
export type LearnerKind = LearnerOptions['kind'];

const LINEAR = { penalty: 1e-4, tolerance: 1e-8, iterations: 500 };

/** The defaults of LightGBM's `lambdarank`, but for the gain, which is that of nDCG here. */
export const DEFAULT_OPTIONS: { readonly [Kind in LearnerKind]: Extract<LearnerOptions, { kind: Kind }> } = {
  'lambda-mart': {
    kind: 'lambda-mart',
    gain: 'linear',
    truncation: 30,
    sigmoid: 1,
    normalise: true,
    rounds: 100,
    learningRate: 0.05,
    leaves: 31,
    minRows: 20,
    minHessian: 1e-3,
    lambda: 0,
    bins: 255,
    minRowsInBin: 3,
    bagging: null,
    earlyStopping: null,
    seed: 1,
  },
  'rank-net': { kind: 'rank-net', ...LINEAR },
  'list-net': { kind: 'list-net', ...LINEAR },
};

/** @throws {RangeError} naming the path and the problem of the first option that is out of range */
export function checkOptions(options: LearnerOptions): void {
  const parsed = v.safeParse(LearnerOptions, options);
  if (parsed.success) return;
  const [issue] = parsed.issues;
  throw new RangeError(`${v.getDotPath(issue) ?? 'options'}: ${issue.message}`);
}
