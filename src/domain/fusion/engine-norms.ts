import { extremes, meanAndDeviation, rescale } from './list-scores';
import type { EngineNormName } from './method';
import type { PooledList } from './pool';

/** What OpenSearch gives to the last of a list, so that it counts for more than a document that the list lacks. */
const OPENSEARCH_LEAST = 0.001;

/** Scores that differ by less are equal to Elasticsearch. */
const ELASTICSEARCH_EPSILON = 1e-6;

/**
 * Normalisations as engines compute them. They differ from those of ranx where a list has one document, or equal scores,
 * and at the end of a list. Engines compute in single precision; these do not.
 */
export const ENGINE_NORMS: { readonly [Name in EngineNormName]: (list: PooledList) => Float64Array } = {
  /**
   * s′ = (s − min) / (max − min). A list of one document, or of scores within 1e-6 of each other, keeps its lowest score:
   * a BM25 of 12 stays 12 beside a list that ends at 1. `minmax` of Elasticsearch's linear retriever
   * (`MinMaxScoreNormalizer`).
   */
  'elasticsearch-min-max': ({ scores }) => {
    const { min, max } = extremes(scores);
    return max - min < ELASTICSEARCH_EPSILON ? filled(scores, min) : rescale(scores, min, max - min);
  },
  /**
   * s′ = (s − min) / (max − min), and 0.001 where that is 0: the last of a list counts for more than an absent document.
   * A list of one document, or of equal scores, is all 1. `min_max` of OpenSearch's normalization processor
   * (`MinMaxScoreNormalizationTechnique`).
   */
  'opensearch-min-max': ({ scores }) => {
    const { min, max } = extremes(scores);
    if (min === max) return filled(scores, 1);
    return rescale(scores, min, max - min).map((score) => (score === 0 ? OPENSEARCH_LEAST : score));
  },
  /**
   * s′ = (s − mean) / deviation, with the deviation of a sample (n − 1), and 0.001 wherever that is 0 or less: half of a
   * list is alike. A score that equals the mean in single precision becomes the highest score of the list as it was, and
   * so does every score of a list of one document or of equal scores. `z_score` of OpenSearch's normalization processor
   * (`ZScoreNormalizationTechnique`).
   */
  'opensearch-z-score': ({ scores }) => {
    const { min, max } = extremes(scores);
    if (min === max) return filled(scores, max);
    const { mean, deviation } = meanAndDeviation(scores, 1);
    return rescale(scores, mean, deviation).map((score, doc) => {
      if (Math.fround(mean) === Math.fround(scores[doc]!)) return max;
      return score <= 0 ? OPENSEARCH_LEAST : score;
    });
  },
  /**
   * s′ = (s − min) / (max − min). A list of one document, or of equal scores, is all 1 where these are above 0, else all
   * 0. `relative_score` of LlamaIndex's QueryFusionRetriever.
   */
  'llamaindex-min-max': ({ scores }) => {
    const { min, max } = extremes(scores);
    return min === max ? filled(scores, max > 0 ? 1 : 0) : rescale(scores, min, max - min);
  },
  /**
   * The mean at ½, three standard deviations of the population (n) to each side at 0 and 1. A list of one document, or
   * of equal scores, is all 1 where these are above 0, else all 0. `dist_based_score` of LlamaIndex's
   * QueryFusionRetriever.
   */
  'llamaindex-dbsf': ({ scores }) => distributed(scores, (score) => (score > 0 ? 1 : 0)),
  /**
   * The mean at ½, three standard deviations of the population (n) to each side at 0 and 1. A list of one document, or
   * of equal scores, is all 0. `distribution_based_rank_fusion` of Haystack's DocumentJoiner.
   */
  'haystack-dbsf': ({ scores }) => distributed(scores, () => 0),
};

/** @param flat what the scores of a list become that are all equal to one score */
function distributed(scores: Float64Array, flat: (score: number) => number): Float64Array {
  const { min, max } = extremes(scores);
  const { mean, deviation } = meanAndDeviation(scores, 0);
  // Of equal scores the computed deviation may be 1e-17 instead of 0, and would blow up rounding errors.
  if (min === max || deviation === 0) return filled(scores, flat(max));
  return rescale(scores, mean - 3 * deviation, 6 * deviation);
}

/** The same score for every document that the list has. */
const filled = (scores: Float64Array, score: number): Float64Array =>
  scores.map((each) => (Number.isNaN(each) ? NaN : score));
