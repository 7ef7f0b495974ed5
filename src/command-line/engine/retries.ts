import type { Json } from '../../base/types';
import { EngineFailure } from './failure';
import type { EngineRequest, Transport } from './types';

/** How long to wait, in milliseconds; ends early by the signal. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const TRIES = 6;
const FIRST_MS = 500;
const MOST_MS = 30_000;

/** Doubles from half a second on, unless the engine says how long. @param failed how often it failed so far, from 1 */
export const waitAfter = ({ retryAfterSeconds }: EngineFailure, failed: number): number =>
  retryAfterSeconds === null
    ? Math.min(MOST_MS, FIRST_MS * 2 ** (failed - 1))
    : Math.min(10 * MOST_MS, retryAfterSeconds * 1000);

/** Sends again what may succeed later: every request of a {@link Transport} here can be sent twice without harm. */
export function withRetries(
  transport: Transport,
  wait: Wait,
  onRetry: (failure: EngineFailure, milliseconds: number) => void,
): Transport {
  const send = async (request: EngineRequest, signal: AbortSignal): Promise<Json> => {
    for (let failed = 1; ; failed++) {
      signal.throwIfAborted();
      try {
        return await transport.send(request, signal);
      } catch (error) {
        if (!(error instanceof EngineFailure) || !error.passes || failed === TRIES || signal.aborted) throw error;
        const milliseconds = waitAfter(error, failed);
        onRetry(error, milliseconds);
        await wait(milliseconds, signal);
      }
    }
  };
  return { send, close: () => transport.close() };
}

export const waitFor: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
