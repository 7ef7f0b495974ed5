import type { FusionMethod } from '../fusion-spec';
import type { AbsentPolicy, NormName, RankWindow } from '../method';
import { ENGINE_NAMES, type EngineId } from './engine-names';

/** A constant of an engine: its own is that of the method, or one more where it counts ranks from 0. */
interface OwnConstant {
  readonly field: 'constant' | 'k';
  /** What is added to the field of the method for the engine's own. */
  readonly ahead: 0 | 1;
  /** The engine's own, where nobody sets it. */
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
}

export interface EngineForm {
  /** In the engine's words. */
  readonly name: string;
  readonly method: FusionMethod;
  /** Normalisations of ours that it has, by its own words, its usual one first; absent where the method takes none. */
  readonly norms?: Readonly<Partial<Record<NormName, string>>>;
  readonly absent?: AbsentPolicy;
  /** `shares`: it takes weights that add to 1, or makes them so, which leaves the order as it is. */
  readonly weights: 'any' | 'shares' | 'none';
  readonly constant?: OwnConstant;
}

interface Engine {
  readonly name: string;
  /** In the order in which they are offered. */
  readonly forms: readonly EngineForm[];
  /** How many of each list enter and where the fused list is cut where nobody sets it; null for all. */
  readonly window: { readonly lists: number | null; readonly fused: number | null };
  /** Its window cuts lists and the fused list alike: it has no other end. */
  readonly cutsAlike: boolean;
}

const ranked = (
  usual: number,
  { ahead = 0, least = 0, most = Infinity, whole = true }: Partial<OwnConstant> = {},
): OwnConstant => ({ field: 'constant', ahead, usual, least, most, whole });

/** One that cannot be set. */
const fixedAt = (usual: number, ahead: 0 | 1): OwnConstant => ranked(usual, { ahead, least: usual, most: usual });

const OPENSEARCH_NORMS = { 'opensearch-min-max': 'min_max', l2: 'l2' } as const;

/**
 * What each engine computes, read in its source or documentation. Equal scores are in the order of trec_eval here; the
 * engines have orders of their own: Elasticsearch and OpenSearch by their internal number of a document, ascending;
 * LangChain, Haystack and LlamaIndex as the lists came; Chroma and Qdrant in no fixed one.
 */
export const ENGINES: { readonly [Id in EngineId]: Engine } = {
  /**
   * The retrievers `rrf` (Σ w / (rank_constant + rank), rank from 1) and `linear` (Σ w · s′) in
   * `x-pack/plugin/rank-rrf`. `rank_window_size`, 10 unless set, cuts every list and the fused one.
   */
  elasticsearch: {
    name: ENGINE_NAMES.elasticsearch,
    forms: [
      { name: 'rrf', method: 'rrf', weights: 'any', constant: ranked(60, { least: 1 }) },
      {
        name: 'linear',
        method: 'wsum',
        norms: { 'elasticsearch-min-max': 'minmax', l2: 'l2_norm', none: 'none' },
        absent: 'zero',
        weights: 'any',
      },
    ],
    window: { lists: 10, fused: 10 },
    cutsAlike: true,
  },
  /**
   * `score-ranker-processor` (Σ w / (rank_constant + rank), rank from 1) and `normalization-processor` of
   * opensearch-project/neural-search; z_score with the arithmetic mean alone. Lists are as long as `size`, 10 unless set,
   * or `pagination_depth`.
   */
  opensearch: {
    name: ENGINE_NAMES.opensearch,
    forms: [
      { name: 'rrf', method: 'rrf', weights: 'shares', constant: ranked(60, { least: 1, most: 10_000 }) },
      {
        name: 'arithmetic_mean',
        method: 'arithmetic-mean',
        norms: { ...OPENSEARCH_NORMS, 'opensearch-z-score': 'z_score' },
        absent: 'zero',
        weights: 'shares',
      },
      {
        name: 'geometric_mean',
        method: 'geometric-mean',
        norms: OPENSEARCH_NORMS,
        absent: 'skip',
        weights: 'shares',
      },
      {
        name: 'harmonic_mean',
        method: 'harmonic-mean',
        norms: OPENSEARCH_NORMS,
        absent: 'skip',
        weights: 'shares',
      },
    ],
    window: { lists: 10, fused: 10 },
    cutsAlike: false,
  },
  /**
   * `rrf` and `dbsf` of the query API: `reciprocal_rank_fusion.rs` and `score_fusion.rs` in `lib/segment/src/common`. A
   * `limit` of each prefetch, 10 unless set, and one of the query.
   */
  qdrant: {
    name: ENGINE_NAMES.qdrant,
    forms: [
      {
        name: 'rrf',
        method: 'qdrant-rrf',
        weights: 'any',
        constant: { field: 'k', ahead: 0, usual: 2, least: 1, most: Infinity, whole: true },
      },
      { name: 'dbsf', method: 'sum', norms: { dbsf: 'dbsf' }, absent: 'zero', weights: 'none' },
    ],
    window: { lists: 10, fused: 10 },
    cutsAlike: false,
  },
  /** The SQL that Hitrate writes: Σ w / (k + rank), with a limit of each list and one of the statement. */
  postgresql: {
    name: ENGINE_NAMES.postgresql,
    forms: [{ name: 'rrf', method: 'rrf', weights: 'any', constant: ranked(60, { whole: false }) }],
    window: { lists: null, fused: null },
    cutsAlike: false,
  },
  /** `EnsembleRetriever.weighted_reciprocal_rank`: Σ w / (rank + c), rank from 1. It takes the lists as they come. */
  langchain: {
    name: ENGINE_NAMES.langchain,
    forms: [{ name: 'EnsembleRetriever', method: 'rrf', weights: 'any', constant: ranked(60) }],
    window: { lists: null, fused: null },
    cutsAlike: false,
  },
  /**
   * The join modes of `haystack/components/joiners/document_joiner.py`. Its reciprocal ranks are Σ w · n / (61 + rank),
   * rank from 0, weights divided by their sum, the result divided by n / 61: the order is that of the constant 60.
   */
  haystack: {
    name: ENGINE_NAMES.haystack,
    forms: [
      { name: 'reciprocal_rank_fusion', method: 'rrf', weights: 'shares', constant: fixedAt(61, 1) },
      {
        name: 'distribution_based_rank_fusion',
        method: 'max',
        norms: { 'haystack-dbsf': 'distribution_based_rank_fusion' },
        absent: 'skip',
        weights: 'none',
      },
      { name: 'merge', method: 'wsum', norms: { none: 'merge' }, absent: 'zero', weights: 'shares' },
      { name: 'concatenate', method: 'max', norms: { none: 'concatenate' }, absent: 'skip', weights: 'none' },
    ],
    window: { lists: null, fused: null },
    cutsAlike: false,
  },
  /**
   * `Rrf` of the search API: −Σ w / (k + rank), rank from 0, the lowest first. A `Knn` finds 16 unless its limit is set,
   * and needs a `default`: without it Chroma leaves out what one list lacks.
   */
  chroma: {
    name: ENGINE_NAMES.chroma,
    forms: [{ name: 'Rrf', method: 'rrf', weights: 'any', constant: ranked(60, { ahead: 1, least: 1 }) }],
    window: { lists: 16, fused: null },
    cutsAlike: false,
  },
  /**
   * The modes of `llama_index/core/retrievers/fusion_retriever.py`. `reciprocal_rerank` is Σ 1 / (60 + rank), rank from
   * 0, whatever the weights are; the scores of the others are divided by the number of queries, which leaves the order.
   * Passages with the same text are one. `similarity_top_k`, 2 unless set, cuts the fused list.
   */
  llamaindex: {
    name: ENGINE_NAMES.llamaindex,
    forms: [
      { name: 'reciprocal_rerank', method: 'rrf', weights: 'none', constant: fixedAt(60, 1) },
      {
        name: 'relative_score',
        method: 'wsum',
        norms: { 'llamaindex-min-max': 'relative_score' },
        absent: 'zero',
        weights: 'shares',
      },
      {
        name: 'dist_based_score',
        method: 'wsum',
        norms: { 'llamaindex-dbsf': 'dist_based_score' },
        absent: 'zero',
        weights: 'shares',
      },
      { name: 'simple', method: 'max', norms: { none: 'simple' }, absent: 'skip', weights: 'none' },
    ],
    window: { lists: null, fused: 2 },
    cutsAlike: false,
  },
};

/** The window of an engine where nobody sets it, of lists that are `depth` long; null where it cuts nothing of them. */
export function usualWindow(engine: EngineId, depth: number): RankWindow | null {
  const { lists, fused } = ENGINES[engine].window;
  if ((lists ?? depth) >= depth && (fused ?? depth) >= depth) return null;
  return { lists: Math.min(lists ?? depth, depth), ...(fused === null ? {} : { fused }) };
}
