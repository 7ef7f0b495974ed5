import type { ModelCard } from '../models/card';
import type { ExperimentSpec } from './experiment';
import type { RetrieverSpec } from '../retrieval/retriever-spec';

/** The same experiment with every model on the device that its card has; a model without a card stays where it is. */
export function onMeasuredDevices(spec: ExperimentSpec, cards: readonly ModelCard[]): ExperimentSpec {
  const moved = <Part extends Pick<ModelCard, 'device'> & { readonly model: string }>(part: Part): Part => {
    const device = cards.find(({ id }) => id === part.model)?.device;
    return device === undefined ? part : { ...part, device };
  };
  const movedRetriever = (retriever: RetrieverSpec): RetrieverSpec => {
    if (retriever.kind === 'dense') return moved(retriever);
    if (retriever.kind !== 'rewritten' || retriever.retriever.kind !== 'dense') return retriever;
    return { ...retriever, retriever: moved(retriever.retriever) };
  };
  return {
    ...spec,
    systems: spec.systems.map((system) => ({
      ...system,
      retrievers: system.retrievers.map(movedRetriever),
      rerank: system.rerank && moved(system.rerank),
    })),
  };
}
