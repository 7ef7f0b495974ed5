import type { Observed } from '../../contract/privacy';
import { observeRequests } from './observe';
import type { RequestRecord } from './record';

/** Marks a message that tells what was asked for. */
const OBSERVED = 'hitrate-observed';

interface Told {
  readonly [OBSERVED]: Observed;
}

/** In a worker: tells the page every request of the worker, and every one that was refused. @returns as {@link observeRequests} */
export function tellRequests(): () => void {
  return observeRequests((observed) => self.postMessage({ [OBSERVED]: observed } satisfies Told));
}

/** The part of a service worker's clients that is used here: this file is read by the page too, which has no such type. */
interface Pages {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Pick<Worker, 'postMessage'>[]>;
}

/** In the service worker, which serves several pages: tells all of them. */
export function tellPages(clients: Pages): void {
  observeRequests((observed) => {
    void clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => {
      for (const page of pages) page.postMessage({ [OBSERVED]: observed } satisfies Told);
    });
  });
}

/**
 * In the page: keeps what a worker, or the container of the service worker, tells. In a worker that has started another:
 * tells it on.
 */
export function hearRequests(from: EventTarget, by: string, record: RequestRecord): void {
  from.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<unknown>;
    if (typeof data !== 'object' || data === null || !(OBSERVED in data)) return;
    if ('document' in globalThis) record.add(by, (data as Told)[OBSERVED]);
    else self.postMessage(data);
  });
}
