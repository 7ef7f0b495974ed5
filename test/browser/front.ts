import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server before that of `origin`, which answers the addresses that it is told otherwise: as a portal, or as gone. */
export async function openFront(origin: string) {
  const state: { answers: Partial<Record<'portal' | 'gone', RegExp>> } = { answers: {} };
  const server = createServer(({ url = '/', method, headers }, outgoing) => {
    if (state.answers.gone?.test(url)) return void outgoing.writeHead(404).end();
    if (state.answers.portal?.test(url))
      return void outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Log in to this network</h1>');
    const { host } = new URL(origin);
    const onwards = request(new URL(url, origin), { method, headers: { ...headers, host } }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onwards.on('error', () => outgoing.destroy()).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((done) => (server.close(() => done()), server.closeAllConnections()));
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close });
}
