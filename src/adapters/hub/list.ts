import { type FileRequest, isAbort } from '../../contract/errors';
import type { RepositoryListing } from '../../contract/models';
import type { RepositoryFile } from '../../domain/models/repository';
import { downloadFailure, statusFailure } from './failures';
import { type NamedRepository, readTree } from './listing';
import { probe } from './probe';
import { HUGGING_FACE } from './repository-id';
import { readWhole, type HostResponse, type Requests } from './request';

const MAX_BYTES = 20_000_000;
/** Of up to 1000 files each. */
const MAX_PAGES = 50;

/** By the hub's API, or, on a mirror without one, by asking for the files that such repositories have. */
export async function listRepository(
  requests: Requests,
  named: NamedRepository,
  signal: AbortSignal | undefined,
): Promise<RepositoryListing> {
  const { host } = requests;
  try {
    const commit = await commitOf(requests, named, signal);
    return { host, ...named, commit, files: await treeOf(requests, named, commit, signal), from: 'api' };
  } catch (error) {
    if (isAbort(error) || error instanceof HubAnswer || host === HUGGING_FACE)
      throw error instanceof HubAnswer ? error.failure : error;
    const found = await probe(requests, named, signal);
    // What the API said is the better reason.
    if (found.files.length === 0) throw error;
    return { host, ...named, ...found, from: 'probe' };
  }
}

/** What a hub itself says, so that asking for single files would find no more. */
class HubAnswer extends Error {
  constructor(readonly failure: Error) {
    super(failure.message);
  }
}

async function commitOf(requests: Requests, named: NamedRepository, signal: AbortSignal | undefined): Promise<string> {
  const asked: FileRequest = { host: requests.host, ...named, path: null };
  const path = `/api/models/${named.repository}/revision/${encodeURIComponent(named.revision)}`;
  const answer = await requests.get(asked, path, { signal });
  const { sha } = ((await json(answer, asked)) ?? {}) as { sha?: unknown };
  if (typeof sha !== 'string' || !/^[0-9a-f]{40}$/.test(sha))
    throw downloadFailure('unreadable-listing', { asked, why: 'no-commit' });
  return sha;
}

async function treeOf(
  requests: Requests,
  named: NamedRepository,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<RepositoryFile[]> {
  const asked: FileRequest = { host: requests.host, ...named, path: null };
  const files: RepositoryFile[] = [];
  let next: string | null = `/api/models/${named.repository}/tree/${commit}?recursive=true`;
  for (let page = 0; next !== null; page++) {
    if (page === MAX_PAGES) throw downloadFailure('unreadable-listing', { asked, why: 'pages', pages: MAX_PAGES });
    const answer: HostResponse = await requests.get(asked, next, { signal });
    const found = readTree(await json(answer, asked));
    if (!found) throw downloadFailure('unreadable-listing', { asked, why: 'form' });
    files.push(...found);
    next = nextPage(answer.header('link'), requests.host);
  }
  return files;
}

async function json(answer: HostResponse, asked: FileRequest): Promise<unknown> {
  const code = answer.header('x-error-code');
  if (!answer.ok && code !== null) {
    await answer.drop();
    throw new HubAnswer(statusFailure(asked, answer.status, code));
  }
  const text = new TextDecoder().decode(await readWhole(answer, asked, MAX_BYTES));
  try {
    return JSON.parse(text);
  } catch {
    throw downloadFailure('unreadable-listing', { asked, why: 'json' });
  }
}

/** The next page, from `Link: <https://…?cursor=…>; rel="next"`; asked of the same host, whatever host it names. */
function nextPage(link: string | null, host: string): string | null {
  const [, target] = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '') ?? [];
  if (target === undefined || !URL.canParse(target, host)) return null;
  const { pathname, search } = new URL(target, host);
  const base = new URL(host).pathname.replace(/\/$/, '');
  return `${pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname}${search}`;
}
