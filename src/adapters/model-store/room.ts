import { HitrateError } from '../../contract/errors';

/**
 * Asks the browser whether a model has room, before anything of it is written. Where it does not say, there is.
 *
 * @param manager absent where the browser has none, as on pages without TLS
 * @throws {HitrateError} `storage-full`
 */
export async function requireRoom(
  name: string,
  bytes: number,
  manager: Pick<StorageManager, 'estimate'> | undefined = storageManager(),
): Promise<void> {
  const { usage = 0, quota = Infinity } = (await manager?.estimate()) ?? {};
  const free = Math.max(0, quota - usage);
  if (free < bytes) throw fullDisk(name, bytes, free);
}

const storageManager = (): StorageManager | undefined =>
  typeof navigator === 'undefined' ? undefined : (navigator.storage as StorageManager | undefined);

/** @param free null where it is not known */
export const fullDisk = (name: string, needed: number, free: number | null, cause?: unknown): HitrateError =>
  new HitrateError('storage-full', { name, bytes: needed, free }, { cause });
