import { graphicsAdapter, graphicsOf } from '../adapters/graphics/graphics';
import { createHub, parseAddress } from '../adapters/hub/hub';
import { keptOpen } from '../adapters/indexed-db/kept-open';
import { listDownloads, listModels, removeDownload, writeLog } from '../adapters/model-store/store';
import { type ModelDatabase, openModelDatabase } from '../adapters/model-store/schema';
import { offerFor } from '../domain/models/repository';
import type { AirlockPort } from '../ui/airlock/port';

export function createPort(host: string): AirlockPort {
  let erasedAt = -Infinity;
  let report: Parameters<AirlockPort['onBlocked']>[0] = () => undefined;
  const open = async (): Promise<ModelDatabase> => {
    const db = await openModelDatabase(undefined, (problem) => report(problem));
    report(null);
    return db;
  };
  const database = keptOpen(open, () => (erasedAt = Date.now()));
  const hub = createHub({
    host,
    log(entry) {
      // What was asked for before everything was erased is not written down after it.
      if (entry.when <= erasedAt) return;
      void database()
        .then((db) => writeLog(db, entry))
        .catch(() => undefined);
    },
  });
  return {
    parseAddress,
    async look(repository, revision, signal) {
      const looked = await hub.look(repository, revision, signal);
      return { ...looked, offer: offerFor(looked.offer, graphicsOf(await graphicsAdapter())) };
    },
    download: async (listing, choice, context) => {
      await askToKeep();
      return hub.download(await database(), { listing, choice }, context);
    },
    resume: async (id, context) => hub.resume(await database(), id, context),
    begun: async () => listDownloads(await database()),
    forget: async (id) => removeDownload(await database(), id),
    stored: async () => listModels(await database()),
    onBlocked: (listener) => (report = listener),
  };
}

/** A browser asked to persist this origin's data deletes none of it when the disk runs full; pages without TLS cannot. */
const askToKeep = async (): Promise<void> =>
  void (await (navigator.storage as StorageManager | undefined)?.persist?.().catch(() => false));
