import * as v from 'valibot';
import { columnName, ROUTE_FEATURES, TERM_FEATURES } from './features';
import { type LearnedModel, parseModel } from './model';
import { DEFAULT_OPTIONS, type LearnerKind, LearnerOptions } from './options';
import { FILE_VERSIONS, versionProblem } from '../../base/file-version';
import type { Query } from '../../base/types';
import {
  type AnalyzerProblems,
  type AnalyzerSpec,
  analyzerProblems,
  analyzerSchema,
  DEFAULT_ANALYZER,
} from '../text/analyzer-spec';
import { hashText } from '../../base/hash';
import { repeated } from '../retrieval/metadata/metadata-spec';
import { type JsonProblem, problemsAt, schemaProblems } from '../../base/problem';

/**
 * How the lists of retrievers, called routes here, become one by a learned ranker, as plain JSON: the features, and
 * either how the ranker is trained and on which questions it is tested, or the trained model itself.
 */

const featuresSchema = v.strictObject({
  routes: v.array(v.picklist(ROUTE_FEATURES.map(({ name }) => name))),
  terms: v.array(v.picklist(TERM_FEATURES.map(({ name }) => name))),
  /** Not used without features of terms. */
  analyzer: analyzerSchema,
  /** Numbers of the metadata of a passage, each with what stands for one that has none. */
  metadata: v.exactOptional(
    v.pipe(
      v.array(v.strictObject({ field: v.pipe(v.string(), v.minLength(1)), absent: v.pipe(v.number(), v.finite()) })),
      v.minLength(1),
    ),
  ),
});

/** A model that can be applied without failing: its shape and its trees are sound. */
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
  /** Every question is scored by a model that was trained before, here or elsewhere. */
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

/** Columns that features give for so many routes, in their order. */
export const featureColumns = (features: FeaturesSpec, routes: number): string[] => [
  ...routeNames(routes).flatMap((route) =>
    ROUTE_FEATURES.filter(({ name }) => features.routes.includes(name)).map(({ name }) => columnName(name, route)),
  ),
  ...TERM_FEATURES.filter(({ name }) => features.terms.includes(name)).map(({ name }) => name),
  ...(features.metadata ?? []).map(({ field }) => columnName('metadata', field)),
];

export interface LearnedProblems extends AnalyzerProblems {
  'ranker-no-feature': null;
  /** Columns that the features do not give, that the model does not know, or all of its own where their order differs. */
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

/** Retrievers that a model needs at least: those that its columns name. */
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

/** Checks a trained model from a file, as it is saved: whether it can be applied to as many routes as it names. */
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
