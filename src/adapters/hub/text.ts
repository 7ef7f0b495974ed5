import type { RepositoryFile } from '../../domain/models/repository';
import { fileHasher, wrongHash } from '../model-store/file-hash';
import { hashFailure, type FileRequest } from './failures';
import type { RepositoryListing } from './listing';
import { fileAddress, readWhole, type Requests } from './request';

/** More is no configuration. */
const MAX_BYTES = 4_000_000;

/** A small file of a listing as text, checked against its hash where the listing has one. */
export async function readText(
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
  if (wrong) throw hashFailure(asked, wrong.kind, wrong.expected, wrong.got);
  return new TextDecoder().decode(bytes);
}
