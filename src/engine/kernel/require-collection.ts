import { HitrateError } from '../../contract/errors';
import type { CollectionRecord } from '../../contract/storage';
import type { Ports } from './ports';

/** @throws {HitrateError} where the collection is gone */
export async function requireCollection({ storage }: Ports, id: string): Promise<CollectionRecord> {
  const record = await storage.collections.get(id);
  if (!record) throw new HitrateError('collection-missing', null);
  return record;
}
