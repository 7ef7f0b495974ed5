import { groupBy } from '../../base/containers';
import type { ObservedBy } from '../../contract/privacy';

interface Counted {
  readonly count: number;
  readonly bytes: number;
}

export interface Refused {
  readonly what: string;
  readonly directive: string;
  readonly by: string;
  readonly count: number;
}

export type RequestSummary = ReturnType<typeof summarise>;

/** Groups requests by origin, without `data:` and `blob:`, which reach no network. @param origin of the page */
export function summarise(observed: readonly ObservedBy[], origin: string) {
  const asked = observed.flatMap(({ by, requests }) =>
    requests
      .filter(({ url }) => !/^(data|blob):/i.test(url))
      .map(({ url, bytes }) => ({ by, bytes, origin: originOf(url) })),
  );
  const own = asked.filter((request) => request.origin === origin);
  const others = groupBy(
    asked.filter((request) => request.origin !== origin),
    (request) => request.origin,
  );
  return {
    own: counted(own),
    ownBy: [...groupBy(own, ({ by }) => by)].map(([by, requests]) => ({ by, ...counted(requests) })),
    elsewhere: [...others].map(([to, requests]) => ({
      origin: to,
      by: [...new Set(requests.map(({ by }) => by))],
      ...counted(requests),
    })),
    refused: observed.flatMap(refusedOf),
    /** Requests that the browser had no room to report. */
    missed: observed.reduce((sum, { missed }) => sum + missed, 0),
  };
}

/** Addresses without an origin, as of browser extensions, keep scheme and host. */
function originOf(url: string): string {
  const { origin, protocol, host } = new URL(url);
  return origin === 'null' ? `${protocol}//${host}` : origin;
}

const counted = (requests: readonly { readonly bytes: number }[]): Counted => ({
  count: requests.length,
  bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0),
});

function refusedOf({ by, refused }: ObservedBy): Refused[] {
  const same = groupBy(refused, ({ what, directive }) => JSON.stringify([what, directive]));
  return [...same.values()].map((attempts) => ({ ...attempts[0]!, by, count: attempts.length }));
}
