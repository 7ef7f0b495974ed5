import type { ModelsPort } from '../../contract/models';
import type { ModelCard } from '../../domain/models/card';
import { keptOpen } from '../indexed-db/kept-open';
import { onModelsChange } from './changes';
import { sweepImports } from './downloads';
import { openModelDatabase, type ModelDatabase } from './schema';
import { cardsOf } from './stored-card';
import { listModels, removeModel, rereadModel } from './store';

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
    reread: async (id, reading) => rereadModel(await database(), id, reading),
    async attention(id) {
      const known = bundled.find((card) => card.id === id)?.attention;
      if (known) return known;
      const { attentionOfStored } = await import('./attention');
      return attentionOfStored(await database(), id);
    },
    onChange: onModelsChange,
  };
}

async function openSwept(open: () => Promise<ModelDatabase>): Promise<ModelDatabase> {
  const db = await open();
  await sweepImports(db);
  return db;
}
