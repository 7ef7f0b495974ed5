import { ANALYZER_CHOICES, type AnalyzerId } from '../../../domain/text/analyzer-spec';
import type { LearnedSpec, LearnerKind } from '../../../domain/ltr/learned-spec';
import type { AbsentPolicy, NormName } from '../../../domain/fusion/method';
import type { NumberName } from '../../../domain/fusion/method-settings';
import type { LexicalSpec } from '../../../domain/retrieval/retriever-spec';

/** Of each analyzer that is offered, its name, and what it does, for what text. */
const texts: Readonly<Record<AnalyzerId, readonly [label: string, hint: string]>> = {
  words: [
    'Words',
    'Runs of letters and digits. Chinese and Japanese sentences stay whole, so that little is found in them.',
  ],
  'cjk-bigram': [
    'Words, CJK as bigrams',
    'Chinese, Japanese and Korean as overlapping pairs of characters. Works for every language.',
  ],
  'cjk-unigram': [
    'Words, CJK as single characters',
    'What Elasticsearch’s “standard” analyzer does: each Han and Hiragana character alone.',
  ],
  segmenter: [
    'Words of the browser’s dictionary',
    'Intl.Segmenter, for Chinese, Japanese, Thai and others. Another browser may find other words.',
  ],
  japanese: ['Japanese words', 'MeCab’s morphemes with IPADIC, in dictionary form. Loads a dictionary of 18 MB once.'],
  'japanese-nouns-and-verbs': [
    'Japanese nouns and verbs',
    'The same, without particles, auxiliaries, adjectives and all else.',
  ],
  'cjk-bigram-english': [
    'CJK bigrams, English stems',
    'Without English stop words, and with “running” and “runs” as “run” (Porter2).',
  ],
};

export const ANALYZER_OPTIONS: readonly { readonly value: string; readonly label: string }[] = ANALYZER_CHOICES.map(
  ({ id }) => ({ value: id, label: texts[id][0] }),
);

export const analyzerHint = (id: string | undefined): string | undefined => texts[id as AnalyzerId]?.[1];

export const analyzerLabel = (id: AnalyzerId): string => texts[id][0];

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

export const learnerName = (spec: LearnedSpec): string =>
  LEARNER_NAMES[spec.kind === 'model' ? spec.model.kind : spec.learner.kind];

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
};

export const NORM_OPTIONS = (Object.entries(NORM_LABELS) as [NormName, string][]).map(([value, label]) => ({
  value,
  label,
}));

const RANKS = 'The larger, the less the first ranks stand out';

/** The numbers of fusions, with what a slider takes. */
export const FUSION_NUMBERS = {
  constant: { label: 'Constant', min: 0, max: 200, step: 1, hint: RANKS },
  k: { label: 'k', min: 1, max: 200, step: 1, hint: RANKS },
  gamma: { label: 'γ', min: 0, max: 4, step: 0.05, hint: '0 is CombSUM, 1 is CombMNZ' },
  sigma: { label: 'σ', min: 0, max: 1, step: 0.01, hint: '0 gives nothing to what one list alone has' },
  persistence: { label: 'Persistence', min: 0, max: 0.99, step: 0.01, hint: 'The lower, the more first ranks weigh' },
  segments: { label: 'Segments', min: 1, max: 50, step: 1, hint: 'Parts that a list is split into' },
  window: { label: 'Window', min: 0, max: 20, step: 1, hint: 'Ranks that are looked at on each side' },
} satisfies Record<NumberName, object>;

/** Score of a document that a list lacks. */
export const POLICY_LABELS: Readonly<Record<AbsentPolicy, string>> = {
  zero: 'counts as 0',
  min: 'counts as the list’s lowest',
  skip: 'is left out',
};
