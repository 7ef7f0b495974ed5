import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../../../src/adapters/offline/headers.js';
import { reachableHosts } from '../../../../src/adapters/offline/model-hosts.js';
import { refusalOf } from '../../../../src/ui/airlock/refusals';

const search = '?mirror=https://models.example.org';
const reachable = reachableHosts(search);
const event = (originalPolicy: string, fields: object = {}) =>
  ({
    effectiveDirective: 'connect-src',
    disposition: 'enforce' as const,
    blockedURI: 'https://models.example.org/a/b/resolve/main/config.json',
    originalPolicy,
    ...fields,
  }) as const;

describe('refusalOf', () => {
  it('tells the policy of the server from the one that goes by the address', () => {
    const asked = 'https://models.example.org';
    expect(refusalOf(event(contentSecurityPolicy()), reachable)).toEqual({ asked, by: 'server' });
    const other = contentSecurityPolicy({ page: 'airlock', search: '' });
    expect(refusalOf(event(other), reachable), 'that of another address').toEqual({ asked, by: 'server' });
    const own = contentSecurityPolicy({ page: 'airlock', search });
    expect(refusalOf(event(own), reachable)).toEqual({ asked, by: 'address' });
    const built = contentSecurityPolicy({ page: 'airlock', search: null, meta: true });
    expect(refusalOf(event(built), reachable)).toEqual({ asked, by: 'address' });
  });

  it('reads a policy that has no word of connections, and takes names that only begin alike for others', () => {
    expect(refusalOf(event("default-src 'self'"), reachable)?.by).toBe('server');
    const alike = contentSecurityPolicy({ page: 'airlock', search: `${search}.evil` });
    expect(refusalOf(event(alike), reachable)?.by).toBe('server');
  });

  it('passes over what is no request, and what a policy only reports', () => {
    const own = contentSecurityPolicy();
    expect(refusalOf(event(own, { effectiveDirective: 'img-src' }), reachable)).toBeNull();
    expect(refusalOf(event(own, { disposition: 'report' }), reachable)).toBeNull();
  });
});
