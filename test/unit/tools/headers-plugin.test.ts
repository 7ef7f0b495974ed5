import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connect, PreviewServer, ViteDevServer } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { headersOfServer } from '../../../tools/headers-plugin';
import { send, statusOf } from './raw-http';

let server: Server | null = null;
afterEach(() => void server?.close());

/** A server whose only other middleware answers everything. */
async function serverWith(use: (middlewares: { use(handle: Connect.NextHandleFunction): void }) => void) {
  let handle!: Connect.NextHandleFunction;
  use({ use: (added) => (handle = added) });
  server = createServer((request, response) => handle(request, response, () => response.end('answered')));
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return (target: string) =>
    send(port, { bytes: `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n` });
}

const plugin = headersOfServer() as {
  configureServer(server: ViteDevServer): void;
  configurePreviewServer(server: PreviewServer): void;
};
const servers = {
  development: () => serverWith((middlewares) => plugin.configureServer({ middlewares } as ViteDevServer)),
  preview: () => serverWith((middlewares) => plugin.configurePreviewServer({ middlewares } as PreviewServer)),
};

describe.each(['development', 'preview'] as const)('the server of a %s', (kind) => {
  it.each(['/', '//', '//[/', '/x?mirror=https://%00', '/airlock.html?via=%'])(
    'answers %s with the policy',
    async (target) => {
      const answer = await (await servers[kind]())(target);
      expect(statusOf(answer)).toBe(200);
      expect(answer).toContain('answered');
      expect(answer).toMatch(/^Content-Security-Policy: default-src 'none';/m);
    },
  );

  it.each(['/%00', '/%', '/%ff', 'http://['])('refuses %s, with the policy', async (target) => {
    const answer = await (await servers[kind]())(target);
    expect(statusOf(answer)).toBe(400);
    expect(answer).not.toContain('answered');
    expect(answer).toMatch(/^Content-Security-Policy: default-src 'none';/m);
  });

  it('gives the airlock its own policy, however its address is written', async () => {
    const get = await servers[kind]();
    for (const target of ['/airlock.html', '/airlock%2ehtml', '/x/../airlock.html'])
      expect(await get(target)).toContain('https://huggingface.co');
    expect(await get('/index.html')).not.toContain('https://huggingface.co');
  });
});
