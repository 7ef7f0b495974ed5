import type { FileRequest } from '../../contract/errors';
import type { RepositoryListing, RepositoryLook } from '../../contract/models';
import { readRepository, textsOf } from '../../domain/models/read-repository';
import type { RepositoryFile } from '../../domain/models/repository';
import { fileHasher, wrongHash } from '../model-store/file-hash';
import { downloadFailure } from './failures';
import { mapConcurrent } from './map-concurrent';
import type { NamedRepository } from './listing';
import { listRepository } from './list';
import { fileAddress, readWhole, type Requests } from './request';

const AT_ONCE = 6;

export async function lookAt(
  requests: Requests,
  named: NamedRepository,
  signal: AbortSignal | undefined,
): Promise<RepositoryLook> {
  const listing = await listRepository(requests, named, signal);
  const texts = await mapConcurrent(
    AT_ONCE,
    textsOf(listing.files),
    async (path) => [path, await fetchText(requests, listing, path, signal)] as const,
  );
  return { ...listing, offer: readRepository(listing.files, new Map(texts), named.repository) };
}

/** More is no configuration. */
const MAX_BYTES = 4_000_000;

/** A small file of a listing as text, checked against its hash where the listing has one. */
export async function fetchText(
  requests: Requests,
  listing: RepositoryListing,
  path: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { repository, revision, commit } = listing;
  const asked: FileRequest = { host: requests.host, repository, revision, path };
  const answer = await requests.get(asked, fileAddress(repository, commit ?? revision, path), { signal });
  const bytes = await readWhole(answer, asked, MAX_BYTES);
  const expected: Partial<RepositoryFile> = listing.files.find((file) => file.path === path) ?? {};
  const hasher = fileHasher(bytes.length, expected.gitBlob !== undefined);
  hasher.update(bytes);
  const wrong = wrongHash(expected, hasher.hashes());
  if (wrong) throw downloadFailure('hash', { asked, ...wrong });
  return new TextDecoder().decode(bytes);
}
