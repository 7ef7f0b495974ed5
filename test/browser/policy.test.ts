import { test as base, expect, type Page, type Worker } from '@playwright/test';
import { createSocket } from 'node:dgram';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { NEW_RUN } from './app';
import { attemptsOfPage, attemptsOfWorker } from './attempts';
import { openElsewhere, reaches } from './elsewhere';
import { builtWorkers, startWorker } from './workers';

/** What a worker without a policy gets through; what is missing here is refused by every browser. */
const WAYS_OF_A_WORKER =
  'blob-worker blob-worker-import cache eventsource fetch fetch-keepalive fetch-opaque font import websocket'.split(
    ' ',
  );
const WAYS_OF_A_PAGE = [
  ...WAYS_OF_A_WORKER,
  ...'audio background beacon embed form iframe image image-set list-style module-script modulepreload object'.split(
    ' ',
  ),
  ...'ping poster prefetch preload preload-image script shared-worker sheet-font sheet-rule'.split(' '),
  ...'style-import style-sheet svg-image video xhr'.split(' '),
];

type Elsewhere = Awaited<ReturnType<typeof openElsewhere>>;

const test = base.extend<{ elsewhere: Elsewhere }>({
  elsewhere: async ({ page: _ }, use) => {
    const elsewhere = await openElsewhere();
    await use(elsewhere);
    await elsewhere.close();
  },
});

test.use({ serviceWorkers: 'allow' });

async function tryFromPage(page: Page, url: string): Promise<void> {
  await page.evaluate(attemptsOfWorker, url);
  await page.evaluate(attemptsOfPage, url);
}

test('attempts arrive from a page and a worker without a policy: those below are refused by it', async ({
  page,
  elsewhere,
}) => {
  const arrived = (who: string) =>
    expect.poll(() =>
      elsewhere.asked.filter((path) => path.startsWith(`/${who}/`)).map((path) => path.slice(who.length + 2)),
    );
  const open = await openElsewhere();
  await page.goto(open.url);
  await tryFromPage(page, `${elsewhere.url}page/`);
  await arrived('page').toEqual(expect.arrayContaining(WAYS_OF_A_PAGE));
  const [worker] = await Promise.all([
    page.waitForEvent('worker'),
    page.evaluate(() => void new Worker(URL.createObjectURL(new Blob(['onmessage = () => 0'])))),
  ]);
  await worker.evaluate(attemptsOfWorker, `${elsewhere.url}worker/`);
  await arrived('worker').toEqual(expect.arrayContaining([...WAYS_OF_A_WORKER, 'import-scripts', 'xhr']));
  await open.close();
});

/** Two hosts: one that sends the headers of `npm start`, and one that sends none, where the service worker does. */
const HOSTS = [
  { host: 'a host with headers', options: {} },
  { host: 'a static host', options: { headers: {}, prefix: '/some/where/' } },
];

for (const { host, options } of HOSTS)
  test.describe(`on ${host}`, () => {
    let site: Awaited<ReturnType<typeof serve>>;

    test.beforeEach(async ({ page }) => {
      site = await serve(DIST, options);
      await page.goto(`${site.url}${NEW_RUN}`);
      // On a static host the page loads itself again, once the service worker sets the headers.
      await expect.poll(() => page.evaluate(() => crossOriginIsolated).catch(() => false)).toBe(true);
      await expect(page.getByTestId('evaluate-button')).toBeVisible();
    });

    test.afterEach(() => site.close());

    test('the page reaches no other origin in any way', async ({ page, elsewhere }) => {
      await tryFromPage(page, elsewhere.url);
      expect(elsewhere.asked).toEqual([]);
      expect(new URL(page.url()).origin, 'and is where it was').toBe(new URL(site.url).origin);
    });

    test('no worker reaches another origin in any way', async ({ page, elsewhere }) => {
      const workers = builtWorkers();
      expect(workers.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['lexical', 'vectors', 'encoder', 'reranker']),
      );
      const started: [string, Worker][] = [];
      for (const built of workers) started.push([built.name, await startWorker(page, built)]);
      await Promise.all(started.map(([name, worker]) => worker.evaluate(attemptsOfWorker, `${elsewhere.url}${name}/`)));
      expect(elsewhere.asked).toEqual([]);
    });
  });

test('the service worker reaches no other origin where the host sends headers', async ({
  page,
  elsewhere,
  context,
}) => {
  const site = await serve(DIST);
  await page.goto(site.url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const [serviceWorker] = context.serviceWorkers();
  await serviceWorker!.evaluate(attemptsOfWorker, elsewhere.url);
  expect(elsewhere.asked).toEqual([]);
  await site.close();
});

test.describe('what no policy stops, so that it is known when a browser closes it', { tag: '@full' }, () => {
  let site: Awaited<ReturnType<typeof serve>>;

  test.beforeEach(async ({ page }) => {
    site = await serve(DIST);
    await page.goto(`${site.url}${NEW_RUN}`);
    await expect(page.getByTestId('evaluate-button')).toBeVisible();
  });

  test.afterEach(() => site.close());

  test('WebRTC sends datagrams to any address', async ({ page }) => {
    const socket = createSocket('udp4');
    const heard = new Promise<void>((resolve) => socket.once('message', () => resolve()));
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    await page.evaluate(async (port) => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
      peer.createDataChannel('attempt');
      await peer.setLocalDescription(await peer.createOffer());
      // What nobody holds may be collected.
      Object.assign(globalThis, { peer });
    }, socket.address().port);
    await heard;
    socket.close();
  });

  test('a page may go to another address, and open one', async ({ page, elsewhere, context }) => {
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((address) => void open(address), `${elsewhere.url}opened`),
    ]);
    await opened.waitForLoadState();
    await page.evaluate((address) => (location.href = address), `${elsewhere.url}gone`);
    await expect.poll(() => elsewhere.asked).toEqual(expect.arrayContaining(['/opened', '/gone']));
  });

  test('on a static host the service worker itself is under no policy', async ({ page, elsewhere, context }) => {
    const plain = await serve(DIST, { headers: {} });
    await page.goto(plain.url);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined)).catch(() => undefined);
    const serviceWorker = context.serviceWorkers().find((each) => each.url().startsWith(plain.url));
    expect(await reaches(serviceWorker!, `${elsewhere.url}service-worker`)).toBe(true);
    await plain.close();
  });
});
