import type { KeptPart } from '../../contract/privacy';
import { COLLECTION_STORES, type Database } from './schema';

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

/** A string takes one byte a character where all of them are Latin, two where one is not. */
const NOT_LATIN = /[^\0-\xff]/;
const NUMBER_BYTES = 8;

/** Approximate bytes of a stored value: texts, binary data, numbers, field names; no structure, before packing. */
export function valueSize(value: unknown): number {
  if (typeof value === 'string') return NOT_LATIN.test(value) ? 2 * value.length : value.length;
  if (typeof value === 'number') return NUMBER_BYTES;
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Blob) return value.size;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  if (Array.isArray(value)) return sum(value, valueSize);
  if (value instanceof Map) return sum([...value], valueSize);
  if (value instanceof Set) return sum([...value], valueSize);
  return sum(Object.entries(value), ([name, field]) => valueSize(name) + valueSize(field));
}

function sum<T>(values: readonly T[], size: (value: T) => number): number {
  let total = 0;
  for (const value of values) total += size(value);
  return total;
}
