import { headerOf, type OtherResult, RESULT_VERSION, type ResultRecord } from '../../contract/result';
import type { KeptSupplied, KeptRun, RowBlock, StoragePort } from '../../contract/storage';
import { atomically } from '../indexed-db/atomically';
import { explainingClose } from '../indexed-db/closed';
import { within } from '../indexed-db/keys';
import { announced } from './changes';
import { collections, questions } from './collections';
import { suppliedWrites, requireFree, runWrites } from './entries';
import { DOCUMENTS } from './migrations';
import type { Database } from './schema';
import { writeFor, written } from './writing';

/** Storage in IndexedDB. Every write that the disk has no room for is a `storage-full` error, and leaves nothing half-written. */
export function createStorage(opened: Database, manager?: StorageManager): StoragePort {
  const db = explainingClose(opened, DOCUMENTS.what);
  const stores = {
    collections: collections(db),
    questions: questions(db),
    artifacts: artifacts(db),
    rows: rows(db),
    runs: runs(db),
    supplied: supplied(db),
    results: results(db),
    settings: {
      get: (key: string) => db.get('settings', key),
      put: (key: string, value: unknown) => written(async () => void (await db.put('settings', value, key))),
    },
    space: space(manager),
  };
  return announced(stores, `${db.name}-changes`);
}

function artifacts(db: Database) {
  return {
    get: async (collection: string, key: string) => (await db.get('artifacts', [collection, key])) ?? null,
    has: async (collection: string, key: string) => (await db.count('artifacts', [collection, key])) > 0,
    put: (collection: string, key: string, value: unknown) =>
      written(() =>
        writeFor(db, collection, ['artifacts'], (tx) => [
          () => tx.objectStore('artifacts').put(value, [collection, key]),
        ]),
      ),
  };
}

function rows(db: Database) {
  return {
    async *read(collection: string, namespace: string): AsyncGenerator<RowBlock & { own: boolean }> {
      const keys = await db.getAllKeysFromIndex('rows', 'namespace', namespace);
      const own = keys.filter(([owner]) => owner === collection);
      const others = keys.filter(([owner]) => owner !== collection);
      for (const key of [...own, ...others]) {
        const block = await db.get('rows', key);
        if (block) yield { ...block, own: block.collection === collection };
      }
    },
    add: (collection: string, namespace: string, block: RowBlock) =>
      written(() =>
        writeFor(db, collection, ['rows'], async (tx) => {
          const store = tx.objectStore('rows');
          const last = await store.openKeyCursor(within(collection, namespace), 'prev');
          const next = last ? last.key[2] + 1 : 0;
          const key: [string, string, number, number] = [collection, namespace, next, block.keys.length];
          return [() => store.put({ ...block, collection, namespace }, key)];
        }),
      ),
    count: async (collection: string, namespace: string) => {
      const keys = await db.getAllKeys('rows', within(collection, namespace));
      return keys.reduce((sum, [, , , count]) => sum + count, 0);
    },
  };
}

function runs(db: Database) {
  return {
    list: async (collection: string) => {
      const all = await db.getAll('runHeaders', within(collection));
      return all.sort((a, b) => a.addedAt - b.addedAt);
    },
    get: async (collection: string, system: string) => (await db.get('runs', [collection, system])) ?? null,
    add: (collection: string, added: readonly KeptRun[]) =>
      written(() =>
        writeFor(db, collection, ['runs', 'runHeaders'], async (tx) => {
          await requireFree(
            tx.objectStore('runHeaders'),
            added.map(({ header }) => [collection, header.system]),
          );
          return runWrites(tx, added);
        }),
      ),
    remove: async (collection: string, system: string) => {
      const tx = db.transaction(['runs', 'runHeaders'], 'readwrite');
      await atomically(tx, [
        () => tx.objectStore('runs').delete([collection, system]),
        () => tx.objectStore('runHeaders').delete([collection, system]),
      ]);
    },
  };
}

function supplied(db: Database) {
  return {
    list: async (collection: string) => {
      const all = await db.getAll('broughtHeaders', within(collection));
      return all.sort((a, b) => a.addedAt - b.addedAt);
    },
    get: async (collection: string, name: string) => (await db.get('brought', [collection, name])) ?? null,
    add: (collection: string, added: readonly KeptSupplied[]) =>
      written(() =>
        writeFor(db, collection, ['brought', 'broughtHeaders'], async (tx) => {
          await requireFree(
            tx.objectStore('broughtHeaders'),
            added.map(({ header }) => [collection, header.name]),
          );
          return suppliedWrites(tx, added);
        }),
      ),
    remove: async (collection: string, name: string) => {
      const tx = db.transaction(['brought', 'broughtHeaders'], 'readwrite');
      await atomically(tx, [
        () => tx.objectStore('brought').delete([collection, name]),
        () => tx.objectStore('broughtHeaders').delete([collection, name]),
      ]);
    },
  };
}

function results(db: Database) {
  return {
    list: async (collection: string) => {
      const all = await db.getAll('resultHeaders', within(collection));
      return all.sort((a, b) => b.createdAt - a.createdAt);
    },
    get: async (collection: string, key: string) => {
      const result = await db.get('results', [collection, key]);
      return result && isCurrent(result) ? result : null;
    },
    getOther: async (collection: string, key: string) => {
      const result = await db.get('results', [collection, key]);
      return result && !isCurrent(result) ? result : null;
    },
    has: async (collection: string, key: string) =>
      (await db.get('resultHeaders', [collection, key]))?.version === RESULT_VERSION,
    put: (result: ResultRecord) =>
      written(() =>
        writeFor(db, result.collection, ['results', 'resultHeaders'], (tx) => [
          () => tx.objectStore('results').put(result, [result.collection, result.key]),
          () => tx.objectStore('resultHeaders').put(headerOf(result), [result.collection, result.key]),
        ]),
      ),
  };
}

const isCurrent = (result: ResultRecord | OtherResult): result is ResultRecord => result.version === RESULT_VERSION;

/** @param manager absent where the browser has none, as on pages without TLS */
function space(manager: StorageManager | undefined) {
  return {
    persist: async () => (await manager?.persist()) ?? false,
    usage: async () => {
      const { usage = 0, quota = 0 } = (await manager?.estimate()) ?? {};
      return { bytes: usage, quota, persistent: (await manager?.persisted()) ?? false };
    },
  };
}
