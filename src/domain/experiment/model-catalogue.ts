import type { ModelCard } from '../models/configuration';
import type { AnalyzerSpec } from '../text/analyzer-spec';
import { type CatalogueEntry, entry, lexical, vectorsBy } from './catalogue';
import { composedSystem } from './composed';
import type { ComposedRetriever } from './retrievers';
import type { FusionSpec } from '../fusion/fusion-spec';
import { type Settings, wantsPrefixes } from './settings';

type Chosen = Pick<Settings, 'embeddingModel' | 'rerankerModel' | 'candidates'>;

const EQUAL: FusionSpec = { method: 'wsum', norm: 'min-max', weights: [0.5, 0.5], absent: 'zero' };

export function modelCatalogue(analyzer: AnalyzerSpec, chosen: Chosen, cards: readonly ModelCard[]): CatalogueEntry[] {
  return cards.flatMap((card) => {
    if (card.task === 'embedding') return ofEncoder(analyzer, chosen, card);
    return card.task === 'reranking' && card.id !== chosen.rerankerModel ? [ofReranker(analyzer, chosen, card)] : [];
  });
}

function ofEncoder(analyzer: AnalyzerSpec, { embeddingModel }: Chosen, card: ModelCard) {
  const { id, name } = card;
  const own = { ...vectorsBy('nearest'), model: id } as ComposedRetriever;
  const entries: CatalogueEntry[] = [];
  if (id !== embeddingModel)
    entries.push(
      entry('models', ['model-vectors', { name }], composedSystem(name, [own])),
      entry(
        'models',
        ['model-fused', { name }],
        composedSystem(`bm25 + ${name}`, [lexical(analyzer), own], { fusion: EQUAL }),
      ),
    );
  if (wantsPrefixes(card))
    entries.push(
      entry(
        'models',
        ['model-unprefixed', { name }],
        composedSystem(`${name}, no prefixes`, [{ ...own, prefixes: 'none' } as ComposedRetriever]),
      ),
    );
  return entries;
}

const ofReranker = (analyzer: AnalyzerSpec, { candidates }: Chosen, { id, name }: ModelCard): CatalogueEntry =>
  entry(
    'models',
    ['model-reranks', { name, candidates }],
    composedSystem(`${name} reranks`, [lexical(analyzer), vectorsBy('nearest')], {
      fusion: EQUAL,
      rerank: { model: id, candidates, interpolation: 0 },
    }),
  );
