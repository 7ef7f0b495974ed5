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
