import { wrap, proxy } from 'comlink';
import { HitrateError } from '../../contract/errors';
import { joined, onDeath, parted, READY } from './parts';
import type { WorkerPort } from '../../contract/workers';
import { pageRecord } from '../requests/record';
import { hearRequests } from '../requests/observe';
import { startRelayed, installErrorTransfer } from './page-workers';

export interface Remote {
  [method: string]: (...args: unknown[]) => Promise<unknown>;
}

/** How long a worker may take to load its scripts: far more than a slow line needs. */
const START_LIMIT_MS = 60_000;

export class WorkerSession {
  readonly ready: Promise<Remote>;
  readonly over: Promise<never>;
  calls = 0;
  leaving = false;
  #ended = false;
  #reject!: (reason: HitrateError) => void;
  readonly #deadline: ReturnType<typeof setTimeout>;

  constructor(
    readonly name: string,
    private readonly worker: Worker,
  ) {
    this.over = new Promise((_, reject) => (this.#reject = reject));
    this.over.catch(() => undefined);
    this.#deadline = setTimeout(() => this.#fail('late'), START_LIMIT_MS);
    this.ready = this.#whenReady();
    worker.addEventListener('error', ({ message }) => this.#fail('failed', message));
    worker.addEventListener('messageerror', () => this.#fail('unreadable'));
    onDeath(worker, () => this.#fail('gone'));
  }

  get ended(): boolean {
    return this.#ended;
  }

  end(reason: HitrateError): void {
    this.#ended = true;
    clearTimeout(this.#deadline);
    this.#reject(reason);
    this.worker.terminate();
  }

  #fail(why: 'late' | 'failed' | 'unreadable' | 'gone', reason = ''): void {
    this.end(new HitrateError('worker-failed', { worker: this.name, why, ...(reason !== '' && { reason }) }));
  }

  #whenReady(): Promise<Remote> {
    return new Promise((resolve) => {
      this.worker.addEventListener('message', ({ data }) => {
        if (data !== READY) return;
        clearTimeout(this.#deadline);
        resolve(wrap(this.worker) as unknown as Remote);
      });
    });
  }
}

/** Ended by {@link WorkerPort.release} once calls are back, or at once by an abort; a failure rejects its calls. */
export function workerPort<Api extends object>(name: string, spawn: () => Worker): WorkerPort<Api> {
  let session: WorkerSession | null = null;

  function end(ending: WorkerSession, why: 'stopped' | 'released'): void {
    if (session === ending) session = null;
    ending.end(new HitrateError('worker-failed', { worker: name, why }));
  }

  async function call(method: string, signal: AbortSignal | undefined, args: unknown[]): Promise<unknown> {
    signal?.throwIfAborted();
    const current = (session ??= start(name, spawn));
    const aborted = whenAborted(signal, () => end(current, 'stopped'));
    current.calls++;
    try {
      const remote = await Promise.race([current.ready, current.over, aborted.promise]);
      const answer = remote[method]!(...args.map(outgoing)).then(joined);
      return await Promise.race([answer, current.over, aborted.promise]);
    } catch (error) {
      // What has ended is not called again. Whoever called it last may rely on what it held, so that one call fails.
      if (current.ended && session === current) session = null;
      throw error;
    } finally {
      aborted.forget();
      if (--current.calls === 0 && current.leaving) end(current, 'released');
    }
  }

  return {
    release() {
      if (!session) return;
      if (session.calls === 0) end(session, 'released');
      else session.leaving = true;
    },
    with: (signal) =>
      new Proxy({} as Api, {
        get:
          (_, method) =>
          (...args: unknown[]) =>
            call(String(method), signal, args),
      }),
  };
}

function outgoing(value: unknown): unknown {
  return typeof value === 'function' ? proxy(value) : parted(value);
}

function whenAborted(signal: AbortSignal | undefined, end: () => void) {
  let onAbort = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(signal?.reason as Error);
      end();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  promise.catch(() => undefined);
  return { promise, forget: () => signal?.removeEventListener('abort', onAbort) };
}

const running = new Set<WorkerSession>();

/** Ends all workers of the page at once. Calls that wait for them reject. */
export function endWorkers(): void {
  for (const session of running)
    session.end(new HitrateError('worker-failed', { worker: session.name, why: 'released' }));
}

function start(name: string, spawn: () => Worker): WorkerSession {
  installErrorTransfer();
  const worker = spawn();
  const endRelayed = startRelayed(worker);
  hearRequests(worker, name, pageRecord);
  const session = new WorkerSession(name, worker);
  running.add(session);
  session.over.catch(() => {
    running.delete(session);
    endRelayed();
  });
  return session;
}
