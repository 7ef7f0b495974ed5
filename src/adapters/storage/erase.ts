import { deleteDB } from 'idb';
import { type DatabaseName, HitrateError } from '../../contract/errors';
import type { KeptPart } from '../../contract/privacy';
import { COLLECTION_STORES, type Database } from './schema';

const DATABASES = [
  { name: 'hitrate', database: 'documents' },
  { name: 'hitrate-models', database: 'models' },
] as const;
const OURS = 'hitrate';
const CHANNEL = 'hitrate-erased';

/** Deletes all that Hitrate keeps in this browser. @param onBlocked called while another tab keeps a connection open */
export async function eraseEverything(root: string, onBlocked: (database: DatabaseName) => void): Promise<void> {
  channel().postMessage(OURS);
  for (const { name, database } of DATABASES) await deleteDatabase(name, database, onBlocked);
  const registration = await ownServiceWorker(root);
  if (registration?.installing) await installed(registration.installing);
  for (const name of await ownCaches(root)) await caches.delete(name);
  for (const storage of [localStorage, sessionStorage]) for (const key of ownKeys(storage)) storage.removeItem(key);
  // The last, since it answers for the app until then.
  await registration?.unregister();
}

const installed = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => void (worker.state === 'installing' || resolve());
    worker.addEventListener('statechange', check);
    check();
  });

async function deleteDatabase(name: string, database: DatabaseName, onBlocked: (database: DatabaseName) => void) {
  try {
    await deleteDB(name, { blocked: () => onBlocked(database) });
  } catch (cause) {
    throw new HitrateError('storage-unavailable', { database, doing: 'deleting' }, { cause });
  }
}

/** Caches that belong to the app at `root`: earlier versions ended the name of theirs with the address. */
export async function ownCaches(root: string): Promise<string[]> {
  // Absent on pages without TLS.
  if (!('caches' in globalThis)) return [];
  return (await caches.keys()).filter((name) => name.startsWith(OURS) || name.endsWith(root));
}

export const ownKeys = (storage: Storage): string[] => Object.keys(storage).filter((key) => key.startsWith(OURS));

const ownServiceWorker = async (root: string): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration(root) : undefined;

let shared: BroadcastChannel | null = null;
const channel = (): BroadcastChannel => (shared ??= new BroadcastChannel(CHANNEL));

export function onErasedElsewhere(listener: () => void): () => void {
  channel().addEventListener('message', listener);
  return () => channel().removeEventListener('message', listener);
}

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
  const parts =
    Array.isArray(value) || value instanceof Map || value instanceof Set ? [...value] : Object.entries(value);
  return parts.reduce((sum: number, part) => sum + valueSize(part), 0);
}
