import type { Observed } from '../../contract/privacy';
import { observeRequests } from './observe';
import type { RequestRecord } from './record';

/** Marks a message with requests. */
const OBSERVED = 'hitrate-observed';

interface Message {
  readonly [OBSERVED]: Observed;
}

/** In a worker: reports its requests to the page. @returns as {@link observeRequests} */
export function tellRequests(): () => void {
  return observeRequests((observed) => self.postMessage({ [OBSERVED]: observed } satisfies Message));
}

/** The part of a service worker's clients that is used here: this file is read by the page too, which has no such type. */
interface Pages {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Pick<Worker, 'postMessage'>[]>;
}

/** In the service worker: reports to all of its pages. */
export function tellPages(clients: Pages): void {
  observeRequests((observed) => {
    void clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => {
      for (const page of pages) page.postMessage({ [OBSERVED]: observed } satisfies Message);
    });
  });
}

/** In the page: records what a worker, or the service worker's container, reports. In a worker within: passes it on. */
export function hearRequests(from: EventTarget, by: string, record: RequestRecord): void {
  from.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<unknown>;
    if (typeof data !== 'object' || data === null || !(OBSERVED in data)) return;
    if ('document' in globalThis) record.add(by, (data as Message)[OBSERVED]);
    else self.postMessage(data);
  });
}
