import { expose } from 'comlink';
import { tellRequests } from '../requests/observe';
import { relayedWorkers, installErrorTransfer } from './page-workers';
import { joined, parted } from './parts';

/** Marks a message that names the lock of a worker's life. */
export const LIFE = 'hitrate-worker-life';

interface LifeMessage {
  readonly [LIFE]: string;
}

/**
 * In a worker: takes a lock that it never gives back, and names it to whoever started the worker. The browser frees the
 * lock when the worker is gone, for whatever reason: a crash, `close()`, a termination. A heartbeat would take a worker in
 * a long computation for a dead one. Without TLS there are no locks, and no death is noticed.
 *
 * @returns resolves when the lock is held, or cannot be
 */
export function holdLife(): Promise<void> {
  // Absent on pages without TLS.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return Promise.resolve();
  const name = `${LIFE}-${crypto.randomUUID()}`;
  return new Promise((resolve) => {
    const held = (): Promise<never> => {
      self.postMessage({ [LIFE]: name } satisfies LifeMessage);
      resolve();
      return new Promise(() => undefined);
    };
    // Refused where the browser lets the page keep nothing.
    locks.request(name, held).catch(() => resolve());
  });
}

/** Calls back when a worker that holds its life is gone, ended on purpose or not. For whoever starts workers. */
export function onDeath(worker: Worker, listener: () => void): void {
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !(LIFE in data)) return;
    void navigator.locks.request((data as LifeMessage)[LIFE], listener);
  });
}

/** Sent to the page once a worker can be called, which distinguishes a slow start from a failed one. */
export const READY = 'hitrate-worker-ready';

/**
 * Serves an object from a worker, and reports the worker's requests to the page. Typed arrays at the top level
 * of a result are moved to the page, not copied; long lists cross in parts. A call that cannot be read fails the worker,
 * since nothing answers it.
 *
 * @param api methods of at most one input, then callbacks
 */
export function serve(api: object): void {
  // Before anyone hears messages of the page.
  if (navigator.userAgent.includes('Firefox/'))
    self.Worker = relayedWorkers(self as unknown as Worker, self.location.href);
  const flushRequests = tellRequests();
  installErrorTransfer();
  const methods = Object.entries(api as Record<string, (...args: unknown[]) => unknown>).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return parted(await method(...(await Promise.all(args.map(joined)))));
      } finally {
        // The page may end the worker once it has the answer.
        flushRequests();
      }
    },
  ]);
  expose(Object.fromEntries(methods));
  self.addEventListener('messageerror', () => reportError(new Error('a call could not be read')));
  // Who calls from then on hears of its death.
  void holdLife().then(() => self.postMessage(READY));
}
