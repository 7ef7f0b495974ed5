export interface RefusedAccess {
  /** Requested origin; a browser does not say where that redirected. */
  readonly asked: string;
  /** `address`: the page's own policy, as its address lacks that host. `server`: a narrower one from the server. */
  readonly by: 'address' | 'server';
}

/** @param reachable sources that the page's own policy names */
export function refusalOf(
  event: Pick<SecurityPolicyViolationEvent, 'effectiveDirective' | 'disposition' | 'blockedURI' | 'originalPolicy'>,
  reachable: readonly string[],
): RefusedAccess | null {
  if (event.effectiveDirective !== 'connect-src' || event.disposition !== 'enforce') return null;
  const asked = URL.canParse(event.blockedURI) ? new URL(event.blockedURI).origin : event.blockedURI;
  const connect = event.originalPolicy.split(';').find((part) => part.trim().startsWith('connect-src')) ?? '';
  const sources = connect.trim().split(/\s+/);
  // The built page's own element names every https host.
  const own = sources.includes('https:') || reachable.every((host) => sources.includes(host));
  return { asked, by: own ? 'address' : 'server' };
}
