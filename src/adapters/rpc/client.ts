import { proxy, releaseProxy, type Remote, wrap } from 'comlink';
import { HitrateError } from '../../contract/errors';
import type { WorkerPort } from '../../contract/worker';
import { moved, READY } from './serve';
import { installErrorTransfer } from './wire';

interface Running {
  readonly worker: Worker;
  readonly remote: Record<string, (...args: unknown[]) => Promise<unknown>>;
  /** Rejects when the worker dies. */
  readonly crashed: Promise<never>;
}

/**
 * A worker that is started at the first call, ended by {@link WorkerPort.release} or by an abort in mid-call, and
 * started anew at the next call. One that fails to start, or dies, rejects the calls that wanted it: nothing hangs.
 *
 * @param spawn makes the worker; `name` is for messages
 */
export function workerPort<Api extends object>(name: string, spawn: () => Worker): WorkerPort<Api> {
  let running: Promise<Running> | null = null;

  function release(): void {
    const ending = running;
    running = null;
    ending?.then(
      ({ worker, remote }) => {
        (remote as unknown as Remote<object> & { [releaseProxy](): void })[releaseProxy]();
        worker.terminate();
      },
      () => undefined,
    );
  }

  async function call(method: string, signal: AbortSignal | undefined, args: unknown[]): Promise<unknown> {
    signal?.throwIfAborted();
    const current = (running ??= start(name, spawn));
    current.catch(() => {
      if (running === current) running = null;
    });
    const aborted = whenAborted(signal, release);
    try {
      const { remote, crashed } = await Promise.race([current, aborted.promise]);
      return await Promise.race([remote[method]!(...args.map(outgoing)), crashed, aborted.promise]);
    } catch (error) {
      if (error instanceof HitrateError && error.code === 'worker-failed') release();
      throw error;
    } finally {
      aborted.forget();
    }
  }

  return {
    release,
    with: (signal) =>
      new Proxy({} as Api, {
        get:
          (_, method) =>
          (...args: unknown[]) =>
            call(String(method), signal, args),
      }),
  };
}

/** Callbacks are called across the boundary; typed arrays of an input are moved, not copied. */
function outgoing(value: unknown): unknown {
  return typeof value === 'function' ? proxy(value) : moved(value);
}

function whenAborted(signal: AbortSignal | undefined, release: () => void) {
  let onAbort = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => {
      release();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  promise.catch(() => undefined);
  return { promise, forget: () => signal?.removeEventListener('abort', onAbort) };
}

async function start(name: string, spawn: () => Worker): Promise<Running> {
  installErrorTransfer();
  const worker = spawn();
  const crashed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      const reason = event.message || 'its script could not be loaded';
      reject(new HitrateError('worker-failed', `The ${name} worker failed: ${reason}. Reload the page and try again.`));
    });
  });
  crashed.catch(() => undefined);
  const ready = new Promise<void>((resolve) => {
    worker.addEventListener('message', ({ data }) => data === READY && resolve());
  });
  try {
    await Promise.race([ready, crashed]);
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return { worker, remote: wrap(worker) as unknown as Running['remote'], crashed };
}
