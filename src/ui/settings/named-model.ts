import type { ModelCard } from '../../domain/models/card';
import type { ComposedRetriever, ComposedVectors } from '../../domain/experiment/composed';

/** Which model a part of a system names itself, and whether it is given what it wants before texts. */

/** Stands for the model of the settings. */
const OF_SETTINGS = '';

/** The models that a system may name; none where the settings' is the only one there is. */
export function modelOptions(
  cards: readonly ModelCard[],
  task: ModelCard['task'],
  named: string | undefined,
): { value: string; label: string }[] {
  const models = cards.filter((card) => card.task === task);
  const isGone = named !== undefined && !models.some(({ id }) => id === named);
  if (models.length < 2 && named === undefined) return [];
  return [
    { value: OF_SETTINGS, label: 'That of the settings' },
    ...models.map(({ id, name }) => ({ value: id, label: name })),
    ...(isGone ? [goneOption(named)] : []),
  ];
}

/** The models that settings may name, and the one that they do where it is gone. */
export function settingOptions(
  cards: readonly ModelCard[],
  task: ModelCard['task'],
  chosen: string,
): { value: string; label: string }[] {
  const models = cards.filter((card) => card.task === task).map(({ id, name }) => ({ value: id, label: name }));
  return models.some(({ value }) => value === chosen) ? models : [...models, goneOption(chosen)];
}

const goneOption = (id: string) => ({ value: id, label: `${id}, which is not here` });

export const namedModel = ({ model }: { readonly model?: string }): string => model ?? OF_SETTINGS;

/** The part with another model. @param value of {@link modelOptions} */
export function withModel<Part extends { readonly model?: string }>(part: Part, value: string): Part {
  const { model: _, ...others } = part;
  return (value === OF_SETTINGS ? others : { ...others, model: value }) as Part;
}

/** What searches vectors in a retriever; null where nothing does. */
export function vectorsOf(retriever: ComposedRetriever): ComposedVectors | null {
  const search = retriever.kind === 'rewritten' ? retriever.retriever : retriever;
  return search.kind === 'vectors' ? search : null;
}

/** The retriever with other vectors in it. */
export const withVectors = (retriever: ComposedRetriever, vectors: ComposedVectors): ComposedRetriever =>
  retriever.kind === 'rewritten' ? { ...retriever, retriever: vectors } : vectors;

/** Whether a model wants something before questions or passages. */
export function wantsPrefixes(cards: readonly ModelCard[], id: string): boolean {
  const reading = cards.find((card) => card.id === id)?.reading;
  return reading?.task === 'embedding' && reading.queryPrefix + reading.passagePrefix !== '';
}

export function withPrefixes(vectors: ComposedVectors, value: 'own' | 'none'): ComposedVectors {
  const { prefixes: _, ...others } = vectors;
  return value === 'none' ? { ...others, prefixes: 'none' } : others;
}
