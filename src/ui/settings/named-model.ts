import type { ModelCard } from '../../domain/models/configuration';
import type { ComposedRetriever, ComposedVectors } from '../../domain/experiment/retrievers';
import { choice, type FieldOption, type FormField } from './form-field';

/** Stands for the model of the settings. */
const OF_SETTINGS = '';

/** The choice of the model of a part; none where the settings' is the only one there is. */
export function modelField<Part extends { readonly model?: string }>(
  part: Part,
  cards: readonly ModelCard[],
  task: ModelCard['task'],
): FormField<Part>[] {
  const { model: named, ...others } = part;
  const models = cards.filter((card) => card.task === task);
  if (models.length < 2 && named === undefined) return [];
  const isGone = named !== undefined && !models.some(({ id }) => id === named);
  const options = [
    { value: OF_SETTINGS, label: 'That of the settings' },
    ...models.map(({ id, name }) => ({ value: id, label: name })),
    ...(isGone ? [goneOption(named)] : []),
  ];
  const set = (value: string): Part => (value === OF_SETTINGS ? others : { ...others, model: value }) as Part;
  return [choice('Model', named ?? OF_SETTINGS, options, set)];
}

export function settingOptions(cards: readonly ModelCard[], task: ModelCard['task'], chosen: string): FieldOption[] {
  const models = cards.filter((card) => card.task === task).map(({ id, name }) => ({ value: id, label: name }));
  return models.some(({ value }) => value === chosen) ? models : [...models, goneOption(chosen)];
}

const goneOption = (id: string): FieldOption => ({ value: id, label: `${id}, which is not here` });

/** Model and prefixes of what searches vectors in a retriever, where there is something to choose. */
export function vectorModelFields(
  retriever: ComposedRetriever,
  cards: readonly ModelCard[],
  ofSettings: string,
): FormField<ComposedRetriever>[] {
  const vectors = retriever.kind === 'rewritten' ? retriever.retriever : retriever;
  if (vectors.kind !== 'vectors') return [];
  const { prefixes, ...others } = vectors;
  const fields: FormField<ComposedVectors>[] = modelField(vectors, cards, 'embedding');
  if (prefixes !== undefined || wantsPrefixes(cards, vectors.model ?? ofSettings))
    fields.push(
      choice(
        'Prefixes',
        prefixes ?? 'own',
        [
          { value: 'own', label: 'What the model wants' },
          { value: 'none', label: 'None, to see what that costs' },
        ],
        (value) => (value === 'none' ? { ...others, prefixes: value } : others),
      ),
    );
  return fields.map((field) => ({
    ...field,
    set: (value: never) =>
      retriever.kind === 'rewritten' ? { ...retriever, retriever: field.set(value) } : field.set(value),
  }));
}

function wantsPrefixes(cards: readonly ModelCard[], id: string): boolean {
  const reading = cards.find((card) => card.id === id)?.reading;
  return reading?.task === 'embedding' && reading.queryPrefix + reading.passagePrefix !== '';
}
