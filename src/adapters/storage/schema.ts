import type {
  CollectionRecord,
  KeptRun,
  KeptSupplied,
  Questions,
  RowBlock,
  RunHeader,
  StoredContent,
  SuppliedHeader,
} from '../../contract/storage';
import type { Supplied, VectorSet } from '../../domain/dataset/supplied/content';
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { JudgingAct } from '../../domain/judging/acts';
import type { OtherResult, ResultHeader, ResultRecord } from '../../contract/result';
import type { PackedRun } from '../../domain/run/packed';
import type { Doc } from '../../base/types';
import { type DatabaseDefinition, type OnBlocked, openVersioned, type Upgrade } from '../indexed-db/versioned';
import { HitrateError } from '../../contract/errors';
import { atomically, isQuota, type Writes } from '../indexed-db/atomically';

/** Passage vectors are a blob: browsers refuse values of more than 127 MiB. Earlier versions wrote an array. */
type WrittenSupplied =
  | Exclude<Supplied, VectorSet>
  | (Omit<VectorSet, 'passages'> & { readonly passages: Blob | Float32Array });

export const writtenSupplied = (content: Supplied): WrittenSupplied =>
  content.kind === 'vectors' ? { ...content, passages: new Blob([content.passages as BlobPart]) } : content;

export function storedSupplied(written: WrittenSupplied): StoredContent {
  if (written.kind !== 'vectors') return written;
  const { passages, ...rest } = written;
  return {
    ...rest,
    // What reads them is loaded with the first file of vectors.
    passageBytes: passages instanceof Blob ? passages.size : passages.byteLength,
    readPassages: async (into) =>
      (await import('./read-numbers')).readVectors(passages, rest.docs.length * rest.dimensions, into),
  };
}

/** Everything but settings is keyed by collection first, so that a collection is deleted by ranges of keys. */
export interface HitrateSchema extends DBSchema {
  collections: { key: string; value: CollectionRecord };
  /** Documents in parts, so that none is one huge record: `[collection, part]`. */
  docs: { key: [string, number]; value: readonly Doc[] };
  questions: { key: string; value: Questions };
  /** `[collection, content key]` */
  artifacts: { key: [string, string]; value: unknown };
  /** `[collection, namespace, block, rows in the block]`: rows are counted without reading them. */
  rows: {
    key: [string, string, number, number];
    value: RowBlock & { collection: string; namespace: string };
    indexes: { namespace: string };
  };
  /** Runs that were made elsewhere: `[collection, system]` */
  runs: { key: [string, string]; value: PackedRun };
  runHeaders: { key: [string, string]; value: RunHeader };
  /** Rewrites and vectors from files: `[collection, name]` */
  brought: { key: [string, string]; value: WrittenSupplied };
  broughtHeaders: { key: [string, string]; value: SuppliedHeader };
  /** Acts of judging by hand, one after the other: `[collection, number]` */
  acts: { key: [string, number]; value: JudgingAct };
  /** `[collection, experiment key]` */
  results: { key: [string, string]; value: ResultRecord | OtherResult };
  resultHeaders: { key: [string, string]; value: ResultHeader };
  settings: { key: string; value: unknown };
}

export type Database = IDBPDatabase<HitrateSchema>;

export const COLLECTION_STORES = [
  'docs',
  'artifacts',
  'rows',
  'runs',
  'runHeaders',
  'brought',
  'broughtHeaders',
  'acts',
  'results',
  'resultHeaders',
] as const;

export const openDatabase = (name?: string, onBlocked?: OnBlocked): Promise<Database> =>
  openVersioned(DOCUMENTS, name, onBlocked);

/** A write that the disk has no room for is a `storage-full` error. */
export async function written<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (!isQuota(cause)) throw cause;
    throw new HitrateError('storage-full', null, { cause });
  }
}

export type Store = StoreNames<HitrateSchema>;
export type StorageWriting = IDBPTransaction<HitrateSchema, Store[], 'readwrite'>;

/** Writes in one transaction with the check that the collection exists: orphans could never be found or deleted. */
export const writeFor = (
  db: Database,
  collection: string,
  stores: readonly Store[],
  writes: (tx: StorageWriting, record: CollectionRecord) => Writes | Promise<Writes>,
  durability: IDBTransactionDurability = 'default',
): Promise<void> =>
  written(async () => {
    const tx = db.transaction([...new Set<Store>(['collections', ...stores])], 'readwrite', { durability });
    const record = await tx.objectStore('collections').get(collection);
    if (!record) throw new HitrateError('collection-missing', null);
    await atomically(tx, await writes(tx, record));
  });

interface Entries {
  runs: { header: RunHeader; value: PackedRun; added: KeptRun };
  supplied: { header: SuppliedHeader; value: StoredContent; added: KeptSupplied };
}

export type EntryKind = keyof Entries;
export type Entry<Kind extends EntryKind> = Entries[Kind];

export const ENTRY_STORES = {
  runs: { values: 'runs', headers: 'runHeaders' },
  supplied: { values: 'brought', headers: 'broughtHeaders' },
} as const;

export const READ: { readonly [Kind in EntryKind]: (written: never) => Entry<Kind>['value'] } = {
  runs: (written: PackedRun) => written,
  supplied: (written: WrittenSupplied) => storedSupplied(written),
};

export const keyOf = ({ header }: KeptRun | KeptSupplied): [string, string] => [
  header.collection,
  'system' in header ? header.system : header.name,
];

export const entryWrites = (tx: StorageWriting, added: readonly (KeptRun | KeptSupplied)[]): Writes =>
  added.flatMap((entry) => {
    const { values, headers } = ENTRY_STORES['run' in entry ? 'runs' : 'supplied'];
    return [
      () => tx.objectStore(values).put('run' in entry ? entry.run : writtenSupplied(entry.content), keyOf(entry)),
      () => tx.objectStore(headers).put(entry.header, keyOf(entry)),
    ];
  });

export const ANNOTATIONS_KEY = 'annotations';
export const RUN_NOTES_KEY = 'run-notes';
export const JUDGING_PLAN_KEY = 'judging-plan';
export const JUDGES_KEY = 'judges';
export const AUTOMATIC_JUDGES_KEY = 'automatic-judges';

/** Changes what a person made in one transaction: a crash a moment later must not take it. */
export const changeArtifact = <Value>(
  db: Database,
  collection: string,
  key: string,
  changed: (kept: Value | undefined) => Value,
): Promise<void> =>
  writeFor(
    db,
    collection,
    ['artifacts'],
    async (tx) => {
      const store = tx.objectStore('artifacts');
      const next = changed((await store.get([collection, key])) as Value | undefined);
      return [() => store.put(next, [collection, key])];
    },
    'strict',
  );

/** What a person wrote beside the data of a collection, as one artifact. @param none what is there at first */
export function notes<Notes, Edit>(
  db: Database,
  key: string,
  none: Notes,
  changed: (notes: Notes, edit: Edit) => Notes,
) {
  return {
    get: async (collection: string): Promise<Notes> =>
      ((await db.get('artifacts', [collection, key])) as Notes | undefined) ?? none,
    change: async (collection: string, edit: Edit): Promise<Notes> => {
      let next = none;
      await changeArtifact<Notes>(db, collection, key, (kept) => (next = changed(kept ?? none, edit)));
      return next;
    },
  };
}

/**
 * The nth entry makes version n of the one before. An entry that was released is never changed. Whoever adds one makes
 * a dump of the version before (`test/stored/README.md`), which must open in every later version.
 */
export const DOCUMENTS: DatabaseDefinition = {
  name: 'hitrate',
  what: 'documents',
  migrations: [
    {
      creates: [
        { name: 'collections', keyPath: 'id' },
        { name: 'docs' },
        { name: 'questions' },
        { name: 'artifacts' },
        { name: 'rows', indexes: ['namespace'] },
        { name: 'results' },
        { name: 'resultHeaders' },
        { name: 'settings' },
      ],
    },
    { creates: [{ name: 'runs' }, { name: 'runHeaders' }], change: (upgrade) => versionResults(upgrade, 1) },
    { creates: [{ name: 'brought' }, { name: 'broughtHeaders' }] },
    { creates: [{ name: 'acts' }], change: (upgrade) => versionResults(upgrade, 2) },
    // From here on a result says itself in which form it is.
    { change: (upgrade) => versionResults(upgrade, 3) },
  ],
};

/** Results that do not say in which form they are (`RESULT_VERSION`) are in the form that was written until now. */
async function versionResults(upgrade: Upgrade, version: number): Promise<void> {
  for (const name of ['resultHeaders', 'results']) {
    let cursor = await upgrade.objectStore(name).openCursor();
    while (cursor) {
      const result = cursor.value as { readonly version?: number };
      if (result.version === undefined) await cursor.update({ ...result, version });
      cursor = await cursor.continue();
    }
  }
}
