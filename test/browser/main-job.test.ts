import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from '@playwright/test';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { createApp, download, expect, exported, KS, SYSTEMS } from './app';
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

base(
  'a first visit evaluates the sample at one press, is cancelled and goes on; the whole main job sends nothing beyond the origin, recorded on the wire',
  async ({ browser }) => {
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
    await base.step('cancelling frees the workers', async () => {
      const before = page.url().replace(/[?&]drawer=new-run/, '');
      await page.getByTestId('evaluate-button').click();
      const rerank = page.getByTestId('stage-rerank');
      await expect(rerank).toHaveAttribute('data-state', 'running');
      const done = async () => Number(await rerank.getByRole('progressbar').getAttribute('aria-valuenow'));
      await expect.poll(done, { intervals: [20] }).toBeGreaterThan(100);
      await page.getByTestId('cancel-button').click();
      // Where the run was started, without the drawer that started it.
      await expect(page).toHaveURL(before);
      await expect(page.getByTestId('evaluate-button')).toBeHidden();
      await expect.poll(() => page.workers().length).toBe(0);
    });
    const whole = app.evaluate();
    await app.statistics();
    // What needs no reranking is there first, and says that it is not all.
    await expect(page.getByTestId('partial')).toContainText('4 of 6 systems');
    await expect(page.getByTestId('results-table')).toContainText('ensemble-rrf');
    await expect(page.getByTestId('export-json')).toBeHidden();
    await whole;
    await expect(page.getByTestId('partial')).toBeHidden();
    const counts = await app.counts();
    expect(counts['rerank']!.reused).toBeGreaterThan(100);
    expect(counts['passage-vectors']!.computed).toBe(0);
    const result = await exported(page);
    expect(result.systems.map(({ id }) => id)).toEqual(SYSTEMS);
    const hitAt1 = Object.fromEntries(result.systems.map(({ id, measures }) => [id, measures['HitRate@1']!]));
    // Hard enough that the systems differ.
    expect(new Set(Object.values(hitAt1)).size).toBeGreaterThanOrEqual(5);
    expect(hitAt1['ensemble-rerank']).toBeGreaterThan(hitAt1['embedding']!);

    await base.step('the exports hold every system at every k', async () => {
      const csv = (await download(page, 'export-csv')).trim().split(/\r?\n/);
      expect(csv).toHaveLength(1 + SYSTEMS.length * KS.length);
      expect(csv[0]).toMatch(/^system,k,/);
      const article = (await download(page, 'export-article-csv')).trim().split(/\r?\n/);
      expect(article[0]).toBe('retrievers,hit_rate,mrr,cost_time');
      expect(article[1]).toMatch(/^bm25_top_1_eval,/);
    });

    await app.show('Judge');
    await expect(page.getByTestId('judge-bench')).toBeVisible();
    await page.keyboard.press('1');
    await app.show('Try');
    // The screen of questions, which was passed, still looks one up, and one asks at a time.
    const asking = async () => (await navigator.locks.query()).held!.some(({ name }) => name === 'hitrate-run');
    await expect.poll(() => page.evaluate(asking)).toBe(false);
    await page.getByRole('textbox', { name: 'Question' }).fill('what is kept here?');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('try-columns')).toBeVisible();

    expect(app.errors).toEqual([]);
    expect(app.beyond(), 'as the browser tells').toEqual([]);
    expect(
      proxy.refused.filter((host) => !OF_THE_BROWSER.test(host)),
      'as the wire tells',
    ).toEqual([]);
    expect(proxy.asked.filter((url) => url.endsWith('.onnx')).length, 'models came by the proxy').toBeGreaterThan(0);
    await context.close();
    await Promise.all([site.close(), elsewhere.close(), proxy.close()]);
  },
);
