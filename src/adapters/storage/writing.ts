import type { IDBPTransaction, StoreNames } from 'idb';
import { HitrateError } from '../../contract/errors';
import type { CollectionRecord } from '../../contract/storage';
import { atomically, isQuota } from '../indexed-db/atomically';
import type { Database, HitrateSchema } from './schema';

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
export async function writeFor(
  db: Database,
  collection: string,
  stores: readonly Store[],
  writes: (
    tx: StorageWriting,
    record: CollectionRecord,
  ) => readonly (() => Promise<unknown>)[] | Promise<readonly (() => Promise<unknown>)[]>,
  durability: IDBTransactionDurability = 'default',
): Promise<void> {
  const tx = db.transaction([...new Set<Store>(['collections', ...stores])], 'readwrite', { durability });
  const record = await tx.objectStore('collections').get(collection);
  if (!record) throw new HitrateError('collection-missing', null);
  await atomically(tx, await writes(tx, record));
}
