import { contentSecurityPolicy } from '../adapters/offline/headers.js';
import { originOf, reachableHosts, readHosts } from '../adapters/offline/model-hosts.js';
import type { AirlockPlace, AirlockTarget } from '../ui/airlock/port';

/** Query of the page that a person sent the form for; of this tab alone, so that no link can send it. */
const BEGIN = 'hitrate-airlock-begin';

export function placeOf(location: Location, session: Storage): AirlockPlace {
  const { search } = location;
  const query = new URLSearchParams(search);
  const begin = session.getItem(BEGIN) === search && search !== '';
  session.removeItem(BEGIN);
  return {
    repository: query.get('repo') ?? '',
    revision: query.get('revision') ?? 'main',
    ...readHosts(search),
    reachable: reachableHosts(search),
    policy: contentSecurityPolicy({ page: 'airlock', search }),
    begin,
    // Beyond ASCII a host has another name in addresses, which is what a policy takes.
    originOf: (text) => originOf(URL.canParse(text) ? new URL(text).href : text),
    addressOf,
    go(target) {
      const address = addressOf(target);
      session.setItem(BEGIN, address);
      location.assign(address);
    },
  };
}

function addressOf({ repository, revision, mirror, via }: AirlockTarget): string {
  const query = new URLSearchParams({ repo: repository, revision });
  if (mirror !== null) query.set('mirror', mirror);
  for (const host of via) query.append('via', host);
  return `?${query}`;
}
