import { deleteDB } from 'idb';
import { type DatabaseName, HitrateError } from '../../contract/errors';

const DATABASES = [
  { name: 'hitrate', database: 'documents' },
  { name: 'hitrate-models', database: 'models' },
] as const;
const OURS = 'hitrate';
const CHANNEL = 'hitrate-erased';

/**
 * Deletes all that Hitrate keeps in this browser: both databases, files for use offline, preferences and the service
 * worker; nothing of other pages of the origin. Other tabs are notified first; the deletion makes them close their
 * connections.
 *
 * @param root address of the folder that the page is in
 * @param onBlocked called with what is waited for, where a connection stays open: the deletion continues when it closes
 */
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

/** Waits until a service worker has been installed, or has failed: it puts files into the caches until then. */
const installed = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => void (worker.state === 'installing' || resolve());
    worker.addEventListener('statechange', check);
    check();
  });

async function deleteDatabase(
  name: string,
  database: DatabaseName,
  onBlocked: (database: DatabaseName) => void,
): Promise<void> {
  try {
    await deleteDB(name, { blocked: () => onBlocked(database) });
  } catch (cause) {
    throw new HitrateError('storage-unavailable', { database, doing: 'deleting' }, { cause });
  }
}

/** Caches that belong to the app at `root`: Workbox ends the name of its own with the address. */
export async function ownCaches(root: string): Promise<string[]> {
  // Absent on pages without TLS.
  if (!('caches' in globalThis)) return [];
  return (await caches.keys()).filter((name) => name.startsWith(OURS) || name.endsWith(root));
}

export const ownKeys = (storage: Storage): string[] => Object.keys(storage).filter((key) => key.startsWith(OURS));

const ownServiceWorker = async (root: string): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration(root) : undefined;

/** One for the page, since a channel does not hear itself. */
let shared: BroadcastChannel | null = null;
const channel = (): BroadcastChannel => (shared ??= new BroadcastChannel(CHANNEL));

/** Calls back when another tab erases everything. @returns ends it */
export function onErasedElsewhere(listener: () => void): () => void {
  channel().addEventListener('message', listener);
  return () => channel().removeEventListener('message', listener);
}
