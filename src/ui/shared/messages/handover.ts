import { retrieverTerm } from '../retriever-texts';
import type { HandoverNoteData, HandoverRefusalData, TargetId } from '../../../domain/handover/target';
import type { FusionSpec } from '../../../domain/fusion/fusion-spec';
import { METHODS, settingOf } from '../../../domain/fusion/method-settings';
import type { NormName } from '../../../domain/fusion/method';
import { NORM_LABELS, POLICY_LABELS } from './method-names';
import type { Catalogue } from './say';

/** As their makers write them. */
export const TARGET_NAMES: Readonly<Record<TargetId, string>> = {
  elasticsearch: 'Elasticsearch',
  opensearch: 'OpenSearch',
  qdrant: 'Qdrant',
  postgresql: 'PostgreSQL',
};

const SCORERS: Readonly<Record<string, string>> = {
  'minisearch:bm25+': 'MiniSearch’s BM25+',
  'minisearch:times-matched-terms': 'MiniSearch’s BM25+ times the matched terms',
  'bm25-lucene': 'BM25 (Lucene) with exact lengths',
  'bm25-lucene:byte': 'BM25 (Lucene) with lengths in one byte',
  'bm25-plus:nothing': 'BM25+',
  'bm25-plus:delta': 'BM25+ of rank_bm25',
  bm25l: 'BM25L',
  'bm25-okapi': 'BM25 (rank_bm25)',
  'tf-idf': 'TF-IDF cosine',
  'query-likelihood': 'query likelihood',
};

export const scoringText = (code: string): string => SCORERS[code] ?? code;

const QUESTIONS: Readonly<Record<string, string>> = {
  rm3: 'RM3 feedback',
  spelling: 'spelling correction',
  synonyms: 'synonyms',
};

const VECTORS: Readonly<Record<string, string>> = {
  'dot-product': 'dot products under a fusion of scores',
  euclidean: 'Euclidean distances under a fusion of scores',
  mmr: 'MMR',
  svm: 'a support vector machine',
  rocchio: 'Rocchio feedback',
  quantised: 'quantised vectors as Hitrate makes them',
};

function plainFusionText(fusion: FusionSpec): string {
  const card = METHODS[fusion.method];
  const setting = settingOf(fusion, 'weights' in fusion ? fusion.weights.length : 2);
  return [
    card.label,
    ...(card.weights ? [`weights ${setting.weights.map(rounded).join(' / ')}`] : []),
    ...card.numbers.map((name) => `${name} ${rounded(setting[name])}`),
    ...(card.norm ? [NORM_LABELS[setting.norm]] : []),
    ...('absent' in fusion ? [`a passage that a list lacks ${POLICY_LABELS[setting.absent]}`] : []),
  ].join(', ');
}

const rounded = (value: number | 'half-length'): string =>
  value === 'half-length' ? 'half of each list' : String(Math.round(value * 1e4) / 1e4);

/** What a target cannot compute, and what takes its place. Each begins as “It cannot …”, of the target. */
export const handoverRefusalMessages: Catalogue<HandoverRefusalData> = {
  retriever: ({ kind }) => `It has no equal of ${retrieverTerm(kind)}.`,
  scorer: ({ scorer, nearest }) => `It cannot score by ${scoringText(scorer)}. Nearest: ${scoringText(nearest)}.`,
  question: ({ kind }) =>
    `It has no ${QUESTIONS[kind] ?? kind} as Hitrate computes it. Nearest: the question as it is asked.`,
  'vector-search': ({ kind }) =>
    `It cannot search by ${VECTORS[kind] ?? kind}. Nearest: the nearest vectors by cosine.`,
  fusion: ({ method, norm, nearest }) => {
    const scores = norm === null ? '' : ` of scores normalised by ${NORM_LABELS[norm as NormName].toLowerCase()}`;
    const instead = nearest === null ? 'It has nothing near it.' : `Nearest: ${METHODS[nearest].label}.`;
    return `It cannot fuse lists by ${METHODS[method].label}${scores} as Hitrate computes it. ${instead}`;
  },
  'engine-fusion': ({ asked, nearest }) =>
    `It cannot fuse lists by ${plainFusionText(asked)}. Nearest: ${plainFusionText(nearest)}.`,
  lists: ({ lists, most }) => `It fuses at most ${most} lists, and the system has ${lists}.`,
  filter: () => 'It has no filter that reads the question. Nearest: without the filter.',
  part: ({ part }) => `It has no equal of the part “${part}”. Nearest: without it.`,
  boost: () => 'It cannot boost passages of the fused list as Hitrate does. Nearest: without the boost.',
  rerank: ({ model }) =>
    `It does not rerank by “${model}”. Nearest: without reranking; rerank what it returns yourself.`,
  threshold: ({ threshold }) => `It cannot leave out passages with a score below ${threshold}. Nearest: all of them.`,
  learned: () => 'It cannot apply a learned ranker. Nearest: reciprocal rank fusion.',
  'cross-fitted': ({ method }) => `It cannot train a fusion (${method}). Nearest: reciprocal rank fusion.`,
};

const retriever = (index: number): string => `retriever ${index + 1}`;

export const handoverNoteMessages: Catalogue<HandoverNoteData> = {
  'question-normalised': ({ retriever: index }) =>
    `Questions for ${retriever(index)} go through Unicode NFKC and lower case first; the engine’s analyzer does the rest. In Python: unicodedata.normalize("NFKC", question).lower().`,
  'question-terms': ({ retriever: index }) =>
    `The engine has no equal of the analyzer of ${retriever(index)}. Passages are indexed as the terms of Hitrate’s analyzer, separated by blanks; questions must go through the same analyzer.`,
  'question-sparse': ({ retriever: index, file }) =>
    `A question for ${retriever(index)} is a sparse vector: how often it has each term of Hitrate’s analyzer. The number of a term is its line in ${file}, counted from 0; that file comes with passages.`,
  'question-vector': ({ retriever: index, model, prefix, dimensions }) =>
    `A question for ${retriever(index)} is a vector${dimensions === null ? '' : ` of ${dimensions} numbers`} by “${model}”${prefix === '' ? '' : `, with “${prefix}” before the question`}.`,
  'approximate-vectors': () =>
    'Vectors are searched by an approximate index (HNSW) of the engine, which was not measured here: some results may differ.',
  version: ({ least }) => `Written for version ${least} and later.`,
  'long-terms': ({ passages }) =>
    `Terms of more than 32,766 bytes were left out, which the engine does not take: ${passages === 1 ? 'one passage has' : `${passages} passages have`} such terms.`,
  'weights-scaled': () => 'Weights are scaled to sum to 1, as the engine asks; the order is the same.',
  'weights-fixed': () =>
    'The weights of terms hold the statistics of the collection: hand over again when many passages were added.',
  undescribed: ({ name }) =>
    `“${name}” is in the engine’s source and not in its published description: try it on your version first.`,
};
