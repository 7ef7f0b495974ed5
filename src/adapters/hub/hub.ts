import type { FileRequest, HitrateError } from '../../contract/errors';
import {
  createRequests,
  downloadFailure,
  fileAddress,
  readWhole,
  type Requests,
  type RequestsOptions,
} from './request';
import type {
  DownloadContext,
  ModelChoice,
  ModelOrigin,
  RepositoryListing,
  RepositoryLook,
  StoredModel,
} from '../../contract/models';
import { filesOf, type RepositoryFile } from '../../domain/models/repository';
import { getDownload } from '../model-store/store';
import {
  beginWriting,
  fileHasher,
  missingBytes,
  requireRoom,
  type WritingPlan,
  wrongHash,
} from '../model-store/writing';
import type { ModelDatabase } from '../model-store/schema';
import { fetchFile } from './transfer';
import { readRepository, textsOf } from '../../domain/models/read-repository';
import { HUGGING_FACE, listRepository, mapConcurrent, type NamedRepository } from './list';

interface RepositoryAddress {
  readonly repository: string;
  /** Null where the text names none. */
  readonly revision: string | null;
  /** Origin of a pasted address; null for a plain name. */
  readonly host: string | null;
}

/** One owner and one name of letters, digits, `.`, `_` and `-`, as hubs allow them; never `..`, which would be a path. */
const REPOSITORY = /^(?![.-])(?!.*\.\.)[\w.-]{1,96}\/(?![.-])[\w.-]{1,96}$/;
/** A branch, tag or commit; branches may have slashes, as `refs/pr/3`. */
const REVISION = /^(?![./-])(?!.*(?:\.\.|\/\/))[\w./-]{1,200}$/;

/**
 * Reads what people type or paste: `org/name`, `org/name@revision`, or the address of a repository, of its files or of
 * one of them (`https://huggingface.co/org/name/tree/main/onnx`).
 *
 * @throws {HitrateError} `download-failed`, with what is expected
 */
export function parseAddress(text: string): RepositoryAddress {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return parseUrl(trimmed);
  const [name = '', revision, ...rest] = trimmed.split('@');
  if (rest.length > 0) throw notARepository(trimmed);
  return {
    repository: requireRepository(name),
    revision: revision === undefined ? null : requireRevision(revision),
    host: null,
  };
}

function parseUrl(text: string): RepositoryAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  const [owner, name, view, ...rest] = (url?.pathname ?? '').split('/').filter((part) => part !== '');
  if (!url || !owner || !name) throw notARepository(text);
  const hasRevision = ['tree', 'blob', 'resolve', 'raw'].includes(view ?? '') && rest.length > 0;
  // Pull requests are the branches with slashes that addresses have: refs/pr/3, written with %2F by some pages.
  const [first = '', second, third] = decoded(rest.join('/')).split('/');
  const revision = first === 'refs' && second && third ? `${first}/${second}/${third}` : first;
  return {
    repository: requireRepository(`${owner}/${name}`),
    revision: hasRevision ? requireRevision(revision) : null,
    host: url.origin,
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw notARepository(path);
  }
}

function requireRepository(text: string): string {
  const trimmed = text.trim();
  if (!REPOSITORY.test(trimmed)) throw notARepository(trimmed);
  return trimmed;
}

export function requireRevision(text: string): string {
  const trimmed = text.trim();
  if (REVISION.test(trimmed)) return trimmed;
  throw downloadFailure('revision-malformed', { text: shown(trimmed) });
}

/** Origin of the host, with the path of a mirror that is not at the root. @throws {HitrateError} `download-failed` */
export function hostOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password)
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  throw downloadFailure('host-malformed', { text: shown(text) });
}

const notARepository = (text: string): HitrateError => downloadFailure('repository-malformed', { text: shown(text) });

const shown = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

async function beginDownload(
  requests: Requests,
  db: ModelDatabase,
  { listing, choice }: { readonly listing: RepositoryListing; readonly choice: ModelChoice },
  context: DownloadContext,
): Promise<StoredModel> {
  const { host, repository, revision, commit } = listing;
  const origin = { kind: 'hub', host, repository, revision, commit } as const;
  const id = `${host}/${repository}@${commit ?? revision}:${choice.reading.weights.path}`;
  return fetchAll(requests, db, { id, origin, choice, files: filesIn(listing, choice) }, context);
}

async function resumeDownload(
  requests: Requests,
  db: ModelDatabase,
  id: string,
  context: DownloadContext,
): Promise<StoredModel> {
  const begun = await getDownload(db, id);
  if (!begun) throw downloadFailure('download-gone', null);
  const { origin, choice, files } = begun;
  if (origin.kind !== 'hub' || origin.host !== requests.host) {
    const from = origin.kind === 'hub' ? origin.host : null;
    throw downloadFailure('other-host', { name: choice.name, from, host: requests.host });
  }
  return fetchAll(requests, db, { id, origin, choice, files: files.map(announced) }, context);
}

const announced = ({ path, bytes, sha256, gitBlob }: RepositoryFile): RepositoryFile => ({
  path,
  bytes,
  ...(sha256 !== undefined && { sha256 }),
  ...(gitBlob !== undefined && { gitBlob }),
});

function filesIn(listing: RepositoryListing, { offer, reading }: ModelChoice): RepositoryFile[] {
  return filesOf(offer, reading).map((path) => {
    const file = listing.files.find((each) => each.path === path);
    if (file) return announced(file);
    const { host, repository, revision } = listing;
    throw downloadFailure('file-not-listed', { asked: { host, repository, revision, path } });
  });
}

interface HubPlan extends WritingPlan {
  readonly origin: Extract<ModelOrigin, { kind: 'hub' }>;
}

async function fetchAll(
  requests: Requests,
  db: ModelDatabase,
  plan: HubPlan,
  { signal, progress, remark = () => undefined }: DownloadContext,
): Promise<StoredModel> {
  signal.throwIfAborted();
  const kept = (await getDownload(db, plan.id))?.done ?? 0;
  const bytes = plan.files.reduce((sum, file) => sum + file.bytes, 0);
  await requireRoom(plan.choice.name, Math.max(0, bytes - kept));
  const writer = await beginWriting(db, plan);
  const { repository, revision, commit } = plan.origin;
  const report = (path: string, fileDone: number): void => {
    const others = bytes - missingBytes(writer.files()) - writer.file(path).done;
    progress({ path, fileDone, fileBytes: writer.file(path).bytes, done: others + fileDone, bytes });
  };
  const transfer = { requests, writer, repository, revision, commit, signal, progress: report, remark };
  for (const { path } of plan.files) {
    report(path, writer.file(path).done);
    await fetchFile(transfer, path);
  }
  return writer.finish();
}

const AT_ONCE = 6;

async function lookAt(
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

async function fetchText(
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

/** Fetches from one host. Expected failures are `download-failed` `HitrateError`s; a cancel is an `AbortError`. */
export interface Hub {
  readonly host: string;
  list(repository: string, revision: string, signal?: AbortSignal): Promise<RepositoryListing>;
  /** A small file of a listing, as text; it is checked against its hash where the listing has one. */
  text(listing: RepositoryListing, path: string, signal?: AbortSignal): Promise<string>;
  look(repository: string, revision: string, signal?: AbortSignal): Promise<RepositoryLook>;
  /** Fetches what a choice lacks, checked by size and hash, and makes the model exist. Cut off: see `listDownloads`. */
  download(
    db: ModelDatabase,
    request: { readonly listing: RepositoryListing; readonly choice: ModelChoice },
    context: DownloadContext,
  ): Promise<StoredModel>;
  resume(db: ModelDatabase, id: string, context: DownloadContext): Promise<StoredModel>;
}

export interface HubOptions extends RequestsOptions {
  /** Hugging Face where absent; else a mirror: origin, and a path where it is not at the root. */
  readonly host?: string;
}

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
