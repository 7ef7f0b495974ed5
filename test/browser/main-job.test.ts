import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from '@playwright/test';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { createApp, download, expect, exported, SYSTEMS } from './app';
import { openElsewhere } from './elsewhere';

/**
 * A proxy that passes on what is meant for one origin, refuses everything else, and keeps what it was asked for. All that
 * a browser sends goes by it: of pages, workers, the service worker, and what no event tells.
 */
async function openProxy(origin: string) {
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

/**
 * Chromium asks its own service about the fields of any page, with hashes of their names and nothing of what they hold.
 * That is the browser, not the page; a person switches it off with the browser's autofill.
 */
const OF_THE_BROWSER = /^content-autofill\.googleapis\.com:443$/;

base('the whole main job sends nothing beyond the origin, recorded on the wire', async ({ browser }) => {
  const site = await serve(DIST);
  const { origin } = new URL(site.url);
  const elsewhere = await openElsewhere();
  const proxy = await openProxy(`${origin}/`);
  // Addresses of this machine go by the proxy too.
  const context = await browser.newContext({
    proxy: { server: proxy.url, bypass: '<-loopback>' },
    viewport: { width: 1440, height: 900 },
  });

  await base.step('the proxy sees what leaves', async () => {
    const blank = await context.newPage();
    await blank.goto(elsewhere.url).catch(() => undefined);
    expect(proxy.refused).toEqual([elsewhere.url]);
    await blank.close();
    proxy.refused.length = 0;
  });

  const page = await context.newPage();
  const app = createApp(page, site.url);
  await app.open();
  await app.pick('test/fixtures/import/llamaindex-small.json');
  await app.add('Small');
  await app.evaluate();
  expect((await exported(page)).systems.map(({ id }) => id)).toEqual(SYSTEMS);
  await download(page, 'export-csv');
  await app.show('Judge');
  await expect(page.getByTestId('judge-bench')).toBeVisible();
  await page.keyboard.press('1');
  await app.show('Try');
  await page.getByRole('textbox', { name: 'Question' }).fill('what is kept here?');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('try-columns')).toBeVisible();

  const beyond = app.requests.filter((url) => !url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url));
  expect(beyond, 'as the browser tells').toEqual([]);
  expect(
    proxy.refused.filter((host) => !OF_THE_BROWSER.test(host)),
    'as the wire tells',
  ).toEqual([]);
  expect(proxy.asked.filter((url) => url.endsWith('.onnx')).length, 'models came by the proxy').toBeGreaterThan(0);
  await context.close();
  await Promise.all([site.close(), elsewhere.close(), proxy.close()]);
});
