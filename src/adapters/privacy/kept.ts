import type { Kept } from '../../contract/privacy';
import { listDownloads } from '../model-store/downloads';
import type { ModelDatabase } from '../model-store/schema';
import { listModels } from '../model-store/store';
import { ownCaches, ownKeys } from '../storage/erase';
import { measureCollections } from '../storage/measure';
import type { Database } from '../storage/schema';

/** Where data lies in this browser, and how much. */
export async function readKept(root: string, documents: Database, models: ModelDatabase): Promise<Kept> {
  const settings = await documents.count('settings');
  return {
    collections: await measureCollections(documents),
    models: (await listModels(models)).map(({ name, files }) => ({
      name,
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    })),
    begun: (await listDownloads(models)).map(({ choice, done }) => ({ name: choice.name, bytes: done })),
    appFiles: await appFiles(root),
    preferences: ownKeys(localStorage).length + settings,
    total: await total(),
  };
}

async function appFiles(root: string): Promise<Kept['appFiles']> {
  let count = 0;
  let bytes = 0;
  for (const name of await ownCaches(root)) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      if (!response) continue;
      count++;
      bytes += Number(response.headers.get('Content-Length')) || (await response.blob()).size;
    }
  }
  return { count, bytes };
}

async function total(): Promise<Kept['total']> {
  // Absent on pages without TLS.
  const manager = navigator.storage as StorageManager | undefined;
  if (!manager) return null;
  const { usage = 0, quota = 0 } = await manager.estimate();
  return { bytes: usage, quota, persistent: await manager.persisted() };
}
