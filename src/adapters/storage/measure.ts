import type { KeptPart } from '../../contract/privacy';
import { COLLECTION_STORES, type Database } from './schema';
import { valueSize } from './value-size';

/** Every collection with about how many bytes it and all that was computed from it take, oldest first. Reads all of it. */
export async function measureCollections(db: Database): Promise<KeptPart[]> {
  const bytes = new Map<string, number>();
  const add = (id: string, value: unknown): void => void bytes.set(id, (bytes.get(id) ?? 0) + valueSize(value));
  for (const store of COLLECTION_STORES) {
    // One value at a time: all of them may be more than the memory.
    for await (const { key, value } of db.transaction(store).store) add(key[0], value);
  }
  for await (const { key, value } of db.transaction('questions').store) add(key, value);
  const records = (await db.getAll('collections')).sort((a, b) => a.createdAt - b.createdAt);
  return records.map((record) => ({ name: record.name, bytes: (bytes.get(record.id) ?? 0) + valueSize(record) }));
}
