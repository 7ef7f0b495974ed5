import { HitrateError } from '../../../contract/errors';
import type { StoragePort } from '../../../contract/storage';
import type { Brought } from '../../../domain/dataset/supplied/content';
import type { BroughtFile } from '../../../domain/experiment/supplied-files';

/**
 * What a brought file holds, as a spec means it.
 *
 * @returns null where it is not there, or is another one
 */
export async function findBroughtFile<Kind extends Brought['kind']>(
  storage: StoragePort,
  collection: string,
  kind: Kind,
  { name, hash }: BroughtFile,
): Promise<Extract<Brought, { kind: Kind }> | null> {
  const header = (await storage.listBrought(collection)).find((each) => each.name === name);
  if (header?.hash !== hash || header.kind !== kind) return null;
  // The kind of the header is that of the content.
  return (await storage.getBrought(collection, name)) as Extract<Brought, { kind: Kind }> | null;
}

/** @throws {HitrateError} `spec-invalid` where it is not there, or is another one */
export async function openBroughtFile<Kind extends Brought['kind']>(
  storage: StoragePort,
  collection: string,
  kind: Kind,
  file: BroughtFile,
): Promise<Extract<Brought, { kind: Kind }>> {
  const found = await findBroughtFile(storage, collection, kind, file);
  if (found) return found;
  throw new HitrateError(
    'spec-invalid',
    `The ${kind} “${file.name}” are not in this collection, or are others now. Add the file again under Systems, or remove the systems that read it.`,
  );
}
