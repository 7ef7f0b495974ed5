import { expose } from 'comlink';
import { tellRequests } from '../requests/wire';
import { holdLife } from './life';
import { relayedWorkers } from './page-workers';
import { joined, parted } from './parts';
import { installErrorTransfer } from './wire';

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
