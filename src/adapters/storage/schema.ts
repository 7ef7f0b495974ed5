import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { HitrateError } from '../../contract/errors';
import type { JudgingAct } from '../../contract/judging';
import type { ResultHeader, ResultRecord } from '../../contract/result';
import type { BroughtHeader, CollectionRecord, Questions, RowBlock, RunHeader } from '../../contract/storage';
import type { Brought } from '../../domain/brought/content';
import type { PackedRun } from '../../domain/run/packed';
import type { Doc } from '../../domain/types';

/** Everything but settings is keyed by collection first, so that a collection is deleted by ranges of keys. */
export interface HitrateSchema extends DBSchema {
  collections: { key: string; value: CollectionRecord };
  /** Documents in parts, so that none is one huge record: `[collection, part]`. */
  docs: { key: [string, number]; value: readonly Doc[] };
  questions: { key: string; value: Questions };
  /** `[collection, content key]` */
  artifacts: { key: [string, string]; value: unknown };
  /**
   * `[collection, namespace, block, rows in the block]`: rows are counted without reading them. The index finds a
   * namespace's rows in every collection.
   */
  rows: {
    key: [string, string, number, number];
    value: RowBlock & { collection: string; namespace: string };
    indexes: { namespace: string };
  };
  /** Runs that were made elsewhere: `[collection, system]` */
  runs: { key: [string, string]; value: PackedRun };
  /** Under the same keys. */
  runHeaders: { key: [string, string]; value: RunHeader };
  /** Rewrites and vectors from files: `[collection, name]` */
  brought: { key: [string, string]; value: Brought };
  /** Under the same keys. */
  broughtHeaders: { key: [string, string]; value: BroughtHeader };
  /** Acts of judging by hand, one after the other: `[collection, number]` */
  acts: { key: [string, number]; value: JudgingAct };
  /** `[collection, experiment key]` */
  results: { key: [string, string]; value: ResultRecord };
  /** Under the same keys. */
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

function firstStores(db: Database): void {
  db.createObjectStore('collections', { keyPath: 'id' });
  db.createObjectStore('docs');
  db.createObjectStore('questions');
  db.createObjectStore('artifacts');
  db.createObjectStore('rows').createIndex('namespace', 'namespace');
  db.createObjectStore('results');
  db.createObjectStore('resultHeaders');
  db.createObjectStore('settings');
}

/** @param name another name is another database, for tests */
export async function openDatabase(name = 'hitrate'): Promise<Database> {
  try {
    return await openDB<HitrateSchema>(name, 4, {
      upgrade(db, oldVersion, _newVersion, tx) {
        if (oldVersion < 1) firstStores(db);
        if (oldVersion < 2) {
          db.createObjectStore('runs');
          db.createObjectStore('runHeaders');
          // Results of version 1 say less than is shown now. What they were computed from is kept: again takes no time.
          void tx.objectStore('results').clear();
          void tx.objectStore('resultHeaders').clear();
        }
        if (oldVersion < 3) {
          db.createObjectStore('brought');
          db.createObjectStore('broughtHeaders');
        }
        if (oldVersion < 4) {
          db.createObjectStore('acts');
          // Whole lists are kept under the names of passages since, and results tell how documents were cut.
          void tx.objectStore('results').clear();
          void tx.objectStore('resultHeaders').clear();
        }
      },
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
  } catch (cause) {
    const message =
      'This browser refused to open its database (a private window, or storage switched off?). Allow storage for this page and reload.';
    throw new HitrateError('storage-unavailable', message, { cause });
  }
}
