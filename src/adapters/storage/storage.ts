import { headerOf, type OtherResult, RESULT_VERSION, type ResultRecord } from '../../contract/result';
import type { KeptSupplied, KeptRun, RowBlock, StoragePort } from '../../contract/storage';
import type { JudgingAct } from '../../domain/judging/act';
import { atomically } from '../indexed-db/atomically';
import { explainingClose } from '../indexed-db/closed';
import { within } from '../indexed-db/keys';
import { announced } from './changes';
import { collections } from './collections';
import { suppliedWrites, requireFree, runWrites } from './entries';
import { DOCUMENTS } from './migrations';
import type { Database } from './schema';
import { writeFor, written } from './writing';

/** Storage in IndexedDB. Every write that the disk has no room for is a `storage-full` error, and leaves nothing half-written. */
export function createStorage(opened: Database, manager?: StorageManager): StoragePort {
  const db = explainingClose(opened, DOCUMENTS.what);
  const stores = {
    ...collections(db),
    ...artifacts(db),
    ...rows(db),
    ...runs(db),
    ...brought(db),
    ...acts(db),
    ...results(db),
    ...quota(manager),
  };
  return announced(stores, `${db.name}-changes`);
}

function artifacts(db: Database) {
  return {
    getArtifact: async (collection: string, key: string) => (await db.get('artifacts', [collection, key])) ?? null,
    hasArtifact: async (collection: string, key: string) => (await db.count('artifacts', [collection, key])) > 0,
    putArtifact: (collection: string, key: string, value: unknown) =>
      written(() =>
        writeFor(db, collection, ['artifacts'], (tx) => [
          () => tx.objectStore('artifacts').put(value, [collection, key]),
        ]),
      ),
  };
}

function rows(db: Database) {
  return {
    async *readRows(collection: string, namespace: string): AsyncGenerator<RowBlock & { own: boolean }> {
      const keys = await db.getAllKeysFromIndex('rows', 'namespace', namespace);
      const own = keys.filter(([owner]) => owner === collection);
      const others = keys.filter(([owner]) => owner !== collection);
      for (const key of [...own, ...others]) {
        const block = await db.get('rows', key);
        if (block) yield { ...block, own: block.collection === collection };
      }
    },
    addRows: (collection: string, namespace: string, block: RowBlock) =>
      written(() =>
        writeFor(db, collection, ['rows'], async (tx) => {
          const store = tx.objectStore('rows');
          const last = await store.openKeyCursor(within(collection, namespace), 'prev');
          const next = last ? last.key[2] + 1 : 0;
          const key: [string, string, number, number] = [collection, namespace, next, block.keys.length];
          return [() => store.put({ ...block, collection, namespace }, key)];
        }),
      ),
    countRows: async (collection: string, namespace: string) => {
      const keys = await db.getAllKeys('rows', within(collection, namespace));
      return keys.reduce((sum, [, , , count]) => sum + count, 0);
    },
  };
}

function runs(db: Database) {
  return {
    listRuns: async (collection: string) => {
      const all = await db.getAll('runHeaders', within(collection));
      return all.sort((a, b) => a.addedAt - b.addedAt);
    },
    getRun: async (collection: string, system: string) => (await db.get('runs', [collection, system])) ?? null,
    addRuns: (collection: string, added: readonly KeptRun[]) =>
      written(() =>
        writeFor(db, collection, ['runs', 'runHeaders'], async (tx) => {
          await requireFree(
            tx.objectStore('runHeaders'),
            added.map(({ header }) => [collection, header.system]),
          );
          return runWrites(tx, added);
        }),
      ),
    removeRun: async (collection: string, system: string) => {
      const tx = db.transaction(['runs', 'runHeaders'], 'readwrite');
      await atomically(tx, [
        () => tx.objectStore('runs').delete([collection, system]),
        () => tx.objectStore('runHeaders').delete([collection, system]),
      ]);
    },
  };
}

function brought(db: Database) {
  return {
    listSupplied: async (collection: string) => {
      const all = await db.getAll('broughtHeaders', within(collection));
      return all.sort((a, b) => a.addedAt - b.addedAt);
    },
    getSupplied: async (collection: string, name: string) => (await db.get('brought', [collection, name])) ?? null,
    addSupplied: (collection: string, added: readonly KeptSupplied[]) =>
      written(() =>
        writeFor(db, collection, ['brought', 'broughtHeaders'], async (tx) => {
          await requireFree(
            tx.objectStore('broughtHeaders'),
            added.map(({ header }) => [collection, header.name]),
          );
          return suppliedWrites(tx, added);
        }),
      ),
    removeSupplied: async (collection: string, name: string) => {
      const tx = db.transaction(['brought', 'broughtHeaders'], 'readwrite');
      await atomically(tx, [
        () => tx.objectStore('brought').delete([collection, name]),
        () => tx.objectStore('broughtHeaders').delete([collection, name]),
      ]);
    },
  };
}

function acts(db: Database) {
  return {
    listActs: (collection: string) => db.getAll('acts', within(collection)),
    addActs: async (collection: string, added: readonly JudgingAct[]) => {
      let count = 0;
      await written(() =>
        writeFor(
          db,
          collection,
          ['acts'],
          async (tx) => {
            const store = tx.objectStore('acts');
            const last = await store.openKeyCursor(within(collection), 'prev');
            const next = last ? last.key[1] + 1 : 0;
            count = next + added.length;
            return added.map((act, i) => () => store.put(act, [collection, next + i]));
          },
          // Not told as done before it is on disk: a crash a moment later must not take it.
          'strict',
        ),
      );
      return count;
    },
  };
}

function results(db: Database) {
  return {
    listResults: async (collection: string) => {
      const all = await db.getAll('resultHeaders', within(collection));
      return all.sort((a, b) => b.createdAt - a.createdAt);
    },
    getResult: async (collection: string, key: string) => {
      const result = await db.get('results', [collection, key]);
      return result && isCurrent(result) ? result : null;
    },
    getOtherResult: async (collection: string, key: string) => {
      const result = await db.get('results', [collection, key]);
      return result && !isCurrent(result) ? result : null;
    },
    hasResult: async (collection: string, key: string) =>
      (await db.get('resultHeaders', [collection, key]))?.version === RESULT_VERSION,
    putResult: (result: ResultRecord) =>
      written(() =>
        writeFor(db, result.collection, ['results', 'resultHeaders'], (tx) => [
          () => tx.objectStore('results').put(result, [result.collection, result.key]),
          () => tx.objectStore('resultHeaders').put(headerOf(result), [result.collection, result.key]),
        ]),
      ),
    getSetting: (key: string) => db.get('settings', key),
    putSetting: (key: string, value: unknown) => written(async () => void (await db.put('settings', value, key))),
  };
}

const isCurrent = (result: ResultRecord | OtherResult): result is ResultRecord => result.version === RESULT_VERSION;

/** @param manager absent where the browser has none, as on pages without TLS */
function quota(manager: StorageManager | undefined) {
  return {
    persist: async () => (await manager?.persist()) ?? false,
    usage: async () => {
      const { usage = 0, quota = 0 } = (await manager?.estimate()) ?? {};
      return { bytes: usage, quota, persistent: (await manager?.persisted()) ?? false };
    },
  };
}
