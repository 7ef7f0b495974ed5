import { expose, transfer } from 'comlink';
import { tellRequests } from '../privacy/wire';
import { holdLife } from './life';
import { installErrorTransfer } from './wire';

/** Told to the page once a worker can be called, which tells a slow start from a failed one. */
export const READY = 'hitrate-worker-ready';

/**
 * Serves an object from a worker, and tells the page what the worker asks the network for. Typed arrays at the top level
 * of a result are moved to the page, not copied. A call that cannot be read fails the worker, since nothing answers it.
 *
 * @param api methods of at most one input, then callbacks
 */
export function serve(api: object): void {
  const flushRequests = tellRequests();
  installErrorTransfer();
  const methods = Object.entries(api as Record<string, (...args: unknown[]) => unknown>).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return moved(await method(...args));
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

/** Marks the buffers of a value's own typed arrays to be moved, not copied, when it is sent. */
export function moved<T>(value: T): T {
  const buffers = buffersOf(value);
  return buffers.length > 0 ? (transfer(value as object, buffers) as T) : value;
}

/** Buffers that a value's own fields are views of, each once. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  const buffers = Object.values(value)
    .filter((field) => ArrayBuffer.isView(field))
    .map((view) => view.buffer)
    .filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer);
  return [...new Set(buffers)];
}
