import type { ComposedRetriever, ComposedSystem } from '../../domain/experiment/composed';
import type { FusionSpec } from '../../domain/fusion/fusion-spec';
import type { QuestionSpec } from '../../domain/retrieval/retriever-spec';
import type { VectorSearchSpec } from '../../domain/retrieval/dense/vector-search-spec';
import { clip } from './format';
import { boostText, filterText } from './condition-text';
import { LEARNER_NAMES, SCORER_NAMES } from './method-names';

const CHANGED: Record<QuestionSpec['kind'], string> = {
  'as-asked': '',
  rm3: ' with RM3',
  spelling: ' with spelling corrected',
  synonyms: ' with associated words',
};

/** What a system does, in a line. */
export function systemText(system: ComposedSystem): string {
  const { retrievers, filter, fusion, crossFitted, learned, boost, rerank, threshold } = system;
  const found = retrievers.map(retrieverText).join(' and ') + filterText(filter);
  const joined = fusion
    ? `${found}, joined by ${fusionText(fusion)}`
    : crossFitted
      ? `${found}, joined by ${crossFitted.method}, cross-validated`
      : learned
        ? `${found}, ordered by ${learnedText(learned)}`
        : found;
  const reranked = rerank ? `, the first ${rerank.candidates} reranked${modelText(rerank)}` : '';
  const cut = threshold === null ? '' : `, from a score of ${threshold}`;
  const text = joined + boostText(boost) + reranked + cut;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function retrieverText(retriever: ComposedRetriever): string {
  switch (retriever.kind) {
    case 'minisearch':
      return 'BM25+ (MiniSearch)';
    case 'lexical':
      return SCORER_NAMES[retriever.scorer.kind] + searchedText(retriever.fields) + CHANGED[retriever.question.kind];
    case 'term-graph':
      return `a walk over shared terms${searchedText(retriever.fields)}`;
    case 'vectors':
      return vectorText(retriever.search) + modelText(retriever);
    case 'dense':
      return vectorText(retriever.search);
    case 'file-vectors':
      return `${vectorText(retriever.search)} of “${clip(retriever.name, 60)}”`;
    case 'rewritten':
      return `${retrieverText(retriever.retriever)} asked by ${retriever.original ? 'the question and ' : ''}its rewrites in “${clip(retriever.rewrites.name, 60)}”`;
    case 'run':
      return `the run “${clip(retriever.name, 60)}”`;
  }
}

const modelText = ({ model, prefixes }: { model?: string; prefixes?: 'none' }): string =>
  (model === undefined ? '' : ` by ${clip(namedText(model), 60)}`) + (prefixes ? ' without prefixes' : '');

/** A model without its commit, which is part of its id: the name of the system holds it where two are alike. */
const namedText = (id: string): string => id.replace(/@[0-9a-f]{12}:(\w+)(?::.*)?$/, ' ($1)');

const searchedText = (fields: readonly string[] | undefined): string =>
  fields ? ` of ${fields.map((field) => `“${clip(field, 40)}”`).join(', ')}` : '';

const vectorText = (search: VectorSearchSpec): string =>
  searchText(search) + (search.dimensions === undefined ? '' : `, first ${search.dimensions} dimensions`);

function searchText(search: VectorSearchSpec): string {
  switch (search.kind) {
    case 'nearest':
      return { cosine: 'vectors by cosine', 'dot-product': 'vectors by dot product', euclidean: 'vectors by distance' }[
        search.metric
      ];
    case 'mmr':
      return `vectors by MMR (λ ${search.lambda})`;
    case 'svm':
      return `vectors by SVM (C ${search.c})`;
    case 'rocchio':
      return 'vectors with Rocchio';
    case 'quantised':
      return `${search.precision} vectors${search.rescore > 0 ? `, ${search.rescore} × rescored` : ''}`;
    case 'hnsw':
      return `vectors by HNSW (M ${search.m}, ef ${search.efSearch})`;
  }
}

function fusionText(fusion: FusionSpec): string {
  const weights = 'weights' in fusion ? ` ${fusion.weights.join(' / ')}` : '';
  const norm = 'norm' in fusion ? ` of ${typeof fusion.norm === 'string' ? fusion.norm : fusion.norm.kind} scores` : '';
  return `${fusion.method}${weights}${norm}`;
}

function learnedText(learned: NonNullable<ComposedSystem['learned']>): string {
  if (learned.kind === 'model') return `a trained ${LEARNER_NAMES[learned.model.kind]} model`;
  return `${LEARNER_NAMES[learned.learner.kind]}, cross-validated`;
}
