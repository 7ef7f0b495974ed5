import { type FileRequest, HitrateError } from '../../contract/errors';
import type {
  DownloadContext,
  ModelChoice,
  ModelOrigin,
  RepositoryListing,
  RepositoryLook,
  StoredModel,
} from '../../contract/models';
import { readRepository } from '../../domain/models/read-repository';
import { textsOf } from '../../domain/models/source';
import { filesOf, type RepositoryFile } from '../../domain/models/repository';
import { getDownload } from '../model-store/store';
import { beginWriting, hashesOf, missingBytes, requireRoom, type WritingPlan, wrongHash } from '../model-store/writing';
import type { ModelDatabase } from '../model-store/schema';
import { MODEL_HOST } from '../offline/model-hosts.js';
import { createRequests, downloadFailure, readWhole, type Requests, type RequestsOptions } from './request';
import { fetchFile, fileAddress } from './transfer';

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
 * Reads `org/name`, `org/name@revision`, or the address of a repository or a file, such as
 * `https://huggingface.co/org/name/tree/main/onnx`.
 * @throws {HitrateError} `download-failed`, with what is expected
 */
export function parseAddress(text: string): RepositoryAddress {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return parseUrl(trimmed);
  const [name = '', revision, ...rest] = trimmed.split('@');
  if (rest.length > 0) throw malformed(trimmed);
  return { ...requireNames(name, revision ?? null), host: null };
}

function parseUrl(text: string): RepositoryAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  const [owner, name, view, ...rest] = (url?.pathname ?? '').split('/').filter((part) => part !== '');
  if (!url || !owner || !name) throw malformed(text);
  const hasRevision = ['tree', 'blob', 'resolve', 'raw'].includes(view ?? '') && rest.length > 0;
  // Pull requests are the branches with slashes that addresses have: refs/pr/3, written with %2F by some pages.
  const [first = '', second, third] = rest.join('/').replace(/%2F/gi, '/').split('/');
  const revision = first === 'refs' && second && third ? `${first}/${second}/${third}` : first;
  return { ...requireNames(`${owner}/${name}`, hasRevision ? revision : null), host: url.origin };
}

function requireNames<Revision extends string | null>(name: string, revision: Revision) {
  const repository = name.trim();
  if (!REPOSITORY.test(repository)) throw malformed(repository);
  if (revision !== null && !REVISION.test(revision)) throw malformed(revision);
  return { repository, revision };
}

const malformed = (text: string): HitrateError =>
  downloadFailure('repository-malformed', { text: text.length > 80 ? `${text.slice(0, 80)}…` : text });

type HubPlan = WritingPlan & { readonly origin: Extract<ModelOrigin, { kind: 'hub' }> };

async function fetchAll(requests: Requests, db: ModelDatabase, plan: HubPlan, { signal, progress }: DownloadContext) {
  signal.throwIfAborted();
  const kept = (await getDownload(db, plan.id))?.done ?? 0;
  const bytes = plan.files.reduce((sum, file) => sum + file.bytes, 0);
  await requireRoom(plan.choice.name, Math.max(0, bytes - kept));
  const writer = await beginWriting(db, plan);
  const report = (path: string, fileDone: number): void => {
    const others = bytes - missingBytes(writer.files()) - writer.file(path).done;
    progress({ path, fileDone, fileBytes: writer.file(path).bytes, done: others + fileDone, bytes });
  };
  const { repository, revision, commit } = plan.origin;
  for (const { path } of plan.files) {
    report(path, writer.file(path).done);
    await fetchFile({ requests, writer, repository, revision, commit, signal, progress: report }, path);
  }
  return writer.finish();
}

const announced = ({ path, bytes, sha256, gitBlob }: RepositoryFile): RepositoryFile => ({
  path,
  bytes,
  ...(sha256 !== undefined && { sha256 }),
  ...(gitBlob !== undefined && { gitBlob }),
});

/** Of up to 1000 files each. */
const MAX_PAGES = 50;

async function listRepository(requests: Requests, repository: string, revision: string, signal: AbortSignal) {
  const asked: FileRequest = { host: requests.host, repository, revision, path: null };
  const found = await json(requests, asked, `/revision/${encodeURIComponent(revision)}`, signal);
  const commit = hash((found.value as { readonly sha?: unknown } | null)?.sha, 40);
  if (commit === null) throw downloadFailure('no-hub', { asked });
  const files: RepositoryFile[] = [];
  let next: string | null = `/tree/${commit}?recursive=true`;
  for (let page = 0; next !== null; page++) {
    const { value, link } = await json(requests, asked, next, signal);
    if (page === MAX_PAGES || !Array.isArray(value)) throw downloadFailure('no-hub', { asked });
    files.push(...(value as readonly (Entry | null)[]).flatMap((entry) => fileOf(entry) ?? []));
    next = nextPage(link);
  }
  return { host: requests.host, repository, revision, commit, files };
}

async function json(requests: Requests, asked: FileRequest, path: string, signal: AbortSignal) {
  const answer = await requests.get(asked, `/api/models/${asked.repository}${path}`, signal);
  const text = new TextDecoder().decode(await readWhole(answer, asked));
  try {
    return { value: JSON.parse(text) as unknown, link: answer.header('link') };
  } catch {
    throw downloadFailure('no-hub', { asked });
  }
}

/** Of `Link: <https://…/api/models/org/name/tree/…?cursor=…>; rel="next"`; asked of the same host, whatever it names. */
function nextPage(link: string | null): string | null {
  return /<[^>]*(\/tree\/[^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1] ?? null;
}

interface Entry {
  readonly type?: unknown;
  readonly path?: unknown;
  readonly size?: unknown;
  readonly oid?: unknown;
  readonly lfs?: { readonly oid?: unknown; readonly size?: unknown } | null;
}

/** Null for a folder, and for a name that no repository has. */
function fileOf(entry: Entry | null): RepositoryFile | null {
  if (entry?.type !== 'file') return null;
  const { path, size, oid, lfs } = entry;
  const bytes = lfs?.size ?? size;
  if (typeof path !== 'string' || !isRepositoryPath(path)) return null;
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0) return null;
  // Of a file in large file storage git has the hash of a pointer.
  const sha256 = lfs ? hash(lfs.oid, 64) : null;
  const gitBlob = lfs ? null : hash(oid, 40);
  return { path, bytes, ...(sha256 !== null && { sha256 }), ...(gitBlob !== null && { gitBlob }) };
}

const isRepositoryPath = (path: string): boolean =>
  path !== '' && !/[\\\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

function hash(value: unknown, digits: number): string | null {
  const text = typeof value === 'string' ? value.toLowerCase().replace(/^sha256:/, '') : '';
  return text.length === digits && /^[0-9a-f]+$/.test(text) ? text : null;
}

async function fetchText(
  requests: Requests,
  { repository, revision, commit, files }: RepositoryListing,
  path: string,
  signal: AbortSignal,
): Promise<readonly [string, string]> {
  const asked: FileRequest = { host: requests.host, repository, revision, path };
  const answer = await requests.get(asked, fileAddress(repository, commit ?? revision, path), signal);
  const bytes = await readWhole(answer, asked);
  const expected = files.find((file) => file.path === path)!;
  const wrong = wrongHash(expected, await hashesOf([bytes], bytes.length, true));
  if (wrong) throw downloadFailure('other-file', { asked, ...wrong });
  return [path, new TextDecoder().decode(bytes)];
}

/** Fetches from one host. Expected failures are `download-failed` `HitrateError`s; a cancel is an `AbortError`. */
export type Hub = ReturnType<typeof createHub>;

export interface HubOptions extends RequestsOptions {
  /** Hugging Face where absent; else the origin of a mirror. */
  readonly host?: string;
}

export function createHub({ host = MODEL_HOST, ...options }: HubOptions = {}) {
  const requests = createRequests(host, options);
  return {
    async look(name: string, at: string, signal: AbortSignal): Promise<RepositoryLook> {
      const { repository, revision } = requireNames(name, at);
      const listing = await listRepository(requests, repository, revision, signal);
      const texts = await Promise.all(textsOf(listing.files).map((path) => fetchText(requests, listing, path, signal)));
      return { ...listing, offer: readRepository(listing.files, new Map(texts), repository) };
    },

    /** Fetches, checks and makes the model exist. {@link listDownloads} lists a download that was cut off. */
    async download(
      db: ModelDatabase,
      { listing, choice }: { readonly listing: RepositoryListing; readonly choice: ModelChoice },
      context: DownloadContext,
    ): Promise<StoredModel> {
      const { repository, revision, commit } = listing;
      const origin = { kind: 'hub', host: listing.host, repository, revision, commit } as const;
      const id = `${listing.host}/${repository}@${commit ?? revision}:${choice.reading.weights.path}`;
      const needed = filesOf(choice.offer, choice.reading);
      const files = needed.map((path) => announced(listing.files.find((file) => file.path === path)!));
      return fetchAll(requests, db, { id, origin, choice, files }, context);
    },

    /** @throws {HitrateError} `download-gone` where it is no more, or was begun from another host */
    async resume(db: ModelDatabase, id: string, context: DownloadContext): Promise<StoredModel> {
      const begun = await getDownload(db, id);
      if (begun?.origin.kind !== 'hub' || begun.origin.host !== host) throw downloadFailure('download-gone', null);
      const { origin, choice, files } = begun;
      return fetchAll(requests, db, { id, origin, choice, files: files.map(announced) }, context);
    },
  };
}
