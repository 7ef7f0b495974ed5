import type { ModelCard } from '../models/card';
import type { AnalyzerSpec } from '../text/analyzer-spec';
import { type CatalogueEntry, lexical, vectorsBy } from './catalogue';
import { type ComposedRetriever, type ComposedSystem, composedSystem } from './composed';
import type { FusionSpec } from '../fusion/fusion-spec';

/** Which models settings name. */
interface Chosen {
  readonly embeddingModel: string;
  readonly rerankerModel: string;
  readonly candidates: number;
}

const EQUAL: FusionSpec = { method: 'wsum', norm: 'min-max', weights: [0.5, 0.5], absent: 'zero' };

/**
 * Systems with models of this machine that settings do not name, so that several are compared in one experiment; and the
 * embedding models without the prefixes that they want, to see what forgetting them costs.
 */
export function modelCatalogue(analyzer: AnalyzerSpec, chosen: Chosen, cards: readonly ModelCard[]): CatalogueEntry[] {
  return cards.flatMap((card) => {
    if (card.task === 'embedding') return ofEncoder(analyzer, chosen, card);
    return card.task === 'reranking' && card.id !== chosen.rerankerModel ? [ofReranker(analyzer, chosen, card)] : [];
  });
}

function ofEncoder(analyzer: AnalyzerSpec, { embeddingModel }: Chosen, { id, name, reading }: ModelCard) {
  const own = { ...vectorsBy('nearest'), model: id } as ComposedRetriever;
  const isPrefixed = reading?.task === 'embedding' && reading.queryPrefix + reading.passagePrefix !== '';
  const entries: CatalogueEntry[] = [];
  if (id !== embeddingModel)
    entries.push(
      entry(`${name}`, `Vectors of ${name}`, composedSystem(name, [own])),
      entry(
        `bm25 + ${name}`,
        `BM25 and vectors of ${name}, half and half`,
        composedSystem(`bm25 + ${name}`, [lexical(analyzer), own], { fusion: EQUAL }),
      ),
    );
  if (isPrefixed)
    entries.push(
      entry(
        `${name}, no prefixes`,
        `Vectors of ${name} as if nobody knew that it wants prefixes`,
        composedSystem(`${name}, no prefixes`, [{ ...own, prefixes: 'none' } as ComposedRetriever]),
      ),
    );
  return entries;
}

const ofReranker = (analyzer: AnalyzerSpec, { candidates }: Chosen, { id, name }: ModelCard): CatalogueEntry =>
  entry(
    `${name} reranks`,
    `BM25 and vectors, half and half, the first ${candidates} reranked by ${name}`,
    composedSystem(`${name} reranks`, [lexical(analyzer), vectorsBy('nearest')], {
      fusion: EQUAL,
      rerank: { model: id, candidates, interpolation: 0 },
    }),
  );

const entry = (id: string, summary: string, system: ComposedSystem): CatalogueEntry => ({
  group: 'models',
  summary,
  system: { ...system, id },
});
