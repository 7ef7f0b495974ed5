import type { LearnerKind } from '../../../domain/ltr/options';
import type { AbsentPolicy, NormName } from '../../../domain/fusion/method';
import type { LexicalSpec } from '../../../domain/retrieval/retriever-spec';

export const SCORER_NAMES: Readonly<Record<LexicalSpec['scorer']['kind'], string>> = {
  'bm25-lucene': 'BM25 (Lucene)',
  'bm25-plus': 'BM25+',
  bm25l: 'BM25L',
  'bm25-okapi': 'BM25 (rank_bm25)',
  'tf-idf': 'TF-IDF cosine',
  'query-likelihood': 'Query likelihood',
};

export const scorerName = (scorer: LexicalSpec['scorer']): string =>
  SCORER_NAMES[scorer.kind] + (scorer.kind === 'bm25-lucene' && scorer.lengths ? ' with lengths in one byte' : '');

export const LEARNER_NAMES: Readonly<Record<LearnerKind, string>> = {
  'lambda-mart': 'LambdaMART',
  'rank-net': 'RankNet',
  'list-net': 'ListNet',
};

export const NORM_LABELS: Readonly<Record<NormName, string>> = {
  'min-max': 'Min-max',
  'theoretical-min-max': 'Min-max from the lowest possible',
  max: 'Highest score',
  sum: 'Sum',
  zmuv: 'Zero mean, unit variance',
  dbsf: 'Distribution-based (DBSF)',
  l2: 'Length (L2)',
  rank: 'Rank',
  borda: 'Borda',
  none: 'None',
  'min-max-inverted': 'Min-max, inverted (distances)',
  'elasticsearch-min-max': 'Min-max (Elasticsearch)',
  'opensearch-min-max': 'Min-max (OpenSearch)',
  'opensearch-z-score': 'Z-score (OpenSearch)',
  'llamaindex-min-max': 'Min-max (LlamaIndex)',
  'llamaindex-dbsf': 'Distribution-based (LlamaIndex)',
  'haystack-dbsf': 'Distribution-based (Haystack)',
};

export const NORM_OPTIONS = (Object.entries(NORM_LABELS) as [NormName, string][]).map(([value, label]) => ({
  value,
  label,
}));

/** Score of a document that a list lacks. */
export const POLICY_LABELS: Readonly<Record<AbsentPolicy, string>> = {
  zero: 'counts as 0',
  min: 'counts as the list’s lowest',
  skip: 'is left out',
};
