import type { Columns } from './columns';
import { extremes, meanAndDeviation, rescale } from './list-scores';
import { type Entries, fusionMethod, type NormName, normSchema, type NormSpec, type Spec } from './method';
import type { Pool, PooledList } from './pool';

/** Smallest number that is divided by, as in ranx: a list of equal scores becomes zeros instead of not-a-number. */
const SMALLEST_DIVISOR = 1e-9;

/** What OpenSearch gives to the last of a list, so that it counts for more than a document that the list lacks. */
const OPENSEARCH_LEAST = 0.001;

/** Scores that differ by less are equal to Elasticsearch. */
const ELASTICSEARCH_EPSILON = Math.fround(1e-6);

type NormOf<Name extends NormName> = Extract<NormSpec, Name | { kind: Name }>;

const normalisers: {
  readonly [Name in NormName]: (list: PooledList, norm: NormOf<Name>, index: number) => Float64Array;
} = {
  none: ({ scores }) => scores,
  'min-max': ({ scores }) => minMax(scores),
  /** s′ = (max − s) / max(max − min, 1e-9), for lists of distances. `min-max-inverted` of ranx. */
  'min-max-inverted': ({ scores }) => {
    const { min, max } = extremes(scores);
    return rescale(scores, max, -Math.max(max - min, SMALLEST_DIVISOR));
  },
  /** s′ = s / max(max, 1e-9), also where no score is above 0. Lee, SIGIR 1995; `max` of ranx. */
  max: ({ scores }) => rescale(scores, 0, Math.max(extremes(scores).max, SMALLEST_DIVISOR)),
  /** s′ = (s − min) / max(Σ (s − min), 1e-9). Montague and Aslam, CIKM 2001; `sum` of ranx. */
  sum: ({ scores }) => {
    const { min } = extremes(scores);
    let total = 0;
    for (let i = 0; i < scores.length; i++) if (!Number.isNaN(scores[i]!)) total += scores[i]! - min;
    return rescale(scores, min, Math.max(total, SMALLEST_DIVISOR));
  },
  /** s′ = (s − mean) / max(deviation, 1e-9), of the population (n). Montague and Aslam, CIKM 2001; `zmuv` of ranx. */
  zmuv: ({ scores }) => {
    const { mean, deviation } = meanAndDeviation(scores, 0);
    return rescale(scores, mean, Math.max(deviation, SMALLEST_DIVISOR));
  },
  /** s′ = 1 − (r − 1) / n for rank r of n. Renda and Straccia, SAC 2003; `rank` of ranx. */
  rank: ({ ranks, length }) => Float64Array.from(ranks, (rank) => (rank > 0 ? 1 - (rank - 1) / length : NaN)),
  /** s′ = 1 − (r − 1) / N, N pooled; absent ½ − (n − 1) / 2N. Renda and Straccia, SAC 2003; `borda` of ranx. */
  borda: ({ ranks, length }) => {
    const pooled = ranks.length;
    const left = 0.5 - (length - 1) / (2 * pooled);
    return Float64Array.from(ranks, (rank) => (rank > 0 ? 1 - (rank - 1) / pooled : left));
  },
  /** s′ = s / √(Σ s²); a list of zeros stays as it is. `l2` of OpenSearch's normalization processor. */
  l2: ({ scores }) => {
    let squares = 0;
    for (let i = 0; i < scores.length; i++) if (!Number.isNaN(scores[i]!)) squares += scores[i]! ** 2;
    return rescale(scores, 0, Math.sqrt(squares) || 1);
  },
  /** s′ = (s − lowest) / max(max − lowest, 1e-9), lowest possible. Bruch et al., TOIS 2023; `tmm` of AutoRAG. */
  'theoretical-min-max': ({ scores }, { lowest }, index) =>
    rescale(scores, lowest[index]!, Math.max(extremes(scores).max - lowest[index]!, SMALLEST_DIVISOR)),
  /**
   * s′ = (s − (mean − 3·sd)) / (6·sd); equal scores are all ½. Mazzeschi, “Distribution-Based Score Fusion (DBSF)”,
   * 2023. Qdrant takes the deviation of a sample (n − 1), AutoRAG of the population (n); neither clamps.
   */
  dbsf: ({ scores }, { deviation, clamp }) => {
    const { min, max } = extremes(deviation === 'sample' ? inSinglePrecision(scores) : scores);
    const { mean, deviation: sd } = meanAndDeviation(scores, deviation === 'sample' ? 1 : 0);
    // Of equal scores the computed deviation may be 1e-17.
    if (min === max || sd === 0) return scores.map((score) => (Number.isNaN(score) ? NaN : 0.5));
    const normalised = rescale(scores, mean - 3 * sd, 6 * sd);
    if (clamp) for (let i = 0; i < normalised.length; i++) normalised[i] = Math.min(1, Math.max(0, normalised[i]!));
    return normalised;
  },
  // As engines compute them: in single precision, with 0 for the highest score where all are below it.
  /** s′ = (s − min) / (max − min); equal within 1e-6 they keep the lowest. `MinMaxScoreNormalizer` of Elasticsearch. */
  'elasticsearch-min-max': ({ scores }) => {
    const single = inSinglePrecision(scores);
    const { min, max } = luceneExtremes(single);
    if (Math.fround(max - min) < ELASTICSEARCH_EPSILON) return filled(scores, min);
    return rescale(single, min, max - min);
  },
  /** s′ = (s − min) / (max − min), 0.001 for 0; equal scores 1. `MinMaxScoreNormalizationTechnique` of OpenSearch. */
  'opensearch-min-max': ({ scores }) => {
    const single = inSinglePrecision(scores);
    const { min, max } = luceneExtremes(single);
    if (min === max) return filled(scores, 1);
    return rescale(single, min, max - min).map((score) => (score === 0 ? OPENSEARCH_LEAST : score));
  },
  /**
   * s′ = (s − mean) / deviation of a sample (n − 1), 0.001 where 0 or less; a score equal to the mean becomes the highest
   * score as it was. OpenSearch's `ZScoreNormalizationTechnique`.
   */
  'opensearch-z-score': ({ scores }) => {
    const single = inSinglePrecision(scores);
    const { min, max } = extremes(single);
    if (min === max) return filled(scores, max);
    const { mean, deviation } = meanAndDeviation(single, 1);
    return rescale(single, mean, deviation).map((score, doc) => {
      if (Math.fround(mean) === single[doc]) return max;
      return score <= 0 ? OPENSEARCH_LEAST : score;
    });
  },
};

/** The scores of every list, normalised, by pooled document; NaN where a list still says nothing. */
export function normalise(pool: Pool, norm: NormSpec): Columns {
  const normaliser = normalisers[typeof norm === 'string' ? norm : norm.kind] as (
    list: PooledList,
    norm: NormSpec,
    index: number,
  ) => Float64Array;
  return pool.lists.map((list, index) => normaliser(list, norm, index));
}

/** s′ = (s − min) / max(max − min, 1e-9). Equal scores are all 0. Lee, SIGIR 1997; `min-max` of ranx. */
export function minMax(scores: Float64Array): Float64Array {
  const { min, max } = extremes(scores);
  return rescale(scores, min, Math.max(max - min, SMALLEST_DIVISOR));
}

const inSinglePrecision = (scores: Float64Array): Float64Array => scores.map(Math.fround);

/** Both engines look for the highest from Java's `Float.MIN_VALUE` on, the smallest number above 0. */
function luceneExtremes(single: Float64Array): { min: number; max: number } {
  const { min, max } = extremes(single);
  return { min, max: Math.max(max, 2 ** -149) };
}

const filled = (scores: Float64Array, score: number) => scores.map((each) => (Number.isNaN(each) ? NaN : score));

/** A method of the normalised scores of the lists, a column each. */
export const scoreMethod = <const Method extends string, Own extends Entries>(
  name: string,
  method: Method,
  own: Own,
  scores: (columns: Columns, spec: Spec<Own>, size: number) => Float64Array,
) =>
  fusionMethod(name, 'scores', method, { norm: normSchema, ...own }, (pool, spec) =>
    scores(normalise(pool, (spec as { norm: NormSpec }).norm), spec as Spec<Own>, pool.ids.length),
  );
