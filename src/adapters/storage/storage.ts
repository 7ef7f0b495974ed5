import type { IDBPTransaction, StoreNames } from 'idb';
import { HitrateError } from '../../contract/errors';
import { headerOf, type ResultRecord } from '../../contract/result';
import type {
  BroughtHeader,
  CollectionRecord,
  Questions,
  RowBlock,
  RunHeader,
  StoragePort,
} from '../../contract/storage';
import type { Brought } from '../../domain/brought/content';
import type { PackedRun } from '../../domain/run/packed';
import type { Dataset, Doc } from '../../domain/types';
import { COLLECTION_STORES, type Database, type HitrateSchema } from './schema';

const DOCS_PER_PART = 1000;

/** Sorts after every string and number that follows a collection's id in a key. */
const LAST: never[] = [];

const within = (...prefix: string[]): IDBKeyRange => IDBKeyRange.bound(prefix, [...prefix, LAST]);

/** Storage in IndexedDB. Every write that the disk has no room for is a `storage-full` error, and leaves nothing half-written. */
export function createStorage(db: Database, manager?: StorageManager): StoragePort {
  return {
    ...collections(db),
    ...artifacts(db),
    ...rows(db),
    ...runs(db),
    ...brought(db),
    ...results(db),
    ...quota(manager),
  };
}

async function written<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (!(cause instanceof DOMException) || cause.name !== 'QuotaExceededError') throw cause;
    const message =
      'The browser has no room left for this. Delete a collection that is no longer needed, or free disk space, and try again; what was kept before is still there.';
    throw new HitrateError('storage-full', message, { cause });
  }
}

/** All of the writes or none: one that throws before its request is made would else let the others commit. */
async function atomically(
  tx: { readonly done: Promise<void>; abort(): void },
  writes: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const requests: Promise<unknown>[] = [tx.done];
  try {
    for (const write of writes) requests.push(write());
    await Promise.all(requests);
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // It has ended by itself.
    }
    await Promise.allSettled(requests);
    throw error;
  }
}

type Store = StoreNames<HitrateSchema>;
type Writing = IDBPTransaction<HitrateSchema, Store[], 'readwrite'>;

/**
 * Writes for a collection, in one transaction with the check that it is still there: what is written for a deleted one
 * could never be found again, and never be deleted.
 */
async function writeFor(
  db: Database,
  collection: string,
  stores: readonly Store[],
  writes: (
    tx: Writing,
    record: CollectionRecord,
  ) => readonly (() => Promise<unknown>)[] | Promise<readonly (() => Promise<unknown>)[]>,
): Promise<void> {
  const tx = db.transaction([...new Set<Store>(['collections', ...stores])], 'readwrite');
  const record = await tx.objectStore('collections').get(collection);
  if (!record) {
    const message =
      'The collection was deleted meanwhile, perhaps in another tab. What was being computed for it is gone.';
    throw new HitrateError('collection-missing', message);
  }
  await atomically(tx, await writes(tx, record));
}

function collections(db: Database) {
  return {
    listCollections: () => db.getAll('collections'),
    getCollection: async (id: string) => (await db.get('collections', id)) ?? null,
    updateCollection: (record: CollectionRecord) =>
      written(() => writeFor(db, record.id, [], (tx) => [() => tx.objectStore('collections').put(record)])),
    addCollection: (record: CollectionRecord, dataset: Dataset) =>
      written(async () => {
        const tx = db.transaction(['collections', 'docs', 'questions'], 'readwrite');
        const { docs, ...questions } = dataset;
        const parts = Array.from({ length: Math.ceil(docs.length / DOCS_PER_PART) }, (_, part) =>
          docs.slice(part * DOCS_PER_PART, (part + 1) * DOCS_PER_PART),
        );
        await atomically(tx, [
          ...parts.map((part, i) => () => tx.objectStore('docs').put(part, [record.id, i])),
          () => tx.objectStore('questions').put(questions, record.id),
          () => tx.objectStore('collections').put(record),
        ]);
      }),
    removeCollection: async (id: string) => {
      const tx = db.transaction(['collections', 'questions', ...COLLECTION_STORES], 'readwrite');
      await atomically(tx, [
        () => tx.objectStore('collections').delete(id),
        () => tx.objectStore('questions').delete(id),
        ...COLLECTION_STORES.map((store) => () => tx.objectStore(store).delete(within(id))),
      ]);
    },
    getDocs: async (id: string): Promise<Doc[]> => (await db.getAll('docs', within(id))).flat(),
    getQuestions: async (id: string): Promise<Questions> =>
      (await db.get('questions', id)) ?? { queries: [], judgments: [] },
    saveQuestions: (record: CollectionRecord, questions: Questions) =>
      written(() =>
        writeFor(db, record.id, ['questions'], (tx, kept) => {
          if (kept.revision + 1 !== record.revision) throw changedElsewhere();
          return [
            () => tx.objectStore('questions').put(questions, record.id),
            () => tx.objectStore('collections').put(record),
          ];
        }),
      ),
  };
}

function changedElsewhere(): HitrateError {
  const message =
    'These questions were changed in another tab after they were opened here. Reload the page, and make your changes again on what is there now.';
  return new HitrateError('changed-elsewhere', message);
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
    addRuns: (collection: string, added: readonly { header: RunHeader; run: PackedRun }[]) =>
      written(() =>
        writeFor(db, collection, ['runs', 'runHeaders'], (tx) =>
          added.flatMap(({ header, run }) => [
            () => tx.objectStore('runs').put(run, [collection, header.system]),
            () => tx.objectStore('runHeaders').put(header, [collection, header.system]),
          ]),
        ),
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
    listBrought: async (collection: string) => {
      const all = await db.getAll('broughtHeaders', within(collection));
      return all.sort((a, b) => a.addedAt - b.addedAt);
    },
    getBrought: async (collection: string, name: string) => (await db.get('brought', [collection, name])) ?? null,
    addBrought: (collection: string, added: readonly { header: BroughtHeader; content: Brought }[]) =>
      written(() =>
        writeFor(db, collection, ['brought', 'broughtHeaders'], (tx) =>
          added.flatMap(({ header, content }) => [
            () => tx.objectStore('brought').put(content, [collection, header.name]),
            () => tx.objectStore('broughtHeaders').put(header, [collection, header.name]),
          ]),
        ),
      ),
    removeBrought: async (collection: string, name: string) => {
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
    listResults: async (collection: string) => {
      const all = await db.getAll('resultHeaders', within(collection));
      return all.sort((a, b) => b.createdAt - a.createdAt);
    },
    getResult: async (collection: string, key: string) => (await db.get('results', [collection, key])) ?? null,
    hasResult: async (collection: string, key: string) => (await db.count('results', [collection, key])) > 0,
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
