import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, headersAt, securityHeaders } from '../../../../src/adapters/offline/headers.js';

const HUB = 'https://huggingface.co https://*.huggingface.co https://hf.co https://*.hf.co';
const policyOf = (headers: Record<string, string>) => headers['Content-Security-Policy']!;

/** The directives of a policy, as a browser reads them: the first of a name counts. */
function directives(policy: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    if (!found.has(name)) found.set(name, sources.join(' '));
  }
  return found;
}

const documents = directives(policyOf(securityHeaders()));
const airlock = directives(policyOf(securityHeaders({ path: 'airlock.html' })));

describe('the policy of the page that holds documents', () => {
  it('lets it and its workers reach this origin alone', () => {
    expect(documents.get('connect-src')).toBe("'self'");
    expect(documents.get('default-src')).toBe("'none'");
    expect(documents.get('worker-src')).toBe("'self'");
  });

  it.each([
    'index.html',
    '',
    'service-worker.js',
    'airlock.html/',
    'airlock.html/index.html',
    'x/airlock.html',
    'index.html/airlock',
    'airlock.html.js',
    'assets/airlock-abc.js',
  ])('is what %j gets, whatever the query says', (path) => {
    const search = '?mirror=https://models.example.org&via=https://cdn.example.org';
    expect(policyOf(securityHeaders({ path, search }))).toBe(policyOf(securityHeaders()));
  });

  it('is the same whether a query is known or not', () => {
    expect(contentSecurityPolicy({ page: 'documents', search: null })).toBe(contentSecurityPolicy());
  });
});

describe('the policy of the airlock', () => {
  it('reaches the host of models and its redirect hosts, runs no WASM and starts no worker', () => {
    expect(airlock.get('connect-src')).toBe(`'self' ${HUB}`);
    expect(airlock.get('default-src')).toBe("'none'");
    expect(airlock.get('script-src')).toBe("'self'");
    expect(airlock.get('worker-src')).toBe("'none'");
    expect(airlock.get('form-action')).toBe("'none'");
    expect(airlock.get('frame-ancestors')).toBe("'none'");
  });

  it('adds a mirror and where that redirects to, and changes nothing else', () => {
    const search = '?repo=a/b&mirror=https://models.example.org:8443&via=https://cdn.example.org';
    const { 'connect-src': reached, ...rest } = Object.fromEntries(
      directives(policyOf(securityHeaders({ path: 'airlock', search }))),
    );
    expect(reached).toBe(`'self' ${HUB} https://models.example.org:8443 https://cdn.example.org`);
    const { 'connect-src': _, ...others } = Object.fromEntries(airlock);
    expect(rest).toEqual(others);
  });

  it.each([
    '?mirror=*',
    '?mirror=https://*.example.org',
    '?mirror=http://models.example.org',
    '?mirror=https://a.example.org;script-src%20*',
    '?mirror=https://a.example.org%3B%20worker-src%20*',
    '?mirror=https://a.example.org%20https://b.example.org',
    '?mirror=https://a.example.org%0d%0aSet-Cookie:%20x',
    '?mirror=data:&via=blob:',
    "?via='unsafe-inline'",
    '?via=https://a.example.org,*',
    '?connect-src=*&mirror[]=https://a.example.org',
    '?%6Dirror=%00',
    '?mirror',
  ])('is the plain one for the hostile query %s', (search) => {
    const headers = securityHeaders({ path: 'airlock.html', search });
    expect(policyOf(headers)).toBe(policyOf(securityHeaders({ path: 'airlock.html' })));
    for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]+$/);
  });

  it('leaves room, in the built page, for any mirror that an address may name, and for nothing more', () => {
    const built = directives(contentSecurityPolicy({ page: 'airlock', search: null, meta: true }));
    expect(built.get('connect-src')).toBe("'self' https: http://localhost:* http://127.0.0.1:*");
    expect(built.has('frame-ancestors')).toBe(false);
    expect(built.get('script-src')).toBe("'self'");
  });
});

describe('headersAt', () => {
  const root = 'https://example.org/some/where/';

  it('tells the airlock by where it lies below the app', () => {
    const search = '?mirror=https://models.example.org';
    expect(headersAt(root, `${root}airlock.html${search}#x`)).toEqual(
      securityHeaders({ path: 'airlock.html', search }),
    );
    expect(headersAt(root, `${root}airlock${search}`)).toEqual(securityHeaders({ path: 'airlock', search }));
  });

  it.each([
    root,
    `${root}index.html?mirror=https://models.example.org`,
    `${root}assets/airlock.html`,
    'https://example.org/airlock.html',
    'https://example.org/some/airlock.html',
    'https://elsewhere.example.org/some/where/airlock.html',
  ])('gives %s the policy of documents', (address) => {
    expect(headersAt(root, address)).toEqual(securityHeaders());
  });
});
