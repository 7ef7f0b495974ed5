import type { StoredModel, ModelsPort } from '../../contract/models';
import type { EmbeddingConfiguration, ModelCard } from '../../domain/models/configuration';
import { keptOpen } from '../indexed-db/kept-open';
import { onModelsChange } from './identity';
import { listModels, removeModel, sweepImports } from './store';
import { openModelDatabase, type ModelDatabase } from './schema';

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

/** Opened at the first call, and anew after another tab erased the database. @param open another database, for tests */
export function createModelsPort(
  bundled: readonly ModelCard[],
  open: () => Promise<ModelDatabase> = openModelDatabase,
): ModelsPort {
  const database = keptOpen(() => openSwept(open));

  return {
    cards: async () => [...bundled, ...cardsOf(await listModels(await database()))],
    stored: async () => listModels(await database()),
    remove: async (id) => removeModel(await database(), id),
    onChange: onModelsChange,
  };
}

async function openSwept(open: () => Promise<ModelDatabase>): Promise<ModelDatabase> {
  const db = await open();
  await sweepImports(db);
  return db;
}
