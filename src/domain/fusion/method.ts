import { judgeRanked, type JudgedRanking } from '../measures/judge';
import type { DocId } from '../../base/types';
import type { Pool } from './pool';
import * as v from 'valibot';

export interface TrainingQuestion {
  readonly pool: Pool;
  readonly grades: ReadonlyMap<DocId, number>;
}

/** @throws {RangeError} without questions, or if they have not all as many lists */
export function judgedLists(questions: readonly TrainingQuestion[]): JudgedRanking[][] {
  const lists = questions[0]?.pool.lists.length;
  if (lists === undefined) throw new RangeError('a fusion cannot be trained on no questions');
  if (questions.some(({ pool }) => pool.lists.length !== lists))
    throw new RangeError('the questions that a fusion is trained on have different numbers of lists');
  return Array.from({ length: lists }, (_, i) =>
    questions.map(({ pool, grades }) =>
      judgeRanked(
        Array.from(pool.lists[i]!.docs, (doc) => pool.ids[doc]!),
        grades,
      ),
    ),
  );
}

/** How many of the ranks from `start` + 1 to `end` hold a relevant document. */
export function hitsWithin(ranking: JudgedRanking, relevance: number, start: number, end: number): number {
  const { ranks } = ranking.relevant(relevance);
  let hits = 0;
  for (const rank of ranks) if (rank > start && rank <= end) hits++;
  return hits;
}

export const finite = v.pipe(v.number(), v.finite());
export const notNegative = v.pipe(finite, v.minValue(0));
export const probability = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
export const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1));

export const weights = v.array(notNegative);

/** By list and place (a rank, or a segment of ranks): how likely a document there is relevant. */
export const probabilities = v.array(v.array(probability));

/** Normalisations as engines compute them, where they differ from those of ranx; see `normalise.ts`. */
const ENGINE_NORM_NAMES = ['elasticsearch-min-max', 'opensearch-min-max', 'opensearch-z-score'] as const;

export type EngineNormName = (typeof ENGINE_NORM_NAMES)[number];

export const PLAIN_NORMS = [
  ...(['none', 'min-max', 'min-max-inverted', 'max', 'sum', 'zmuv', 'rank', 'borda', 'l2'] as const),
  ...ENGINE_NORM_NAMES,
] as const;

/** How the scores of a list are made comparable with those of others; see `normalise.ts`. */
export const normSchema = v.union([
  v.picklist(PLAIN_NORMS),
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

/** What a list says of a document that it does not have: 0, its lowest normalised score, or nothing. */
export const absent = v.picklist(['zero', 'min', 'skip']);
export const absentFromSum = v.picklist(['zero', 'min']);
export const absentFromProduct = v.picklist(['min', 'skip']);

export type NormSpec = v.InferOutput<typeof normSchema>;
export type NormName = Extract<NormSpec, string> | Exclude<NormSpec, string>['kind'];

export const NORM_NAMES: readonly NormName[] = [
  'min-max',
  'theoretical-min-max',
  'max',
  'sum',
  'zmuv',
  'dbsf',
  'l2',
  'rank',
  'borda',
  'none',
  'min-max-inverted',
];

/** @param lowest the lowest score that each list could give, for `theoretical-min-max` */
export function normSpec(name: NormName, lowest: readonly number[]): NormSpec {
  if (name === 'theoretical-min-max') return { kind: name, lowest: [...lowest] };
  if (name === 'dbsf') return { kind: name, deviation: 'sample', clamp: false };
  return name;
}

export type AbsentPolicy = v.InferOutput<typeof absent>;

export const foldsAndSeed = {
  folds: v.pipe(v.number(), v.integer(), v.minValue(2)),
  seed: v.pipe(v.number(), v.integer()),
};

export type Entries = v.ObjectEntries;
type StrictObject<Own extends Entries> = v.StrictObjectSchema<Own, undefined>;
export type Spec<Own extends Entries> = v.InferOutput<StrictObject<Own>>;
type Scores<Own extends Entries> = (pool: Pool, spec: Spec<Own>) => Float64Array;

export const fusionMethod = <const Method extends string, Own extends Entries>(
  name: string,
  reads: 'scores' | 'ranks' | 'votes',
  method: Method,
  own: Own,
  scores: Scores<Own>,
) => ({ name, reads, schema: v.strictObject({ method: v.literal(method), ...own }), scores });

/** @param train what it learns; `relevance` is the lowest grade that counts as relevant */
export const trainedMethod = <Own extends Entries, Options extends Entries>(
  name: string,
  schema: StrictObject<Own>,
  scores: Scores<Own>,
  crossFitted: StrictObject<Options>,
  train: (
    questions: readonly TrainingQuestion[],
    options: Spec<Options>,
    relevance: number,
  ) => Omit<Spec<Own>, 'method'>,
) => ({ name, reads: 'trained' as const, schema, scores, crossFitted, train });
