import type { DownloadedFrom, Kept, PrivacyPort } from '../../contract/privacy';
import { groupBy } from '../../base/containers';
import { withDatabase } from '../indexed-db/kept-open';
import { type LogEntry, type ModelDatabase, openModelDatabase } from '../model-store/schema';
import { listDownloads, listModels, readLog } from '../model-store/store';
import { endWorkers } from '../rpc/client';
import { eraseEverything, onErasedElsewhere, ownCaches, ownKeys, measureCollections } from '../storage/erase';
import { type Database, openDatabase } from '../storage/schema';
import { observeRequests, hearRequests } from '../requests/observe';
import { pageRecord } from '../requests/record';

export function downloadsOf(log: readonly LogEntry[]): DownloadedFrom[] {
  const hosts = groupBy(log, ({ asked }) => asked);
  return [...hosts].map(([host, entries]) => ofHost(host, entries)).sort((a, b) => b.last - a.last);
}

function ofHost(host: string, entries: readonly LogEntry[]): DownloadedFrom {
  const times = entries.map(({ when }) => when);
  const answeredBy = new Set(entries.flatMap(({ answered }) => (answered === null ? [] : [answered])));
  answeredBy.delete(host);
  return {
    host,
    answeredBy: [...answeredBy].sort(),
    requests: entries.length,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    first: times.reduce((a, b) => Math.min(a, b)),
    last: times.reduce((a, b) => Math.max(a, b)),
  };
}

export function createPrivacyPort(): PrivacyPort {
  observeRequests((observed) => pageRecord.add('page', observed));
  if ('serviceWorker' in navigator) hearRequests(navigator.serviceWorker, 'service worker', pageRecord);
  const root = new URL('./', document.baseURI).href;
  return {
    origin: location.origin,
    observed: () => pageRecord.all(),
    onObserved: (listener) => pageRecord.onChange(listener),
    downloads: () => withDatabase(openModelDatabase, async (db) => downloadsOf(await readLog(db))),
    kept: () =>
      withDatabase(openDatabase, (documents) =>
        withDatabase(openModelDatabase, (models) => readKept(root, documents, models)),
      ),
    erase: (onBlocked) => {
      // A worker that computes does not hear that it is to close its database.
      endWorkers();
      return eraseEverything(root, onBlocked);
    },
    onErased: (listener) =>
      onErasedElsewhere(() => {
        endWorkers();
        listener();
      }),
  };
}

async function readKept(root: string, documents: Database, models: ModelDatabase): Promise<Kept> {
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
