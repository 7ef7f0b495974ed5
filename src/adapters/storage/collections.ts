import { HitrateError } from '../../contract/errors';
import type { Beside, CollectionRecord, StoragePort } from '../../contract/storage';
import type { Dataset, Doc } from '../../base/types';
import type { JudgingAct } from '../../domain/judging/acts';
import { atomically, within, type Writes } from '../indexed-db/atomically';
import {
  entryWrites,
  JUDGES_KEY,
  COLLECTION_STORES,
  type Database,
  type Store,
  type StorageWriting,
  writeFor,
  written,
} from './schema';

const DOCS_PER_PART = 1000;

export function collections(db: Database): StoragePort['collections'] {
  return {
    list: () => db.getAll('collections'),
    get: async (id) => (await db.get('collections', id)) ?? null,
    add: (record, dataset, beside = {}) => written(() => addCollection(db, record, dataset, beside)),
    rename: (id, name) => changeRecord(db, id, [], (kept) => ({ ...kept, name })),
    remove: async (id) => {
      const tx = db.transaction(['collections', 'questions', ...COLLECTION_STORES], 'readwrite');
      await atomically(tx, [
        () => tx.objectStore('collections').delete(id),
        () => tx.objectStore('questions').delete(id),
        ...COLLECTION_STORES.map((store) => () => tx.objectStore(store).delete(within(id))),
      ]);
    },
    docs: (id) => readDocs(db, id),
    replaceDocs: (id, base, documents, dataset) =>
      changeRecord(
        db,
        id,
        ['docs', 'questions'],
        (kept) => {
          const { metadata: _former, ...record } = revised(kept, base);
          return { ...record, ...documents };
        },
        (tx) => [() => tx.objectStore('docs').delete(within(id)), ...datasetWrites(tx, id, dataset)],
      ),
  };
}

export function questions(db: Database): StoragePort['questions'] {
  return {
    get: async (id) => (await db.get('questions', id)) ?? { queries: [], judgments: [] },
    save: (id, base, questions, counts, { judges, acts = [] } = {}) =>
      changeRecord(
        db,
        id,
        ['questions', ...(judges ? (['artifacts'] as const) : []), ...(acts.length > 0 ? (['acts'] as const) : [])],
        (kept) => ({ ...revised(kept, base), counts: { ...kept.counts, ...counts } }),
        async (tx) => [
          () => tx.objectStore('questions').put(questions, id),
          ...(judges ? [() => tx.objectStore('artifacts').put(judges, [id, JUDGES_KEY])] : []),
          ...(acts.length > 0 ? (await actWrites(tx, id, acts)).writes : []),
        ],
      ),
    acts: (collection) => db.getAll('acts', within(collection)),
    addActs: async (collection, added) => {
      let count = 0;
      await writeFor(
        db,
        collection,
        ['acts'],
        async (tx) => {
          const adding = await actWrites(tx, collection, added);
          count = adding.count;
          return adding.writes;
        },
        // Not reported as done before it is on disk: a crash a moment later must not take it.
        'strict',
      );
      return count;
    },
  };
}

async function actWrites(tx: StorageWriting, collection: string, added: readonly JudgingAct[]) {
  const store = tx.objectStore('acts');
  const last = await store.openKeyCursor(within(collection), 'prev');
  const next = last ? last.key[1] + 1 : 0;
  const writes = added.map((act, i) => () => store.put(act, [collection, next + i]));
  return { writes, count: next + added.length };
}

async function readDocs(db: Database, id: string): Promise<Doc[]> {
  const store = db.transaction('docs').store;
  const docs: Doc[] = [];
  for (const key of await store.getAllKeys(within(id))) for (const doc of (await store.get(key))!) docs.push(doc);
  return docs;
}

async function addCollection(
  db: Database,
  record: CollectionRecord,
  dataset: Dataset,
  { runs = [], supplied = [] }: Beside,
): Promise<void> {
  const stores = ['docs', 'questions', 'runs', 'runHeaders', 'brought', 'broughtHeaders'] as const;
  const tx: StorageWriting = db.transaction<Store[], 'readwrite'>(['collections', ...stores], 'readwrite');
  if ((await tx.objectStore('collections').getKey(record.id)) !== undefined) {
    await tx.done;
    throw new HitrateError('changed-elsewhere', { what: 'added', name: record.name });
  }
  await atomically(tx, [
    ...datasetWrites(tx, record.id, dataset),
    ...entryWrites(tx, [...runs, ...supplied]),
    () => tx.objectStore('collections').put(record),
  ]);
}

async function changeRecord(
  db: Database,
  id: string,
  stores: readonly Store[],
  change: (kept: CollectionRecord) => CollectionRecord,
  writes: (tx: StorageWriting) => Writes | Promise<Writes> = () => [],
): Promise<CollectionRecord> {
  let changed: CollectionRecord | null = null;
  await writeFor(db, id, stores, async (tx, kept) => {
    const record = (changed = change(kept));
    return [...(await writes(tx)), () => tx.objectStore('collections').put(record)];
  });
  return changed!;
}

function revised(kept: CollectionRecord, base: number): CollectionRecord {
  if (kept.revision === base) return { ...kept, revision: base + 1 };
  throw new HitrateError('changed-elsewhere', { what: 'questions', name: kept.name });
}

export function datasetWrites(tx: StorageWriting, id: string, { docs, ...questions }: Dataset): Writes {
  const parts = Array.from({ length: Math.ceil(docs.length / DOCS_PER_PART) }, (_, part) =>
    docs.slice(part * DOCS_PER_PART, (part + 1) * DOCS_PER_PART),
  );
  return [
    ...parts.map((part, i) => () => tx.objectStore('docs').put(part, [id, i])),
    () => tx.objectStore('questions').put(questions, id),
  ];
}
