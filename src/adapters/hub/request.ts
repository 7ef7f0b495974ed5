import { type DownloadData, type DownloadProblem, type FileRequest, HitrateError } from '../../contract/errors';
import type { LogEntry } from '../model-store/schema';

/** @param end ends what is waited for @throws {TypeError} where nothing comes in time: as `fetch` on a line that was cut */
async function inTime<T>(waited: Promise<T>, milliseconds: number, end: (why: TypeError) => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const why = new TypeError(`nothing for ${milliseconds} ms`);
      reject(why);
      end(why);
    }, milliseconds);
  });
  try {
    return await Promise.race([waited, late]);
  } finally {
    clearTimeout(timer!);
  }
}

export const downloadFailure = <Code extends keyof DownloadData>(
  code: Code,
  data: DownloadData[Code],
  cause?: unknown,
): HitrateError<'download-failed'> => new HitrateError('download-failed', { code, data } as DownloadProblem, { cause });

/** An answer that is what was asked for. @throws {HitrateError} on an unsuccessful status or a web page */
export async function requireOk(answer: HostResponse, asked: FileRequest): Promise<HostResponse> {
  const { status, ok, isHtml } = answer;
  if (ok && !isHtml) return answer;
  await answer.drop();
  if (ok) throw downloadFailure('no-hub', { asked });
  const code = status === 401 || status === 403 ? 'no-access' : status === 404 ? 'not-found' : 'status';
  throw downloadFailure(code, { asked, status });
}

export type Requests = ReturnType<typeof createRequests>;

/** An answer whose body is read once, or dropped: the request is in the log when that is over. */
export interface HostResponse {
  readonly status: number;
  readonly ok: boolean;
  header(name: string): string | null;
  readonly isHtml: boolean;
  body(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  drop(): Promise<void>;
}

export interface RequestsOptions {
  readonly fetch?: typeof fetch;
  /** Called with every request once it is over. */
  readonly log?: (entry: LogEntry) => void;
  /** Milliseconds before the second and the third attempt after the line was cut. */
  readonly pauses?: readonly number[];
  /** Milliseconds without a byte after which a line counts as cut. */
  readonly patience?: number;
}

const PAUSES_MS = [1000, 4000];
const PATIENCE_MS = 60_000;

export function createRequests(host: string, options: RequestsOptions) {
  const { fetch: ask = fetch.bind(globalThis), log, pauses = PAUSES_MS, patience = PATIENCE_MS } = options;
  return {
    host,
    pauses,
    /** @param path from the host's root, with its query @throws {HitrateError} `unreachable` */
    async get(asked: FileRequest, path: string, signal: AbortSignal, headers: Readonly<Record<string, string>> = {}) {
      const entry = { when: Date.now(), asked: host, path: path.replace(/\?.*$/s, '') };
      const ending = new AbortController();
      const wait = <T>(waited: Promise<T>): Promise<T> => inTime(waited, patience, (why) => ending.abort(why));
      try {
        // No cookies: the host learns which files are fetched, and nothing of who fetches them.
        const answering = ask(`${host}${path}`, {
          headers,
          signal: AbortSignal.any([signal, ending.signal]),
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          cache: 'no-store',
        });
        const response = await wait(answering);
        const answered = response.url === '' ? host : new URL(response.url).origin;
        return answerOf(response, wait, (bytes) => log?.({ ...entry, answered, status: response.status, bytes }));
      } catch (error) {
        log?.({ ...entry, answered: null, status: 0, bytes: 0 });
        signal.throwIfAborted();
        throw downloadFailure('unreachable', { asked }, error);
      }
    },
  };
}

function answerOf(
  response: Response,
  wait: <T>(waited: Promise<T>) => Promise<T>,
  over: (bytes: number) => void,
): HostResponse {
  return {
    status: response.status,
    ok: response.ok,
    header: (name) => response.headers.get(name),
    isHtml: /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(response.headers.get('content-type') ?? ''),
    async *body() {
      const reader = response.body?.getReader();
      let bytes = 0;
      try {
        for (;;) {
          const { done, value } = reader ? await wait(reader.read()) : { done: true };
          if (done || !value) return;
          bytes += value.length;
          yield value;
        }
      } finally {
        over(bytes);
        // A body that has failed cannot be cancelled; its failure is what the caller gets.
        await reader?.cancel().catch(() => undefined);
      }
    },
    drop: async () => {
      over(0);
      await response.body?.cancel().catch(() => undefined);
    },
  };
}

/** Larger ones are neither a list of files nor a configuration. */
const MAX_BYTES = 20_000_000;

/** All of a small body. @throws {HitrateError} where it is too large, or the line is cut */
export async function readWhole(answer: HostResponse, asked: FileRequest): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const body = (await requireOk(answer, asked)).body();
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > MAX_BYTES) throw downloadFailure('no-hub', { asked });
      chunks.push(chunk);
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw downloadFailure('unreachable', { asked }, error);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
