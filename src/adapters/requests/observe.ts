import type { Observed, RefusedRequest, SeenRequest } from '../../contract/privacy';
import type { RequestRecord } from './record';

/** @returns reports at once what the browser has not delivered yet, for a worker that may be ended at any time */
export function observeRequests(report: (observed: Observed) => void): () => void {
  const flush = observeTiming('resource', report);
  // The page itself is a request too; a worker's script is reported by whoever started it.
  observeTiming('navigation', report);
  // A page hears it at its document, from where it bubbles; a worker at its own scope.
  globalThis.addEventListener('securitypolicyviolation', (violation) => {
    // The worlds of pages and workers name its type differently.
    const event = violation as SecurityPolicyViolationEvent;
    if (event.disposition === 'enforce') report({ requests: [], refused: [refusedBy(event)], missed: 0 });
  });
  return flush;
}

function observeTiming(type: string, report: (observed: Observed) => void): () => void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return () => undefined;
  const deliver = (entries: PerformanceEntryList, missed: number): void =>
    report({ requests: (entries as PerformanceResourceTiming[]).map(seen), refused: [], missed });
  const observer = new PerformanceObserver((list, _, { droppedEntriesCount = 0 } = {}) =>
    deliver(list.getEntries(), droppedEntriesCount),
  );
  observer.observe({ type, buffered: true });
  return () => {
    const entries = observer.takeRecords();
    if (entries.length > 0) deliver(entries, 0);
  };
}

const seen = ({ name, encodedBodySize }: PerformanceResourceTiming): SeenRequest => ({
  url: name,
  bytes: encodedBodySize,
});

const refusedBy = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): RefusedRequest => ({
  what: blockedURI,
  directive: effectiveDirective,
});

const OBSERVED = 'hitrate-observed';

interface Message {
  readonly [OBSERVED]: Observed;
}

export function tellRequests(): () => void {
  return observeRequests((observed) => self.postMessage({ [OBSERVED]: observed } satisfies Message));
}

interface Pages {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Pick<Worker, 'postMessage'>[]>;
}

export function tellPages(clients: Pages): void {
  observeRequests((observed) => {
    void clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => {
      for (const page of pages) page.postMessage({ [OBSERVED]: observed } satisfies Message);
    });
  });
}

export function hearRequests(from: EventTarget, by: string, record: RequestRecord): void {
  from.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<unknown>;
    if (typeof data !== 'object' || data === null || !(OBSERVED in data)) return;
    if ('document' in globalThis) record.add(by, (data as Message)[OBSERVED]);
    else self.postMessage(data);
  });
}
