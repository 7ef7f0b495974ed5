import * as v from 'valibot';
import type { JsonProblem } from '../../base/problem';

/**
 * How the lists of several retrievers become one, as plain JSON: a method, and all that it takes. What was trained is in
 * the spec, too, so that the spec alone tells the result.
 */

const finite = v.pipe(v.number(), v.finite());
const notNegative = v.pipe(finite, v.minValue(0));
const probability = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** One a list, in the order of the retrievers. */
const weights = v.array(notNegative);

/** By list and place (a rank, or a segment of ranks): how likely a document there is relevant. */
const probabilities = v.array(v.array(probability));

/** How the scores of a list are made comparable with those of others; see `domain/fusion/normalise`. */
export const normSchema = v.union([
  v.picklist(['none', 'min-max', 'min-max-inverted', 'max', 'sum', 'zmuv', 'rank', 'borda', 'l2']),
  v.variant('kind', [
    /** `lowest`: the lowest score that each list could give, such as 0 for BM25 and −1 for a cosine. */
    v.strictObject({ kind: v.literal('theoretical-min-max'), lowest: v.array(finite) }),
    v.strictObject({
      kind: v.literal('dbsf'),
      deviation: v.picklist(['sample', 'population']),
      /** Whether what is further than three deviations from the mean is put at 0 and 1. */
      clamp: v.boolean(),
    }),
  ]),
]);

/**
 * What a list that does not have a document says of it. `zero`: 0. `min`: the list's lowest normalised score. `skip`:
 * nothing, and the others count for more. A method takes those in which it has a meaning.
 */
const absent = v.picklist(['zero', 'min', 'skip']);
const absentFromSum = v.picklist(['zero', 'min']);
const absentFromProduct = v.picklist(['min', 'skip']);

export const fusionSchema = v.variant('method', [
  // Scores, each list alike.
  v.strictObject({ method: v.literal('sum'), norm: normSchema, absent: absentFromSum }),
  v.strictObject({ method: v.literal('anz'), norm: normSchema, absent }),
  v.strictObject({ method: v.literal('mnz'), norm: normSchema, absent: absentFromSum }),
  v.strictObject({ method: v.literal('gmnz'), norm: normSchema, absent: absentFromSum, gamma: finite }),
  v.strictObject({ method: v.literal('max'), norm: normSchema, absent }),
  v.strictObject({ method: v.literal('med'), norm: normSchema, absent }),
  v.strictObject({ method: v.literal('min'), norm: normSchema, absent }),
  // Scores, with weights.
  v.strictObject({ method: v.literal('wsum'), norm: normSchema, absent, weights }),
  v.strictObject({ method: v.literal('wmnz'), norm: normSchema, absent: absentFromSum, weights }),
  v.strictObject({ method: v.literal('mixed'), norm: normSchema, absent, weights }),
  v.strictObject({ method: v.literal('arithmetic-mean'), norm: normSchema, absent, weights }),
  v.strictObject({ method: v.literal('harmonic-mean'), norm: normSchema, absent: absentFromProduct, weights }),
  v.strictObject({ method: v.literal('geometric-mean'), norm: normSchema, absent: absentFromProduct, weights }),
  // Ranks.
  v.strictObject({
    method: v.literal('rrf'),
    /** `half-length`: half the length of each list. */
    constant: v.union([notNegative, v.literal('half-length')]),
    weights,
  }),
  v.strictObject({ method: v.literal('isr') }),
  v.strictObject({ method: v.literal('log-isr') }),
  v.strictObject({ method: v.literal('logn-isr'), sigma: probability }),
  v.strictObject({ method: v.literal('rbc'), persistence: probability }),
  // Votes.
  v.strictObject({ method: v.literal('bordafuse') }),
  v.strictObject({ method: v.literal('w-bordafuse'), weights }),
  v.strictObject({ method: v.literal('condorcet') }),
  v.strictObject({ method: v.literal('w-condorcet'), weights }),
  // Trained on questions with judgments.
  v.strictObject({ method: v.literal('bayesfuse'), logOdds: v.array(v.array(finite)) }),
  v.strictObject({ method: v.literal('mapfuse'), precision: v.array(probability) }),
  v.strictObject({ method: v.literal('posfuse'), probabilities }),
  v.strictObject({ method: v.literal('probfuse'), probabilities }),
  v.strictObject({ method: v.literal('segfuse'), norm: normSchema, probabilities }),
  /** `window`: how many ranks are looked at on each side. */
  v.strictObject({
    method: v.literal('slidefuse'),
    probabilities,
    window: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
]);

export type NormSpec = v.InferOutput<typeof normSchema>;
export type AbsentPolicy = v.InferOutput<typeof absent>;
export type FusionSpec = v.InferOutput<typeof fusionSchema>;
export type FusionMethod = FusionSpec['method'];
export type SpecOf<Method extends FusionMethod> = Extract<FusionSpec, { method: Method }>;

/** Fields that hold one entry a list but do not, whatever the entries are. */
export function unevenFields(spec: FusionSpec, lists: number): string[] {
  return Object.entries(perList(spec))
    .filter(([, entries]) => entries !== undefined && entries.length !== lists)
    .map(([field]) => field);
}

function perList(spec: FusionSpec): Record<string, readonly unknown[] | undefined> {
  return {
    weights: 'weights' in spec ? spec.weights : undefined,
    'norm.lowest':
      'norm' in spec && typeof spec.norm === 'object' && 'lowest' in spec.norm ? spec.norm.lowest : undefined,
    probabilities: 'probabilities' in spec ? spec.probabilities : undefined,
    logOdds: 'logOdds' in spec ? spec.logOdds : undefined,
    precision: 'precision' in spec ? spec.precision : undefined,
  };
}

/** What is wrong with a fusion of so many lists, besides what the schema refuses. */
export function fusionProblems(spec: FusionSpec, lists: number): JsonProblem[] {
  const uneven = unevenFields(spec, lists).map((field) => ({
    path: field,
    message: `${lists} retrievers need as many ${field === 'weights' ? 'weights' : 'entries'}`,
  }));
  if (uneven.length === 0 && 'weights' in spec && spec.weights.every((weight) => weight === 0))
    return [{ path: 'weights', message: 'at least one weight must be above 0' }];
  return uneven;
}
