import { type FileRequest, isAbort } from '../../contract/errors';
import { COMMON } from '../../domain/models/read-repository';
import type { RepositoryFile } from '../../domain/models/repository';
import { fileHasher } from '../model-store/writing';
import { downloadFailure, fileAddress, type HostResponse, readWhole, type Requests, statusFailure } from './request';
import type { RepositoryListing } from '../../contract/models';

export const HUGGING_FACE = 'https://huggingface.co';

/** Does a task for every item, a few at a time; begins no more after a failure. @returns results in the items' order */
export async function mapConcurrent<T, R>(
  most: number,
  items: readonly T[],
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (const [i, item] of rest) {
      if (hasFailed) return;
      results[i] = await task(item);
    }
  };
  try {
    await Promise.all(Array.from({ length: most }, work));
  } finally {
    hasFailed = true;
  }
  return results;
}

/** What repositories have in common: configuration and tokenizer … */
const SMALL = [
  ...COMMON,
  'vocab.txt',
  'modules.json',
  'config_sentence_transformers.json',
  ...['bert', 'roberta', 'xlm-roberta', 'distilbert', 'albert', 'camembert', 'mpnet'].map(
    (kind) => `sentence_${kind}_config.json`,
  ),
  '1_Pooling/config.json',
  'onnx/config.json',
  'README.md',
];

/** … and weights, by the names of transformers.js and of sentence-transformers. */
const NETWORKS = ['', '_quantized', '_int8', '_uint8', '_fp16', '_q4', '_q4f16', '_bnb4', '_O1', '_O2', '_O3', '_O4']
  .map((suffix) => `onnx/model${suffix}.onnx`)
  .concat('model.onnx', 'model_quantized.onnx', 'onnx/decoder_model_merged.onnx')
  .concat('onnx/decoder_model_merged_quantized.onnx');

const AT_ONCE = 6;
const MAX_BYTES = 64_000_000;

interface Probed {
  readonly commit: string | null;
  readonly files: readonly RepositoryFile[];
}

interface Found {
  readonly file: RepositoryFile;
  readonly commit: string | null;
  readonly text: string | null;
}

/**
 * Asks a mirror without listings for the files that repositories have. Small ones are read whole, which gives their size
 * and hash for certain; of large ones the head is asked for. A file that is refused or is a web page counts as absent.
 *
 * @returns no files where there is no `config.json`
 */
async function probe(requests: Requests, named: NamedRepository, signal: AbortSignal | undefined): Promise<Probed> {
  const ask = (path: string) => probeFile(requests, { host: requests.host, ...named, path }, signal);
  const config = await ask('config.json');
  if (!config) return { commit: null, files: [] };
  const rest = await mapConcurrent(AT_ONCE, [...SMALL.filter((path) => path !== 'config.json'), ...NETWORKS], ask);
  const first = [config, ...rest].filter((found) => found !== null);
  const known = new Set(first.map(({ file }) => file.path));
  const more = await mapConcurrent(
    AT_ONCE,
    furtherPaths(first).filter((path) => !known.has(path)),
    ask,
  );
  const found = [...first, ...more.filter((each) => each !== null)];
  return { commit: found.find(({ commit }) => commit !== null)?.commit ?? null, files: found.map(({ file }) => file) };
}

function furtherPaths(found: readonly Found[]): string[] {
  const modules = foldersOf(found.find(({ file }) => file.path === 'modules.json')?.text ?? '[]');
  const networks = found.map(({ file }) => file.path).filter((path) => path.endsWith('.onnx'));
  return [
    ...modules.flatMap((folder) => ['config.json', 'model.safetensors'].map((name) => `${folder}/${name}`)),
    ...networks.flatMap((path) => [`${path}_data`, `${path}_data_1`, `${path}.data`]),
  ];
}

function foldersOf(modules: string): string[] {
  try {
    const list = JSON.parse(modules) as readonly { readonly path?: unknown }[];
    return list.flatMap(({ path }) => (typeof path === 'string' && isRepositoryPath(path) ? [path] : []));
  } catch {
    // Who reads the repository later says what is wrong with the file.
    return [];
  }
}

async function probeFile(
  requests: Requests,
  asked: FileRequest,
  signal: AbortSignal | undefined,
): Promise<Found | null> {
  const path = asked.path!;
  const address = fileAddress(asked.repository, asked.revision, path);
  const isSmall = /\.(?:json|jinja|txt|md)$/.test(path);
  let answer = await requests.get(asked, address, { signal, method: isSmall ? 'GET' : 'HEAD' });
  // Some hosts answer nothing but GET.
  if (!isSmall && [400, 403, 405, 501].includes(answer.status)) {
    await answer.drop();
    answer = await requests.get(asked, address, { signal });
  }
  if (answer.ok && !answer.isHtml) return isSmall ? readSmall(answer, asked) : headOf(answer, asked);
  await answer.drop();
  if (answer.ok || [400, 401, 403, 404, 410].includes(answer.status)) return null;
  throw statusFailure(asked, answer.status, answer.header('x-error-code'));
}

async function readSmall(answer: HostResponse, asked: FileRequest): Promise<Found> {
  const bytes = await readWhole(answer, asked, MAX_BYTES);
  const hasher = fileHasher(bytes.length, false);
  hasher.update(bytes);
  const file = { path: asked.path!, bytes: bytes.length, sha256: hasher.hashes().sha256 };
  return { file, commit: commitOf(answer), text: new TextDecoder().decode(bytes) };
}

async function headOf(answer: HostResponse, asked: FileRequest): Promise<Found> {
  const length = answer.header('x-linked-size') ?? answer.header('content-length');
  await answer.drop();
  const bytes = Number(length ?? NaN);
  if (!Number.isSafeInteger(bytes)) throw downloadFailure('no-size', { asked });
  const sha256 = hash((answer.header('x-linked-etag') ?? '').replaceAll('"', ''), 64);
  return {
    file: { path: asked.path!, bytes, ...(sha256 !== null && { sha256 }) },
    commit: commitOf(answer),
    text: null,
  };
}

const commitOf = (answer: HostResponse): string | null => hash(answer.header('x-repo-commit'), 40);

const LIST_MAX_BYTES = 20_000_000;
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
    const commit = await commitFromUrl(requests, named, signal);
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

async function commitFromUrl(
  requests: Requests,
  named: NamedRepository,
  signal: AbortSignal | undefined,
): Promise<string> {
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
  const text = new TextDecoder().decode(await readWhole(answer, asked, LIST_MAX_BYTES));
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

export interface NamedRepository {
  readonly repository: string;
  readonly revision: string;
}

interface Entry {
  readonly type?: unknown;
  readonly path?: unknown;
  readonly size?: unknown;
  readonly oid?: unknown;
  readonly lfs?: { readonly oid?: unknown; readonly size?: unknown } | null;
}

/** The files of a hub's list; null where it has another form. Files with names that no repository has are left out. */
function readTree(value: unknown): RepositoryFile[] | null {
  if (!Array.isArray(value)) return null;
  return (value as readonly (Entry | null)[]).flatMap((entry) => {
    const file = entry?.type === 'file' ? fileOf(entry) : null;
    return file ? [file] : [];
  });
}

function fileOf({ path, size, oid, lfs }: Entry): RepositoryFile | null {
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
