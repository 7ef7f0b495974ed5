import * as v from 'valibot';
import { columnName, ROUTE_FEATURES, TERM_FEATURES } from './features';
import { type LearnedModel, parseModel } from './model';
import { FILE_VERSIONS, versionProblem } from '../../base/file-version';
import type { Query } from '../../base/types';
import {
  analyzerProblems,
  type AnalyzerProblems,
  analyzerSchema,
  type AnalyzerSpec,
  DEFAULT_ANALYZER,
} from '../text/analyzer-spec';
import { hashText } from '../../base/hash';
import { repeated } from '../retrieval/metadata/metadata-spec';
import { type JsonProblem, problemsAt, schemaProblems } from '../../base/problem';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const notNegative = v.pipe(v.number(), v.finite(), v.minValue(0));
const positive = v.pipe(v.number(), v.finite(), v.gtValue(0));
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
  /** Stops after `patience` rounds without a rise of nDCG@cutoff of the share held out. [early_stopping_round] */
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

export const RankNetOptions = v.strictObject({ kind: v.literal('rank-net'), ...linear });

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

export function checkOptions(options: LearnerOptions): void {
  const parsed = v.safeParse(LearnerOptions, options);
  if (parsed.success) return;
  const [issue] = parsed.issues;
  throw new RangeError(`${v.getDotPath(issue) ?? 'options'}: ${issue.message}`);
}

/** How the lists of retrievers, called routes here, become one by a learned ranker. */

const featuresSchema = v.strictObject({
  routes: v.array(v.picklist(ROUTE_FEATURES.map(({ name }) => name))),
  terms: v.array(v.picklist(TERM_FEATURES.map(({ name }) => name))),
  analyzer: analyzerSchema,
  /** Numbers of the metadata of a passage, each with what stands for one that has none. */
  metadata: v.exactOptional(
    v.pipe(
      v.array(v.strictObject({ field: v.pipe(v.string(), v.minLength(1)), absent: v.pipe(v.number(), v.finite()) })),
      v.minLength(1),
    ),
  ),
});

const modelSchema = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset, addIssue, NEVER }): LearnedModel => {
    const parsed = parseModel(dataset.value);
    if (parsed.ok) return parsed.model;
    for (const { path, message } of parsed.problems) addIssue({ message, ...pathOf(path, dataset.value) });
    return NEVER;
  }),
);

function pathOf(path: string, input: unknown): { path?: [v.UnknownPathItem, ...v.UnknownPathItem[]] } {
  const item = (key: string): v.UnknownPathItem => ({ type: 'unknown', origin: 'value', input, key, value: null });
  const [first, ...rest] = path.split('.');
  return first ? { path: [item(first), ...rest.map(item)] } : {};
}

const trainedSchema = v.strictObject({
  kind: v.literal('model'),
  model: modelSchema,
  features: featuresSchema,
  /** Keys of the questions that it was trained on: of those its scores are optimistic. None where that is not known. */
  trainedOn: v.optional(v.array(v.string()), []),
  /** Of a model that an earlier version learned from clicks: implicit, and not from judgments. */
  clicks: v.exactOptional(v.looseObject({})),
});

export const learnedSchema = v.variant('kind', [
  /** Every question is scored by a model that was trained on the questions of the other folds. */
  v.strictObject({
    kind: v.literal('cross-validated'),
    learner: LearnerOptions,
    features: featuresSchema,
    folds: v.pipe(v.number(), v.integer(), v.minValue(2)),
    seed: v.pipe(v.number(), v.integer()),
  }),
  trainedSchema,
]);

export type FeaturesSpec = v.InferOutput<typeof featuresSchema>;
export type LearnedSpec = v.InferOutput<typeof learnedSchema>;
export type TrainedSpec = v.InferOutput<typeof trainedSchema>;

export const DEFAULT_FEATURES: FeaturesSpec = {
  routes: ROUTE_FEATURES.map(({ name }) => name),
  terms: TERM_FEATURES.map(({ name }) => name),
  analyzer: DEFAULT_ANALYZER,
};

export const defaultLearned = (
  learner: LearnerKind,
  analyzer: AnalyzerSpec = DEFAULT_ANALYZER,
): Exclude<LearnedSpec, TrainedSpec> => ({
  kind: 'cross-validated',
  learner: DEFAULT_OPTIONS[learner],
  features: { ...DEFAULT_FEATURES, analyzer },
  folds: 5,
  seed: 1,
});

/** Key of a question as a trained model keeps it: of its text, so that it is the same in another collection. */
export const trainedKey = ({ id, text }: Query): string => hashText(text === '' ? id : text).slice(0, 16);

/** Routes by place and not by what retrieves there, so that a model fits any system with as many routes. */
export const routeNames = (routes: number): string[] => Array.from({ length: routes }, (_, i) => `route${i + 1}`);

export const featureColumns = (features: FeaturesSpec, routes: number): string[] => [
  ...routeNames(routes).flatMap((route) =>
    ROUTE_FEATURES.filter(({ name }) => features.routes.includes(name)).map(({ name }) => columnName(name, route)),
  ),
  ...TERM_FEATURES.filter(({ name }) => features.terms.includes(name)).map(({ name }) => name),
  ...(features.metadata ?? []).map(({ field }) => columnName('metadata', field)),
];

export interface LearnedProblems extends AnalyzerProblems {
  'ranker-no-feature': null;
  'ranker-columns': { wrong: 'missing' | 'unknown' | 'order'; columns: readonly string[]; routes: number };
}

export function learnedProblems(spec: LearnedSpec, routes: number): JsonProblem<LearnedProblems>[] {
  const problems = featureProblems(spec.features);
  return problems.length > 0 || spec.kind !== 'model' ? problems : columnProblems(spec.model, spec.features, routes);
}

function featureProblems(features: FeaturesSpec): JsonProblem<LearnedProblems>[] {
  const { routes, terms, analyzer, metadata = [] } = features;
  if (routes.length + terms.length + metadata.length === 0)
    return [{ path: 'features', code: 'ranker-no-feature', data: null }];
  return [
    ...repeated('features.routes', routes),
    ...repeated('features.terms', terms),
    ...repeated(
      'features.metadata',
      metadata.map(({ field }) => field),
    ),
    ...problemsAt('features.analyzer', analyzerProblems(analyzer)),
  ];
}

/** A model reads columns by place: another order would be another ranker without any sign of it. */
function columnProblems(model: LearnedModel, features: FeaturesSpec, routes: number): JsonProblem<LearnedProblems>[] {
  const given = featureColumns(features, routes);
  const missing = model.features.filter((name) => !given.includes(name));
  const unknown = given.filter((name) => !model.features.includes(name));
  const wrong = missing.length > 0 ? 'missing' : unknown.length > 0 ? 'unknown' : 'order';
  if (wrong === 'order' && given.every((name, i) => name === model.features[i])) return [];
  const columns = { missing, unknown, order: model.features }[wrong];
  return [{ path: 'model.features', code: 'ranker-columns', data: { wrong, columns, routes } }];
}

export const routesOf = ({ features }: LearnedModel): number =>
  features.reduce((most, name) => Math.max(most, Number(/^(?!metadata\().*\(route(\d+)\)$/.exec(name)?.[1] ?? 0)), 0);

export const trainedFile = (trained: TrainedSpec): string =>
  `${JSON.stringify({ schema: FILE_VERSIONS.ranker, ...trained })}\n`;

/** Its version says how a file is read: it is no part of the model, whose spec is in cache keys. */
function withoutVersion(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('schema' in input)) return input;
  const { schema: _version, ...model } = input;
  return model;
}

export function parseTrained(
  input: unknown,
): { ok: true; spec: TrainedSpec } | { ok: false; problems: readonly JsonProblem<LearnedProblems>[] } {
  const newer = versionProblem(input, 'ranker');
  if (newer !== null) return { ok: false, problems: [{ path: 'file', message: newer }] };
  const parsed = v.safeParse(trainedSchema, withoutVersion(input));
  if (!parsed.success) return { ok: false, problems: schemaProblems(parsed.issues) };
  const problems = learnedProblems(parsed.output, routesOf(parsed.output.model));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, spec: parsed.output };
}
