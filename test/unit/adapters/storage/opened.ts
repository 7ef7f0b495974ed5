import 'fake-indexeddb/auto';
import { beforeEach } from 'vitest';
import { type Database, openDatabase } from '../../../../src/adapters/storage/schema';
import { createStorage } from '../../../../src/adapters/storage/storage';
import type { StoragePort } from '../../../../src/contract/storage';

/* A database without a collection, anew for each test of the file that imports this. */

export let db: Database;
export let storage: StoragePort;

beforeEach(async () => {
  db = await openDatabase(`storage-${crypto.randomUUID()}`);
  storage = createStorage(db);
});
