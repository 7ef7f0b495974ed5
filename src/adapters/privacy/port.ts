import type { PrivacyPort } from '../../contract/privacy';
import { readLog } from '../model-store/log';
import { openModelDatabase } from '../model-store/schema';
import { endWorkers } from '../rpc/client';
import { eraseEverything, onErasedElsewhere } from '../storage/erase';
import { openDatabase } from '../storage/schema';
import { downloadsOf } from './downloads';
import { readKept } from './kept';
import { observeRequests } from '../requests/observe';
import { pageRecord } from '../requests/record';
import { hearRequests } from '../requests/wire';

/**
 * What the page can tell of itself: it is observed from now on, and what it asked for before is told too. Databases are
 * opened when they are asked about, and closed at once.
 */
export function createPrivacyPort(): PrivacyPort {
  observeRequests((observed) => pageRecord.add('page', observed));
  if ('serviceWorker' in navigator) hearRequests(navigator.serviceWorker, 'service worker', pageRecord);
  const root = new URL('./', document.baseURI).href;
  return {
    origin: location.origin,
    observed: () => pageRecord.all(),
    onObserved: (listener) => pageRecord.onChange(listener),
    downloads: () => opened(openModelDatabase, async (db) => downloadsOf(await readLog(db))),
    kept: () =>
      opened(openDatabase, (documents) => opened(openModelDatabase, (models) => readKept(root, documents, models))),
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

async function opened<Db extends { close(): void }, T>(
  open: () => Promise<Db>,
  task: (db: Db) => Promise<T>,
): Promise<T> {
  const db = await open();
  try {
    return await task(db);
  } finally {
    db.close();
  }
}
