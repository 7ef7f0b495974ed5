import { readRepository, textsOf } from '../../domain/models/read-repository';
import { mapConcurrent } from './map-concurrent';
import type { NamedRepository, RepositoryLook } from './listing';
import { listRepository } from './list';
import type { Requests } from './request';
import { readText } from './text';

const AT_ONCE = 6;

/** Lists a repository and reads what it says of its model. */
export async function lookAt(
  requests: Requests,
  named: NamedRepository,
  signal: AbortSignal | undefined,
): Promise<RepositoryLook> {
  const listing = await listRepository(requests, named, signal);
  const texts = await mapConcurrent(
    AT_ONCE,
    textsOf(listing.files),
    async (path) => [path, await readText(requests, listing, path, signal)] as const,
  );
  return { ...listing, offer: readRepository(listing.files, new Map(texts), named.repository) };
}
