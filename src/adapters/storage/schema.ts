import type { DBSchema, IDBPDatabase } from 'idb';
import type { JudgingAct } from '../../domain/judging/act';
import type { OtherResult, ResultHeader, ResultRecord } from '../../contract/result';
import type { SuppliedHeader, CollectionRecord, Questions, RowBlock, RunHeader } from '../../contract/storage';
import type { PackedRun } from '../../domain/run/packed';
import type { Doc } from '../../base/types';
import { type OnBlocked, openVersioned } from '../indexed-db/versioned';
import { DOCUMENTS } from './migrations';
import type { WrittenSupplied } from './supplied-content';

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
  brought: { key: [string, string]; value: WrittenSupplied };
  /** Under the same keys. */
  broughtHeaders: { key: [string, string]; value: SuppliedHeader };
  /** Acts of judging by hand, one after the other: `[collection, number]` */
  acts: { key: [string, number]; value: JudgingAct };
  /** `[collection, experiment key]` */
  results: { key: [string, string]; value: ResultRecord | OtherResult };
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

export const openDatabase = (name?: string, onBlocked?: OnBlocked): Promise<Database> =>
  openVersioned(DOCUMENTS, name, onBlocked);
