import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../../tools/serve.mjs';
import { abortMidAnswer, send, type ServerProcess, startServer, statusOf } from './raw-http';

const TEXT = 'export const words = [];\n'.repeat(500);

let above: string;
let server: ServerProcess;

beforeAll(async () => {
  above = mkdtempSync(join(tmpdir(), 'hitrate-serve-'));
  // The folder's own path holds `assets`, which must not count as the site's.
  const folder = join(above, 'assets', 'site');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(above, 'assets', 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'index.html'), '<p>here</p>');
  writeFileSync(join(folder, 'airlock.html'), '<p>airlock</p>');
  writeFileSync(join(folder, 'assets', 'script-12345678.js'), 'export {};');
  // More than the buffers of a connection hold.
  writeFileSync(join(folder, 'text.js'), TEXT);
  writeFileSync(join(folder, 'large.bin'), Buffer.alloc(16 << 20));
  server = await startServer(folder);
});

afterAll(() => {
  server.stop();
  rmSync(above, { recursive: true });
});

afterEach(async () => {
  expect(statusOf(await get('/')), 'the server still answers').toBe(200);
  expect(server.ended()).toBe(false);
});

const here = (): string => `127.0.0.1:${server.port}`;
const requestOf = (method: string, target: string, host = here(), more = ''): string =>
  `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`;
const get = (target: string, host?: string, more?: string): Promise<string> =>
  send(server.port, { bytes: requestOf('GET', target, host, more) });

describe('serve', () => {
  it.each([
    ['/', 200],
    ['/?anything=%00', 200],
    ['/index.html', 200],
    ['/%69ndex.html', 200],
    ['/./assets/../index.html', 200],
    ['/assets/script-12345678.js', 200],
    ['/nothing.html', 404],
    ['/assets', 404],
    ['/assets/', 404],
    ['/index.html/', 404],
    ['/index.html/x', 404],
    ['//', 404],
    ['//example.org/index.html', 404],
    ['/\\example.org/index.html', 404],
    ['/../secret.txt', 404],
    ['/%2e%2e/secret.txt', 404],
    ['/%2e%2e%2fsecret.txt', 404],
    ['/..%2fsecret.txt', 404],
    ['/..\\secret.txt', 404],
    ['/..%5csecret.txt', 404],
    ['/assets/..%2f..%2fsecret.txt', 404],
    ['/%00', 400],
    ['/index.html%00', 400],
    ['/%00/../index.html', 200],
    ['/%', 400],
    ['/%zz', 400],
    ['/%c0%ae%c0%ae/secret.txt', 400],
    ['/%e0%80%ae', 400],
    ['/%ff', 400],
    ['/airlock.html?mirror=https://%00&via=%ff&via=https://a%0d%0ab', 200],
  ])('answers GET %s with %i', async (target, status) => {
    const answer = await get(target);
    expect(statusOf(answer)).toBe(status);
    expect(answer).not.toContain('secret');
    expect(answer).toContain('Content-Security-Policy');
  });

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND', 'PURGE'])(
    'answers %s as its name asks, or refuses it and says what is allowed',
    async (method) => {
      const answer = await send(server.port, { bytes: requestOf(method, '/') });
      expect(statusOf(answer)).toBe(method === 'HEAD' ? 200 : 405);
      expect(/^Allow: GET, HEAD\r$/m.test(answer)).toBe(method !== 'HEAD');
      expect(answer).not.toContain('here');
    },
  );

  it.each([
    ['an address of the whole server', 'OPTIONS', '*', 405],
    ['a name that is too long for any file', 'GET', `/${'a'.repeat(5000)}`, 404],
    ['a path that is too long for any file', 'GET', `/${'a/'.repeat(5000)}`, 404],
    ['an absolute address of this server', 'GET', 'http://HERE/', 200],
    ['an absolute address of another', 'GET', 'http://example.org/', 421],
    ['an absolute address of another with a name', 'GET', 'http://127.0.0.1@example.org/', 421],
    ['an absolute address of another scheme', 'GET', 'file:///etc/passwd', 421],
    ['an absolute address that is none', 'GET', 'http://[', 400],
    ['an upgrade', 'GET', '/', 200, 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
    ['a range, which it need not send', 'GET', '/index.html', 200, 'Range: bytes=5-1\r\n'],
    ['an expectation that nobody can meet', 'GET', '/', 417, 'Expect: miracles\r\n'],
  ])('answers %s', async (_, method, target, status, more = '') => {
    const bytes = requestOf(method, target.replace('HERE', here()), here(), more);
    expect(statusOf(await send(server.port, { bytes }))).toBe(status);
  });

  it.each([
    ['a line that is no request', 'nonsense\r\n\r\n', 400],
    ['control characters in an address', 'GET /\x01\x00 HTTP/1.1\r\n\r\n', 400],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['headers of 64 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(65_536)}\r\n\r\n`, 431],
    ['an address of 64 kB', `GET /${'x'.repeat(65_536)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ])('refuses %s', async (_, bytes, status) => {
    expect(statusOf(await send(server.port, { bytes, endsHere: true }))).toBe(status);
  });

  it('closes a tunnel unanswered', async () => {
    expect(await send(server.port, { bytes: requestOf('CONNECT', 'example.org:443') })).toBe('');
  });

  it.each(['127.0.0.1:PORT', 'localhost:PORT', 'LocalHost:PORT', '[::1]:PORT'])('answers as %s', async (host) => {
    expect(statusOf(await get('/', host.replace('PORT', String(server.port))))).toBe(200);
  });

  it.each([
    'example.org',
    'example.org:PORT',
    'localhost',
    'localhost:1',
    'localhost.example.org:PORT',
    'localhost.:PORT',
    '127.0.0.1.nip.io:PORT',
    'localhost:PORT@example.org',
    'example.org@localhost:PORT',
    '0.0.0.0:PORT',
    '',
  ])('refuses the host %j: another page may have pointed its name here', async (host) => {
    const answer = await get('/', host.replace('PORT', String(server.port)));
    expect(statusOf(answer)).toBe(421);
    expect(answer).toContain(`http://${here()}/`);
    expect(answer).not.toContain('<p>here</p>');
  });

  it('lets browsers keep for ever what has a hash in its name, and nothing else', async () => {
    expect(await get('/assets/script-12345678.js')).toMatch(/^Cache-Control: .*immutable\r$/m);
    expect(await get('/index.html')).toMatch(/^Cache-Control: no-cache\r$/m);
  });

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip;q=1.0, br;q=0', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
  ])('compresses a script by %s for a browser that accepts %j', async (encoding, accepted, unpack) => {
    for (let i = 0; i < 2; i++) {
      const answer = await get('/text.js', here(), `Accept-Encoding: ${accepted}\r\n`);
      expect(answer).toMatch(new RegExp(`^Content-Encoding: ${encoding}\r$`, 'm'));
      expect(answer).toMatch(/^Vary: Accept-Encoding\r$/m);
      const body = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1');
      expect(Number(/^Content-Length: (\d+)/m.exec(answer)![1])).toBe(body.length);
      expect(body.length).toBeLessThan(TEXT.length / 10);
      expect(unpack(body).toString()).toBe(TEXT);
    }
  });

  it.each([
    ['without the header', ''],
    ['that accepts none of its encodings', 'Accept-Encoding: deflate, gzip;q=0\r\n'],
  ])('sends a script as it is to a browser %s', async (_, header) => {
    const answer = await get('/text.js', here(), header);
    expect(answer).not.toContain('Content-Encoding');
    expect(answer).toMatch(/^Vary: Accept-Encoding\r$/m);
    expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe(TEXT);
  });

  it('gives no body to HEAD where it would compress', async () => {
    const answer = await send(server.port, { bytes: requestOf('HEAD', '/text.js', here(), 'Accept-Encoding: br\r\n') });
    expect(answer).toContain('Content-Encoding: br');
    expect(answer.endsWith('\r\n\r\n')).toBe(true);
  });

  it('outlives clients that go away in mid-answer', async () => {
    for (let i = 0; i < 20; i++) await abortMidAnswer(server.port, requestOf('GET', '/large.bin'));
  });

  it('answers that it failed where something unforeseen is thrown, and then answers again', async () => {
    const site = await serve(above, { headers: { 'X-Broken': 'line\nbreak' } });
    for (let i = 0; i < 2; i++) expect((await fetch(site.url)).status).toBe(500);
    await site.close();
  });
});
