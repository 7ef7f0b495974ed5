import { HitrateError } from '../../../contract/errors';
import type { StoragePort, StoredContent } from '../../../contract/storage';
import type { SuppliedFile } from '../../../domain/experiment/missing';

/** The content of a supplied file; null where it is not there, or is another one than the spec means. */
export async function findSuppliedFile<Kind extends StoredContent['kind']>(
  storage: StoragePort,
  collection: string,
  kind: Kind,
  { name, hash }: SuppliedFile,
): Promise<Extract<StoredContent, { kind: Kind }> | null> {
  const header = (await storage.supplied.list(collection)).find((each) => each.name === name);
  if (header?.hash !== hash || header.kind !== kind) return null;
  // The kind of the header is that of the content.
  return (await storage.supplied.get(collection, name)) as Extract<StoredContent, { kind: Kind }> | null;
}

/** @throws {HitrateError} `system-file-changed` where it is not there, or is another one */
export async function openSuppliedFile<Kind extends StoredContent['kind']>(
  storage: StoragePort,
  collection: string,
  kind: Kind,
  file: SuppliedFile,
): Promise<Extract<StoredContent, { kind: Kind }>> {
  const found = await findSuppliedFile(storage, collection, kind, file);
  if (found) return found;
  throw new HitrateError('system-file-changed', { kind, name: file.name });
}
