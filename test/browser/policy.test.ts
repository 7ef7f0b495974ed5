import { expect, type Page, test } from '@playwright/test';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { NEW_RUN } from './app';
import { attemptsOfPage, attemptsOfWorker } from './attempts';
import { openElsewhere } from './elsewhere';
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

test.use({ serviceWorkers: 'allow' });

async function tryFromPage(page: Page, url: string): Promise<void> {
  await page.evaluate(attemptsOfWorker, url);
  await page.evaluate(attemptsOfPage, url);
}

/** Two hosts: one that sends the headers of `npm start`, and one that sends none, where the service worker does. */
const HOSTS = [
  { host: 'a host with headers', options: {} },
  { host: 'a static host', options: { headers: {}, prefix: '/some/where/' } },
];

test('neither page, workers nor service worker reach another origin in any way that arrives without the policy', async ({
  page,
  context,
}) => {
  await test.step('attempts arrive from a page and a worker without a policy', async () => {
    const elsewhere = await openElsewhere();
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
    await page.goto('about:blank');
    await Promise.all([open.close(), elsewhere.close()]);
  });

  for (const { host, options } of HOSTS)
    await test.step(`on ${host} none does`, async () => {
      const [site, elsewhere] = [await serve(DIST, options), await openElsewhere()];
      await page.goto(`${site.url}${NEW_RUN}`);
      // On a static host the page loads itself again, once the service worker sets the headers.
      await expect.poll(() => page.evaluate(() => crossOriginIsolated).catch(() => false)).toBe(true);
      await expect(page.getByTestId('evaluate-button')).toBeVisible();
      const workers = builtWorkers();
      expect(workers.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['lexical', 'vectors', 'encoder', 'reranker']),
      );
      const started = [];
      for (const built of workers) started.push(await startWorker(page, built));
      await Promise.all(started.map((worker) => worker.evaluate(attemptsOfWorker, `${elsewhere.url}worker/`)));
      await tryFromPage(page, `${elsewhere.url}page/`);
      expect(new URL(page.url()).origin, 'and the page is where it was').toBe(new URL(site.url).origin);
      if (host === 'a host with headers') {
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await context.serviceWorkers()[0]!.evaluate(attemptsOfWorker, `${elsewhere.url}service-worker/`);
      }
      expect(elsewhere.asked).toEqual([]);
      await Promise.all([site.close(), elsewhere.close()]);
    });
});
