import type { ParameterName } from '../../../domain/measures/measure';
import type { MeasureProblems } from '../../../domain/measures/parse';
import { definitionOf, measureDefinitions } from '../../../domain/measures/registry';
import { type Catalogue, say } from './say';
import type { JsonProblem } from '../../../base/problem';
import { isTrained, METHODS } from '../../../domain/fusion/method-settings';
import type { CatalogueData } from '../../../domain/experiment/catalogue';
import type { ExperimentProblems } from '../../../domain/experiment/experiment';
import type { PartProblems } from '../../../domain/experiment/parts';
import type { NamedRetired, RetiredPart, RetiredSystem } from '../../../domain/experiment/retired';
import type { ExperimentFileData } from '../../../domain/experiment/experiment-file';
import type { PresetId } from '../../../domain/experiment/presets';
import type { TemplateNeeds, TemplateId } from '../../../domain/experiment/templates';
import { list, plural } from '../format';

const EXPECTED: Readonly<Record<ParameterName, string>> = {
  rel: 'a number above 0, the lowest grade that counts as relevant',
  p: 'a number between 0 and 1, as 0.8',
  max: 'a number above 0, the highest grade of the scale',
  recall: 'a number from 0 to 1, as 0.1',
  chars: 'a whole number of at least 1, the characters of the budget',
  tokens: 'a whole number of at least 1, the tokens of the budget',
};

const CUTOFF: Readonly<Record<MeasureProblems['measure-cutoff']['wrong'], (name: string) => string>> = {
  missing: (name) => `${name} needs a cut-off: write ${name}@10, for example.`,
  excess: (name) => `${name} has no cut-off: leave out what follows the @.`,
  value: (name) => `the cut-off must be a whole number of at least 1, as in ${name}@10.`,
};

export const measureMessages: Catalogue<MeasureProblems> = {
  'no-measure': () => 'No measure is named: write nDCG@10, for example.',
  'measure-form': ({ text }) => `“${text}”: write Name(parameter=value)@k, as in P(rel=2)@5.`,
  'measure-parameter-form': ({ text, pair }) => `“${text}”: write parameters as name=value, not “${pair}”.`,
  'measure-parameter-twice': ({ text, parameter }) => `“${text}”: ${parameter} is given twice.`,
  'measure-unknown': ({ text, meant }) => {
    const known = measureDefinitions.map(({ name, cutoff }) => (cutoff === 'required' ? `${name}@k` : name));
    const suggestion = meant === null ? '' : ` Did you mean ${meant}?`;
    return `“${text}” is not a known measure.${suggestion} Known are ${known.join(', ')}.`;
  },
  'measure-cutoff': ({ text, name, wrong }) => `“${text}”: ${CUTOFF[wrong](name)}`,
  'measure-parameter-unknown': ({ text, name, parameter }) => {
    const { parameters } = definitionOf({ name });
    return parameters.length === 0
      ? `“${text}”: ${name} has no parameters.`
      : `“${text}”: ${name} has no parameter “${parameter}”; it knows ${parameters.join(' and ')}.`;
  },
  'measure-parameter-value': ({ text, parameter }) => `“${text}”: ${parameter} must be ${EXPECTED[parameter]}.`,
};

const LEARNED = 'every question is scored by a model that did not see it';

export const catalogueMessages: Catalogue<CatalogueData> = {
  'bm25-lucene': () => 'BM25 as Lucene, Elasticsearch and OpenSearch compute it',
  'bm25-plus': () => 'BM25 with a least share for every word found',
  bm25l: () => 'BM25 that is kinder to long passages',
  'bm25-okapi': () => 'BM25 as the Python package rank_bm25 computes it',
  'tf-idf': () => 'Cosine of TF-IDF vectors, as scikit-learn computes it',
  'query-likelihood': () => 'How likely the passage’s language model writes the question, smoothed by Dirichlet',
  'term-graph': () => 'A walk over the terms that passages share (personalised PageRank); no knowledge graph',
  cosine: () => 'The nearest vectors by angle',
  'dot-product': () => 'The nearest vectors by dot product',
  euclidean: () => 'The nearest vectors by distance',
  mmr: () => 'Near vectors that differ from each other (maximal marginal relevance)',
  svm: () => 'A support vector machine per question, with the question as its only example',
  'matryoshka-half': ({ dimensions }) => `The first ${dimensions} numbers of each vector, by angle`,
  int8: () => 'Vectors of bytes: a quarter of the memory',
  binary: () => 'The signs of vectors alone, a bit each: a thirty-second of the memory',
  'binary-rescored': () => 'The same, with four times as many scored again by whole vectors',
  'bm25-rm3': () => 'BM25, searched again with words of its first passages',
  rocchio: () => 'Vectors, searched again from nearer to the first passages',
  'bm25-spelling': () => 'BM25 with misspelt words corrected from the passages',
  'bm25-synonyms': () => 'BM25 with words that come together with those of the question',
  fused: ({ method }) =>
    `BM25 and vectors, joined by ${METHODS[method].label}${isTrained(method) ? ', cross-validated' : ''}`,
  'lambda-mart': () => `Boosted trees over what BM25, vectors and words say; ${LEARNED}`,
  'rank-net': () => `A weighted sum, learned from pairs; ${LEARNED}`,
  'list-net': () => `A weighted sum, learned from lists; ${LEARNED}`,
  'field-route': ({ field }) => `BM25 over “${field}” alone: a route to be joined with others`,
  'field-filter': ({ field }) => `BM25, only passages whose “${field}” the question names`,
  'field-boost': ({ field }) => `BM25, with passages boosted whose “${field}” the question names`,
  'field-routes': ({ fields }) =>
    `BM25 over the text and over ${list(fields.map((field) => `“${field}”`))}, scores added`,
  'model-vectors': ({ name }) => `Vectors of ${name}`,
  'model-fused': ({ name }) => `BM25 and vectors of ${name}, half and half`,
  'model-unprefixed': ({ name }) => `Vectors of ${name} as if nobody knew that it wants prefixes`,
  'model-reranks': ({ name, candidates }) =>
    `BM25 and vectors, half and half, the first ${candidates} reranked by ${name}`,
};

interface TemplateText {
  readonly title: string;
  readonly question: string;
  /** What it runs, and where it differs from what was published. */
  readonly runs: string;
}

export const TEMPLATE_TEXTS: Readonly<Record<TemplateId, TemplateText>> = {
  'which-embedding-model': {
    title: 'Which embedding model?',
    question: 'Which of the models on this machine finds more, alone and beside BM25?',
    runs: 'BM25, and for each embedding model its vectors alone and fused with BM25 by reciprocal ranks.',
  },
  'which-chunk-size': {
    title: 'Which chunk size?',
    question: 'How long should passages be?',
    runs: 'BM25, embedding and their fusion over passages of 256, 512, 1,000 and 2,000 characters with a tenth of overlap.',
  },
  'is-reranking-worth-it': {
    title: 'Is reranking worth it?',
    question: 'Does a reranker gain enough for the time it takes, and how many passages should it read?',
    runs: 'BM25 and the fusion of BM25 and embedding, as they are and with their first 10, 20 or 50 passages reranked.',
  },
  'tune-the-hybrid': {
    title: 'Tune the hybrid',
    question: 'How much should words count, and how much vectors?',
    runs: 'BM25, embedding, their reciprocal rank fusion, weighted sums at 30, 50 and 70 % of BM25, and with 25 judged questions a trained fusion, cross-validated.',
  },
  'external-engine': {
    title: 'Compare with an external engine',
    question: 'Is the search engine in use better than what could replace it?',
    runs: 'The runs of your engine, from files in TREC or ranx format, beside BM25, embedding and their fusion.',
  },
  'four-retrievers': {
    title: 'Four retrievers, from one to five passages',
    question: 'Which of four usual retrievers should feed a language model?',
    runs: 'BM25, embedding, their reciprocal rank fusion, and all that both find reranked; anew for lists of 1 to 5 passages: hit rate, MRR and time.',
  },
  'six-retrievers': {
    title: 'Dense, sparse and hybrid over the full ranking',
    question: 'Do dense or sparse retrievers rank better, and does a hybrid beat both?',
    runs: 'Cosine, MMR, SVM, BM25, TF-IDF and a weighted hybrid: MRR over all passages, Recall@1 and Recall@5. In Japanese over nouns and verbs. Passages without any word of the question are in no word list; there their rank was counted.',
  },
  'weighted-routes': {
    title: 'Routes with weights, from rules to learned rankers',
    question: 'How should the lists of several retrieval routes be weighed?',
    runs: 'Keywords, vectors and a walk over shared terms (where a knowledge graph was meant), joined by rules, min-max, z-score, reciprocal ranks, and three learned rankers, cross-validated.',
  },
  'first-ten': {
    title: 'Hit, Precision, Recall and F1 at 10',
    question: 'Are the right passages among the first ten, and does reranking move them?',
    runs: 'Documents cut recursively to 1,000 characters with an overlap of 100; the ten passages with the highest cosine, before and after they are reranked. Recall counts ground-truth texts, precision counts passages. Chinese and Japanese are cut at their sentence ends, too.',
  },
  'graded-measures': {
    title: 'From hit rate to nDCG',
    question: 'Do measures that look at order and grades tell another story?',
    runs: 'BM25, embedding and their reciprocal rank fusion by hit rate, precision, recall, capped recall, MRR, MAP and nDCG with gains of 2^grade − 1.',
  },
};

export const needMessages: Catalogue<TemplateNeeds> = {
  'second-embedding-model': () => 'It needs a second embedding model: there is one on this machine.',
  'external-run': () => 'It needs a run of your engine: for each question the passages that it found, in a file.',
  'judged-questions': ({ judged, least }) =>
    `It needs ${least} judged questions to learn from: there ${plural(judged, 'is', 'are')} ${judged}.`,
};

export const PRESET_TEXTS: Readonly<Record<PresetId, { readonly title: string; readonly systems: string }>> = {
  quick: { title: 'Quick', systems: 'BM25, embedding and their fusion by ranks; nothing is reranked.' },
  standard: { title: 'Standard', systems: 'BM25, embedding and two fusions of both, each also reranked.' },
  thorough: {
    title: 'Thorough',
    systems: 'All of these, with feedback, diversity, another BM25 and, from 50 questions, a learned ranker.',
  },
};

const FIELDS = 12;

const COLUMNS: Readonly<Record<PartProblems['ranker-columns']['wrong'], (columns: string, routes: number) => string>> =
  {
    missing: (columns, routes) =>
      `the model needs columns that ${routes} retrievers with these features do not give: ${columns}`,
    unknown: (columns) => `the model was trained without these columns: ${columns}`,
    order: (columns) => `the model has its columns in another order: ${columns}`,
  };

const RETIRED_NAMES: Readonly<Record<RetiredPart, string>> = {
  hnsw: 'approximate search of vectors (HNSW)',
  gate: 'reranking only the questions with weak lists',
  target: 'an engine that a system is meant for',
  'rank-window': 'fusion limited to the first passages of each list',
  'engine-norm': 'a library’s own normalisation',
};

/** A part with its options as they were stored, which say what it was. */
const retiredText = ({ part, text }: NamedRetired): string => `${RETIRED_NAMES[part]} ${text}`;

export const retiredMessage = ({ system, parts }: RetiredSystem): string =>
  `“${system}” has a part that is no longer available in this version: ${parts.map(retiredText).join(', ')}.`;

export const specMessages: Catalogue<ExperimentProblems> = {
  ...measureMessages,
  'fusion-uneven': ({ lists, of }) => `${lists} retrievers need as many ${of}`,
  'fusion-no-weight': () => 'at least one weight must be above 0',
  'analyzer-parts-of-speech': ({ tokens }) =>
    `parts of speech are known to the tokens “japanese” alone, not to “${tokens}”: choose “all”`,
  repeated: ({ name }) => `“${name}” is listed twice`,
  'range-empty': () => 'a range needs a minimum or a maximum',
  'range-reversed': ({ least, most }) => `the minimum, ${least}, is above the maximum, ${most}`,
  'rm3-negative-scores': () =>
    'RM3 weighs passages by their scores, and those of bm25-okapi may be negative: choose another scorer',
  'passages-of-files': () => 'runs and vectors from files are of whole documents',
  'fused-and-learned': () => 'a system is either fused or learned',
  'fusion-missing': () => 'several retrievers need a fusion',
  'parts-retired': (system) => retiredMessage(system).slice(0, -1),
  'systems-of-one-id': ({ id }) => `two systems have the id “${id}”`,
  'k-beyond-lists': ({ k, depth }) => `k = ${k} is deeper than the lists, which end at ${depth}`,
  'measure-spelling': ({ text, canonical }) => `“${text}” is written ${canonical}`,
  'measure-beyond-lists': ({ text, depth }) => `${text} looks deeper than the lists, which end at ${depth}`,
  'ranker-no-feature': () => 'a learned ranker needs a feature',
  'ranker-columns': ({ wrong, columns, routes }) => COLUMNS[wrong](columns.join(', '), routes),
};

/** What is wrong with an experiment or a part of one, after the path to it. */
export function specProblem(problem: JsonProblem<ExperimentProblems>): string {
  const text = say(specMessages, problem);
  return problem.path === '' ? text : `${problem.path}: ${text}`;
}

export const experimentMessages: Catalogue<ExperimentFileData> = {
  'file-no-json': ({ reason }) => `This is no JSON: ${reason}.`,
  'file-version': ({ problem }) => `${problem}.`,
  'field-refused': (problem) => specProblem({ ...problem, path: problem.path || 'file' }),
  'system-retired': (system) => `${retiredMessage(system)} Leave this system out to run the others.`,
  'model-not-here': ({ model }) => `The model “${model}” is not here.`,
  'model-missing': ({ model }) => `The model “${model}” is not on this machine.`,
  'model-revision': ({ model, asked, here }) =>
    `The file names another revision of “${model}” (${asked.slice(0, 12)}) than is here (${here.slice(0, 12)}): its numbers would be others. Change the revision in the file to run it so.`,
  'model-pools': ({ model }) => `“${model}” pools and scales by itself: leave pooling and normalise out of the file.`,
  'model-pooling-unsaid': ({ model, pooling, normalise }) =>
    `The file does not say how “${model}” makes one vector of those of its tokens: write its pooling (“${pooling}” here) and normalise (${normalise} here) beside its revision.`,
  'no-documents': () => 'This collection has no documents, so nothing can be retrieved here.',
  'run-missing': ({ name }) => `The run “${name}” is not among those of this collection: add it first.`,
  'run-changed': ({ name }) => `The run “${name}” of this collection is another one than the file means.`,
  'file-missing': ({ kind, name }) =>
    `The ${kind} “${name}” are not among the files of this collection: add them first.`,
  'file-changed': ({ kind, name }) => `The ${kind} “${name}” of this collection are others than those that are meant.`,
  'system-field-missing': ({ system, field, fields }) => {
    const there = fields.length === 0 ? 'They have no metadata at all.' : `There are: ${list(fields, FIELDS)}.`;
    return `“${system}” reads the field “${field}”, which no document of this collection has. ${there} Change the system, or leave it out.`;
  },
};
