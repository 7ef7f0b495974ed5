import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file of a repository. Large ones are sent by another origin, as a hub does with what it keeps in LFS. */
export interface HubFile {
  readonly path: string;
  readonly content: Buffer;
  readonly lfs: boolean;
}

export interface HubRepository {
  /** `organisation/name` */
  readonly id: string;
  readonly files: readonly HubFile[];
}

/** What goes wrong with a file, or with the listing of a repository. */
export type Fault =
  /** The line is cut at a place of the file, as often as is said: it is counted down. */
  | { readonly kind: 'cut'; readonly at: number; times: number }
  /** Nothing comes past a place of the file, and the line stays open; before the first byte, no answer. */
  | { readonly kind: 'stall'; readonly at: number; times: number }
  | { readonly kind: 'status'; readonly status: 401 | 403 | 404 | 500 | 503 }
  /** A page with status 200 instead of the file, as a portal or a proxy sends it. */
  | { readonly kind: 'page' }
  /** Other bytes of the same length. */
  | { readonly kind: 'altered' }
  /** As many bytes a second. */
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  /** The whole file is sent whatever range is asked for. */
  | { readonly kind: 'no-ranges' }
  /** Its ETag is another one from now on, and so is its content. */
  | { readonly kind: 'replaced' };

interface HubRequest {
  readonly from: 'hub' | 'files';
  readonly method: string;
  readonly path: string;
  readonly range: string | null;
  status: number;
  /** Of the content, that were handed over to the line. */
  sent: number;
}

export interface Hub {
  /** `http://127.0.0.1:…`: what a person would type as the address of a mirror. */
  readonly url: string;
  /** The origin to which large files are redirected. */
  readonly filesUrl: string;
  readonly requests: HubRequest[];
  commitOf(repository: string): string;
  /** @param path of a file, or `tree` for the listing */
  order(repository: string, path: string, fault: Fault): void;
  /** Takes back all faults, and forgets the requests. */
  mend(): void;
  close(): Promise<void>;
}

export interface HubOptions {
  /** Entries on a page of a listing. */
  readonly pageSize?: number;
}

const sha1 = (...parts: (string | Buffer)[]) => digest('sha1', parts);
const sha256 = (...parts: (string | Buffer)[]) => digest('sha256', parts);
const digest = (name: string, parts: readonly (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash(name)).digest('hex');

/** What git names a small file by. */
export const gitBlob = (content: Buffer): string => sha1(`blob ${content.length}\0`, content);
/** What git holds instead of a large one. */
export const lfsPointer = (content: Buffer): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(content)}\nsize ${content.length}\n`;

/** A server that speaks the paths of the Hugging Face hub, for browsers on other origins, with faults to order. */
export async function openHub(repositories: readonly HubRepository[], options: HubOptions = {}): Promise<Hub> {
  const { pageSize = 1000 } = options;
  const faults = new Map<string, Fault>();
  const requests: HubRequest[] = [];
  const shelf = new Map(repositories.map((repository) => [repository.id, shelve(repository)]));

  const files = await listen((request, response, seen) => {
    const [, id = '', hash] = /^\/repos\/([^/]+\/[^/]+)\/([0-9a-f]{64})$/.exec(seen.path) ?? [];
    const file = [...(shelf.get(id)?.files.values() ?? [])].find((one) => one.sha256 === hash);
    if (!file) return refuse(response, seen, 404, 'EntryNotFound', 'There is no such file.');
    send(request, response, seen, file, faults.get(`${id} ${file.path}`));
  }, record('files'));

  const hub = await listen((request, response, seen) => {
    const listing = /^\/api\/models\/([^/]+\/[^/]+)\/(tree|revision)\/([^/?]+)/.exec(seen.path);
    if (listing) {
      const of = inRevision(response, seen, listing[1]!, listing[3]!);
      if (!of) return;
      const fault = faults.get(`${of.id} tree`);
      if (fault?.kind === 'status')
        return refuse(response, seen, fault.status, CODES[fault.status] ?? null, 'Refused.');
      if (fault?.kind === 'page') return sendPage(response, seen);
      if (listing[2] === 'revision') return sendJson(response, seen, { id: of.id, sha: of.commit, private: false });
      return sendTree(response, seen, of);
    }
    const file = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(seen.path.split('?')[0]!);
    if (!file) return refuse(response, seen, 404, null, 'There is nothing here.');
    const of = inRevision(response, seen, file[1]!, file[2]!);
    if (of) resolve(request, response, seen, of, decodeURIComponent(file[3]!));
  }, record('hub'));

  function record(from: HubRequest['from']) {
    return (request: IncomingMessage): HubRequest => {
      const { range = null } = request.headers as Record<string, string | undefined>;
      const seen = { from, method: request.method!, path: request.url!, range, status: 0, sent: 0 };
      requests.push(seen);
      return seen;
    };
  }

  function inRevision(response: ServerResponse, seen: HubRequest, id: string, revision: string): Shelf | null {
    const of = shelf.get(id);
    // The hub tells nobody whether a repository is private or not there.
    if (!of) return (refuse(response, seen, 401, 'RepoNotFound', 'Invalid username or password.'), null);
    if (revision === 'main' || revision === of.commit) return of;
    return (refuse(response, seen, 404, 'RevisionNotFound', `Invalid rev id: ${revision}`), null);
  }

  function resolve(request: IncomingMessage, response: ServerResponse, seen: HubRequest, of: Shelf, path: string) {
    const file = of.files.get(path);
    if (!file) return refuse(response, seen, 404, 'EntryNotFound', 'Entry not found');
    const fault = faults.get(`${of.id} ${path}`);
    if (fault?.kind === 'status') return refuse(response, seen, fault.status, CODES[fault.status] ?? null, 'Refused.');
    response.setHeader('X-Repo-Commit', of.commit);
    if (!file.lfs) return send(request, response, seen, file, fault);
    seen.status = 302;
    response.writeHead(302, { ...SHARED, Location: `${files.url}/repos/${of.id}/${file.sha256}` }).end();
  }

  function sendTree(response: ServerResponse, seen: HubRequest, of: Shelf) {
    const { pathname, searchParams } = new URL(seen.path, hub.url);
    const recursive = searchParams.get('recursive') === 'true';
    const all = entriesOf(of).filter(({ path }) => recursive || !path.includes('/'));
    const start = Number(searchParams.get('cursor') ?? 0);
    const next = `${hub.url}${pathname}?recursive=${recursive}&cursor=${start + pageSize}`;
    if (start + pageSize < all.length) response.setHeader('Link', `<${next}>; rel="next"`);
    sendJson(response, seen, all.slice(start, start + pageSize));
  }

  return {
    url: hub.url,
    filesUrl: files.url,
    requests,
    commitOf: (repository) => shelf.get(repository)!.commit,
    order(repository, path, fault) {
      if (path !== 'tree' && !shelf.get(repository)?.files.has(path)) throw new Error(`No ${path} in ${repository}`);
      faults.set(`${repository} ${path}`, { ...fault });
    },
    mend: () => (faults.clear(), void requests.splice(0)),
    close: async () => void (await Promise.all([hub.close(), files.close()])),
  };
}

interface ShelfFile extends HubFile {
  readonly sha256: string;
  readonly gitBlob: string;
}

interface Shelf {
  readonly id: string;
  readonly commit: string;
  readonly files: ReadonlyMap<string, ShelfFile>;
}

function shelve({ id, files }: HubRepository): Shelf {
  const known = files.map((file) => ({ ...file, sha256: sha256(file.content), gitBlob: gitBlob(file.content) }));
  const commit = sha1(id, ...known.map((file) => `${file.path} ${file.sha256}\n`));
  return { id, commit, files: new Map(known.map((file) => [file.path, file])) };
}

/** As the hub lists them: folders too, and of a large file the hash of its pointer beside its own. */
function entriesOf({ files }: Shelf) {
  const folders = new Set(
    [...files.keys()].flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))),
  );
  folders.delete('');
  return [
    ...[...folders].map((path) => ({ type: 'directory', oid: sha1(path), size: 0, path })),
    ...[...files.values()].map(({ path, content, lfs, sha256, gitBlob: oid }) => {
      if (!lfs) return { type: 'file', oid, size: content.length, path };
      const pointer = Buffer.from(lfsPointer(content));
      const large = { oid: sha256, size: content.length, pointerSize: pointer.length };
      return { type: 'file', oid: gitBlob(pointer), size: content.length, path, lfs: large };
    }),
  ];
}

const CODES: Record<number, string | null> = { 401: 'GatedRepo', 403: 'GatedRepo', 404: 'EntryNotFound' };
const EXPOSED =
  'X-Repo-Commit,X-Request-Id,X-Error-Code,X-Error-Message,ETag,Link,Accept-Ranges,Content-Range,X-Linked-Size,X-Linked-ETag';
// After a redirect between two origins a browser calls itself `null`, so naming the page's origin would not do.
const SHARED = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED };

type Handle = (request: IncomingMessage, response: ServerResponse, seen: HubRequest) => void;

async function listen(handle: Handle, record: (request: IncomingMessage) => HubRequest) {
  const server: Server = createServer((request, response) => {
    const seen = record(request);
    if (request.method !== 'OPTIONS') return handle(request, response, seen);
    seen.status = 204;
    const allowed = { 'Access-Control-Allow-Headers': 'Range', 'Access-Control-Allow-Methods': 'GET, HEAD' };
    response.writeHead(204, { ...SHARED, ...allowed }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise<void>((done) => (server.close(() => done()), server.closeAllConnections())) };
}

function refuse(response: ServerResponse, seen: HubRequest, status: number, code: string | null, message: string) {
  seen.status = status;
  const told = code === null ? {} : { 'X-Error-Code': code, 'X-Error-Message': message };
  response.writeHead(status, { ...SHARED, ...told, 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ error: message }));
}

function sendJson(response: ServerResponse, seen: HubRequest, value: unknown) {
  seen.status = 200;
  response.writeHead(200, { ...SHARED, 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

function sendPage(response: ServerResponse, seen: HubRequest) {
  seen.status = 200;
  const page = '<!DOCTYPE html><html><title>Sign in</title><p>Please sign in to this network.</p></html>';
  response.writeHead(200, { ...SHARED, 'Content-Type': 'text/html; charset=utf-8' }).end(page);
}

/** Sends a file or a part of it, with whatever was ordered to go wrong. */
function send(request: IncomingMessage, response: ServerResponse, seen: HubRequest, file: ShelfFile, fault?: Fault) {
  if (fault?.kind === 'page') return sendPage(response, seen);
  if (fault?.kind === 'status') return refuse(response, seen, fault.status, CODES[fault.status] ?? null, 'Refused.');
  const isOther = fault?.kind === 'altered' || fault?.kind === 'replaced';
  const content = isOther ? Buffer.from(file.content.map((byte) => byte ^ 1)) : file.content;
  const etag = `"${fault?.kind === 'replaced' ? sha256(content) : file.lfs ? file.sha256 : file.gitBlob}"`;
  const wanted = fault?.kind === 'no-ranges' ? null : rangeOf(seen, content.length);
  if (wanted === 'outside') {
    seen.status = 416;
    return void response.writeHead(416, { ...SHARED, 'Content-Range': `bytes */${content.length}` }).end();
  }
  const [start, end] = wanted ?? [0, content.length];
  seen.status = wanted ? 206 : 200;
  response.writeHead(seen.status, {
    ...SHARED,
    ETag: etag,
    'Content-Length': end - start,
    'Content-Type': file.path.endsWith('.json') && !file.lfs ? 'text/plain; charset=utf-8' : 'application/octet-stream',
    ...(fault?.kind === 'no-ranges' ? {} : { 'Accept-Ranges': 'bytes' }),
    ...(wanted ? { 'Content-Range': `bytes ${start}-${end - 1}/${content.length}` } : {}),
  });
  if (request.method === 'HEAD') return void response.end();
  void pour(response, seen, { content, start, end }, fault);
}

/** The bytes that a Range header means, null for all of them. */
function rangeOf({ range }: HubRequest, length: number): [number, number] | 'outside' | null {
  const asked = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  if (!asked) return null;
  const start = Number(asked[1]);
  const end = asked[2] ? Math.min(Number(asked[2]) + 1, length) : length;
  return start < end ? [start, end] : 'outside';
}

const PIECE = 1 << 16;

async function pour(
  response: ServerResponse,
  seen: HubRequest,
  { content, start, end }: { readonly content: Buffer; readonly start: number; readonly end: number },
  fault?: Fault,
): Promise<void> {
  const isFault = fault?.kind === 'cut' || fault?.kind === 'stall';
  const cut = isFault && fault.times > 0 && fault.at < end ? fault : null;
  const until = cut ? Math.max(start, cut.at) : end;
  if (cut) cut.times--;
  const piece = fault?.kind === 'slow' ? Math.max(1, Math.floor(fault.bytesPerSecond / 10)) : PIECE;
  if (cut?.kind !== 'stall' || until > 0) response.flushHeaders();
  for (let at = start; at < until && !response.closed; at += piece) {
    const next = content.subarray(at, Math.min(at + piece, until));
    seen.sent += next.length;
    await new Promise<void>((written) => response.write(next, () => written()));
    if (fault?.kind === 'slow') await new Promise((later) => setTimeout(later, 100));
  }
  if (cut?.kind === 'stall') return;
  if (cut) response.socket?.destroy();
  else response.end();
}
