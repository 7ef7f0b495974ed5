import type { StoredModel } from '../../contract/models';
import type { ModelCard } from '../../domain/models/card';
import type { EmbeddingConfiguration } from '../../domain/models/configuration';

/** Cards of models that were added. Those of one name, as two weights of a repository, are distinguished by their ids. */
export function cardsOf(stored: readonly StoredModel[]): ModelCard[] {
  const cards = stored.map(cardOf);
  const isTaken = ({ id, name }: ModelCard): boolean => cards.some((other) => other.name === name && other.id !== id);
  return cards.map((card) => (isTaken(card) ? { ...card, name: card.id } : card));
}

export function cardOf(stored: StoredModel): ModelCard {
  const { id, name, revision, reading, dimensions, languages, files } = stored;
  return {
    id,
    task: reading.task,
    name,
    revision,
    maxTokens: reading.maxTokens,
    dimensions,
    interpolation: null,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    languages,
    ...(reading.task === 'embedding' && { tokenVectors: isPooledLate(reading) }),
    reading,
  };
}

/** Late chunking is a mean of tokens' vectors: not what other ways of pooling do, nor a layer that comes after it. */
const isPooledLate = ({ pooling, flat, dense }: EmbeddingConfiguration): boolean =>
  pooling === 'mean' && !flat && dense.length === 0;
