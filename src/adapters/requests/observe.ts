import type { Observed, RefusedRequest, SeenRequest } from '../../contract/privacy';

/**
 * Tells every request that the browser reports of this script's world, those before the call too, and every attempt that
 * the policy refused. For pages and workers alike.
 *
 * @returns tells at once what the browser has not delivered yet, for a worker that may be ended at any time
 */
export function observeRequests(tell: (observed: Observed) => void): () => void {
  const flush = observeTiming('resource', tell);
  // The page itself is a request too; a worker's script is reported by whoever started it.
  observeTiming('navigation', tell);
  // A page hears it at its document, from where it bubbles; a worker at its own scope.
  globalThis.addEventListener('securitypolicyviolation', (violation) => {
    // The worlds of pages and workers name its type differently.
    const event = violation as SecurityPolicyViolationEvent;
    if (event.disposition === 'enforce') tell({ requests: [], refused: [refusedBy(event)], missed: 0 });
  });
  return flush;
}

function observeTiming(type: string, tell: (observed: Observed) => void): () => void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return () => undefined;
  const told = (entries: PerformanceEntryList, missed: number): void =>
    tell({ requests: (entries as PerformanceResourceTiming[]).map(seen), refused: [], missed });
  const observer = new PerformanceObserver((list, _, { droppedEntriesCount = 0 } = {}) =>
    told(list.getEntries(), droppedEntriesCount),
  );
  observer.observe({ type, buffered: true });
  return () => {
    const entries = observer.takeRecords();
    if (entries.length > 0) told(entries, 0);
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
