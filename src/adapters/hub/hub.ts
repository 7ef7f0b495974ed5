import type {
  DownloadContext,
  ModelChoice,
  RepositoryListing,
  RepositoryLook,
  StoredModel,
} from '../../contract/models';
import type { ModelDatabase } from '../model-store/schema';
import { beginDownload, resumeDownload } from './download';
import { listRepository } from './list';
import { lookAt, fetchText } from './look';
import { HUGGING_FACE, hostOf, requireRepository, requireRevision } from './repository-id';
import { createRequests, type RequestsOptions } from './request';

/** Fetches from one host. Expected failures are `download-failed` `HitrateError`s; a cancel is an `AbortError`. */
export interface Hub {
  readonly host: string;
  /** @param repository as `Xenova/all-MiniLM-L6-v2`, see {@link parseAddress} for what people paste */
  list(repository: string, revision: string, signal?: AbortSignal): Promise<RepositoryListing>;
  /** A small file of a listing, as text; it is checked against its hash where the listing has one. */
  text(listing: RepositoryListing, path: string, signal?: AbortSignal): Promise<string>;
  /** Lists, reads the small files that say how the model works, and says what it offers. */
  look(repository: string, revision: string, signal?: AbortSignal): Promise<RepositoryLook>;
  /** Fetches what a choice lacks, checked by size and hash, and makes the model exist. Cut off: see `listDownloads`. */
  download(
    db: ModelDatabase,
    request: { readonly listing: RepositoryListing; readonly choice: ModelChoice },
    context: DownloadContext,
  ): Promise<StoredModel>;
  /** Resumes what `listDownloads` lists, from this hub's host. */
  resume(db: ModelDatabase, id: string, context: DownloadContext): Promise<StoredModel>;
}

export interface HubOptions extends RequestsOptions {
  /** Hugging Face where absent; else a mirror: origin, and a path where it is not at the root. */
  readonly host?: string;
}

/** @throws {HitrateError} `download-failed` where the host is no address of http or https */
export function createHub(options: HubOptions = {}): Hub {
  const host = hostOf(options.host ?? HUGGING_FACE);
  const requests = createRequests(host, options);
  const named = (repository: string, revision: string) => ({
    repository: requireRepository(repository),
    revision: requireRevision(revision),
  });
  return {
    host,
    list: async (repository, revision, signal) => listRepository(requests, named(repository, revision), signal),
    text: (listing, path, signal) => fetchText(requests, listing, path, signal),
    look: async (repository, revision, signal) => lookAt(requests, named(repository, revision), signal),
    download: (db, request, context) => beginDownload(requests, db, request, context),
    resume: (db, id, context) => resumeDownload(requests, db, id, context),
  };
}
