import type { Page, Worker } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Another origin that answers whoever asks, whatever their isolation: only a policy keeps a page from it. An address
 * outside would be refused by a machine without a network too, and prove nothing.
 */
export async function openElsewhere() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, {
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Type': request.url === '/' ? 'text/html' : 'text/javascript',
    });
    response.end('here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((done) => (server.close(() => done()), server.closeAllConnections()));
  return { url: `http://127.0.0.1:${port}/`, asked, close };
}

/** Whether a page or a worker gets an answer from an address. */
export const reaches = (from: Page | Worker, url: string): Promise<boolean> =>
  (from as Page).evaluate(
    (address) =>
      fetch(address).then(
        () => true,
        () => false,
      ),
    url,
  );
