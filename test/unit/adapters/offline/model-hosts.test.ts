import { describe, expect, it } from 'vitest';
import { MODEL_HOST, originOf, reachableHosts, readHosts } from '../../../../src/adapters/offline/model-hosts.js';

describe('originOf', () => {
  it.each([
    ['https://models.example.org', 'https://models.example.org'],
    ['https://models.example.org/', 'https://models.example.org'],
    ['HTTPS://Models.Example.org:443', 'https://models.example.org'],
    ['https://models.example.org:8443', 'https://models.example.org:8443'],
    ['https://10.0.0.7', 'https://10.0.0.7'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
  ])('takes %s as %s', (text, origin) => expect(originOf(text)).toBe(origin));

  it.each([
    '',
    '*',
    'https://*.example.org',
    'http://models.example.org',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    'javascript:alert(1)',
    'blob:https://models.example.org/1',
    '//models.example.org',
    'https://models.example.org/path',
    'https://models.example.org#x',
    'https://person:word@models.example.org',
    'https://models.example.org https://elsewhere.example.org',
    'https://models.example.org;script-src *',
    "https://models.example.org'unsafe-inline'",
    'https://models.example.org\r\nX-Other: 1',
    ' https://models.example.org',
    'https:\\\\models.example.org',
    'https://models.example.org:99999',
    'https://models..example.org',
    'https://example.org.',
    'https://mod%65ls.example.org',
    'https://modèles.example.org',
    'https://[::1]',
    'https://999.999.999.999',
    `https://${'a'.repeat(250)}.org`,
  ])('refuses %j', (text) => expect(originOf(text)).toBeNull());
});

describe('readHosts', () => {
  it('asks the usual host where no mirror is named', () => {
    expect(readHosts('')).toEqual({ host: MODEL_HOST, mirror: null, via: [], refused: [] });
    expect(readHosts('?mirror=&via=&repo=a/b')).toEqual({ host: MODEL_HOST, mirror: null, via: [], refused: [] });
  });

  it('reads a mirror and where it redirects to', () => {
    const search = '?mirror=https%3A%2F%2Fa.example.org&via=https://b.example.org&via=https://c.example.org/';
    expect(readHosts(search)).toEqual({
      host: 'https://a.example.org',
      mirror: 'https://a.example.org',
      via: ['https://b.example.org', 'https://c.example.org'],
      refused: [],
    });
  });

  it('tells what it refuses, and takes no second mirror for a first that is refused', () => {
    const search = '?mirror=http://a.example.org&mirror=https://b.example.org&via=*&via=https://c.example.org';
    expect(readHosts(search)).toEqual({
      host: MODEL_HOST,
      mirror: null,
      via: ['https://c.example.org'],
      refused: ['http://a.example.org', '*'],
    });
  });

  it('takes eight hosts of redirects and refuses the rest', () => {
    const query = new URLSearchParams(Array.from({ length: 9 }, (_, i) => ['via', `https://${i}.example.org`]));
    const { via, refused } = readHosts(`?${query}`);
    expect(via).toHaveLength(8);
    expect(refused).toEqual(['https://8.example.org']);
  });
});

it('reachableHosts names each host once', () => {
  const search = '?mirror=https://huggingface.co&via=https://a.example.org&via=https://a.example.org';
  expect(reachableHosts(search)).toEqual([
    'https://huggingface.co',
    'https://*.huggingface.co',
    'https://hf.co',
    'https://*.hf.co',
    'https://a.example.org',
  ]);
});
