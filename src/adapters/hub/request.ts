import { type DownloadData, type DownloadProblem, type FileRequest, HitrateError } from '../../contract/errors';
import type { LogEntry } from '../model-store/schema';

/** Nothing has come from a host for too long, which counts as a line that was cut. */
export class Stalled extends TypeError {
  constructor(readonly milliseconds: number) {
    super(`Nothing has come for ${milliseconds / 1000} seconds.`);
  }
}

/** What is waited for, where it comes in time. @param end ends what was waited for @throws {Stalled} */
async function inTime<T>(waited: Promise<T>, milliseconds: number, end: (why: Stalled) => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const why = new Stalled(milliseconds);
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

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

export const downloadFailure = <Code extends keyof DownloadData>(
  code: Code,
  data: DownloadData[Code],
  cause?: unknown,
): HitrateError => new HitrateError('download-failed', { code, data } as DownloadProblem, { cause });

/** For an answer of unsuccessful status. @param code the hub's `X-Error-Code`; null where it gives none */
export function statusFailure(asked: FileRequest, status: number, code: string | null): HitrateError {
  if (code === 'GatedRepo') return downloadFailure('gated', { asked, status });
  if (code === 'RepoNotFound') return downloadFailure('no-repository-there', { asked, status });
  if (status === 404) {
    if (code === 'RevisionNotFound') return downloadFailure('no-revision', { asked, status });
    return downloadFailure(asked.path === null ? 'no-repository-or-revision' : 'no-file', { asked, status });
  }
  if (status === 401 || status === 403) return downloadFailure('refused', { asked, status });
  return downloadFailure(status === 429 ? 'too-many-requests' : 'status', { asked, status });
}

const networkFailure = (asked: FileRequest, cause: unknown): HitrateError =>
  downloadFailure('unreachable', { asked, stalled: cause instanceof Stalled ? cause.milliseconds : null }, cause);

/** Whether nothing was answered: no connection, or refused by the browser. */
export const isUnanswered = (error: unknown): error is HitrateError =>
  error instanceof HitrateError && error.code === 'download-failed' && error.cause instanceof TypeError;

export interface Requests {
  readonly host: string;
  readonly pauses: readonly number[];
  /** @param path from the host's root, with its query @throws {HitrateError} where nothing was answered */
  get(asked: FileRequest, path: string, options?: RequestOptions): Promise<HostResponse>;
}

interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'HEAD';
}

/** An answer whose body is read once, or dropped: the request is in the log when that is over. */
export interface HostResponse {
  readonly status: number;
  readonly ok: boolean;
  header(name: string): string | null;
  readonly isHtml: boolean;
  body(): AsyncGenerator<Uint8Array>;
  drop(): Promise<void>;
}

export interface RequestsOptions {
  readonly fetch?: typeof fetch;
  /** Called with every request once it is over. The airlock writes it to the log: `writeLog` of the model store. */
  readonly log?: (entry: LogEntry) => void;
  /** Milliseconds before the second and the third attempt after the line was cut. */
  readonly pauses?: readonly number[];
  /** Milliseconds without a byte after which a line counts as cut. */
  readonly patience?: number;
}

const PAUSES_MS = [1000, 4000];
const PATIENCE_MS = 60_000;

export function createRequests(host: string, options: RequestsOptions): Requests {
  const { fetch: ask = fetch.bind(globalThis), log, pauses = PAUSES_MS, patience = PATIENCE_MS } = options;
  const noted = (path: string) => ({ when: Date.now(), asked: new URL(host).origin, path: path.replace(/\?.*$/s, '') });
  return {
    host,
    pauses,
    async get(asked, path, { signal, headers = {}, method = 'GET' } = {}) {
      const entry = noted(path);
      const policy = watchPolicy();
      const ending = new AbortController();
      const wait = <T>(waited: Promise<T>): Promise<T> => inTime(waited, patience, (why) => ending.abort(why));
      try {
        // No cookies: the host learns which files are fetched, and nothing of who fetches them.
        const answering = ask(`${host}${path}`, {
          method,
          headers,
          signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          cache: 'no-store',
        });
        const response = await wait(answering);
        const answered = response.url === '' ? entry.asked : new URL(response.url).origin;
        return answerOf(response, wait, (bytes) => log?.({ ...entry, answered, status: response.status, bytes }));
      } catch (error) {
        log?.({ ...entry, answered: null, status: 0, bytes: 0 });
        signal?.throwIfAborted();
        const directive = await policy.refusal();
        throw directive === null
          ? networkFailure(asked, error)
          : downloadFailure('policy', { asked, directive }, error);
      } finally {
        policy.end();
      }
    },
  };
}

const REPORTED_WITHIN_MS = 50;

/** Distinguishes requests that the page's policy refused from other failures (they look alike); begun before them. */
function watchPolicy() {
  let refused: string | null = null;
  const onViolation = (event: Event): void => {
    refused = (event as SecurityPolicyViolationEvent).effectiveDirective;
  };
  // Node has no such events, and no policy.
  const isWatched = typeof globalThis.addEventListener === 'function';
  if (isWatched) globalThis.addEventListener('securitypolicyviolation', onViolation);
  return {
    refusal: async (): Promise<string | null> => {
      if (isWatched && refused === null) await new Promise((resolve) => setTimeout(resolve, REPORTED_WITHIN_MS));
      return refused;
    },
    end: (): void => {
      if (isWatched) globalThis.removeEventListener('securitypolicyviolation', onViolation);
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

/** All of a small body. @throws {HitrateError} past the limit, on an unsuccessful status, a web page or a cut line */
export async function readWhole(answer: HostResponse, asked: FileRequest, maxBytes: number): Promise<Uint8Array> {
  if (!answer.ok || answer.isHtml) {
    await answer.drop();
    throw answer.ok
      ? downloadFailure('web-page', { asked })
      : statusFailure(asked, answer.status, answer.header('x-error-code'));
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body = answer.body();
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > maxBytes) throw downloadFailure('size', { asked, expected: maxBytes, got: null });
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof TypeError) throw networkFailure(asked, error);
    throw error;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

export const fileAddress = (repository: string, revision: string, path: string): string =>
  `/${repository}/resolve/${encodeURIComponent(revision)}/${path.split('/').map(encodeURIComponent).join('/')}`;
