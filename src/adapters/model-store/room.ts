import { HitrateError } from '../../contract/errors';
import { mebibytes } from '../../domain/dataset/messages';

/**
 * Asks the browser whether a model has room, before anything of it is written. Where it does not tell, there is.
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
export function fullDisk(name: string, needed: number, free: number | null, cause?: unknown): HitrateError {
  const has =
    free === null ? 'the browser has no room for it' : `the browser has ${mebibytes(free)} left for this page`;
  const message = `${name} needs ${mebibytes(Math.max(needed, 2 ** 20))} more, and ${has}. Delete models or collections that are no longer needed, or free disk space, and try again; what is here already is kept.`;
  return new HitrateError('storage-full', message, { cause });
}
