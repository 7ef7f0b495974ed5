import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy that passes on what is meant for one origin, refuses everything else, and keeps what it was asked for. All that
 * a browser sends goes by it: of pages, workers, the service worker, and what no event tells.
 */
export async function openProxy(origin: string) {
  const asked: string[] = [];
  const refused: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '';
    asked.push(url);
    if (!url.startsWith(origin)) {
      refused.push(url);
      outgoing.writeHead(502).end();
      return;
    }
    const onwards = request(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onwards.on('error', () => outgoing.destroy());
    incoming.pipe(onwards);
  });
  // What is encrypted, and web sockets, ask for a tunnel.
  server.on('connect', (incoming, socket) => {
    refused.push(incoming.url ?? '');
    socket.end('HTTP/1.1 502 Refused\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((done) => (server.close(() => done()), server.closeAllConnections()));
  return { url: `http://127.0.0.1:${port}`, asked, refused, close };
}
