import { expect, type Page, test } from '@playwright/test';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { openHub } from '../hub';
import { madeRepositories } from '../made-repositories';
import { addModel, kept } from './added-models';
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

test.use({ serviceWorkers: 'allow' });

async function tryFromPage(page: Page, url: string): Promise<void> {
  await page.evaluate(attemptsOfWorker, url);
  await page.evaluate(attemptsOfPage, url);
}

/**
 * Two hosts: one that sends the headers of `npm start`, and one that sends none, where the service worker does. There it
 * controls the airlock too; on the other one the airlock comes before it.
 */
const HOSTS = [
  { host: 'a host with headers', options: {}, isControlled: false },
  { host: 'a static host', options: { headers: {}, prefix: '/some/where/' }, isControlled: true },
];

/** On a static host the page loads itself again, once the service worker sets the headers. */
const isolated = (page: Page) =>
  expect.poll(() => page.evaluate(() => crossOriginIsolated).catch(() => false)).toBe(true);

test('neither page, workers nor service worker reach another origin in any way that arrives without the policy, and the airlock the hosts of its address alone', async ({
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

  for (const { host, options, isControlled } of HOSTS)
    await test.step(`on ${host} none does`, async () => {
      const [repository] = madeRepositories();
      const [site, elsewhere, hub] = [await serve(DIST, options), await openElsewhere(), await openHub([repository!])];
      if (isControlled) {
        await page.goto(site.url);
        await isolated(page);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      }
      const toHub: boolean[] = [];
      page.on('response', (response) => {
        if (response.url().startsWith(hub.url) || response.url().startsWith(hub.filesUrl))
          toHub.push(response.fromServiceWorker());
      });
      const { id } = await addModel(page, site.url, hub, { repository: repository!.id, weights: repository!.fp32 });
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(isControlled);
      expect(await reaches(page, hub.url), 'the mirror').toBe(true);
      expect(await reaches(page, hub.filesUrl), 'where it redirects to').toBe(true);
      expect(toHub.length).toBeGreaterThan(5);
      expect(toHub.includes(true), 'the service worker leaves other origins alone').toBe(false);
      await tryFromPage(page, `${elsewhere.url}airlock/`);
      // Without the mirror in its address the same page reaches neither.
      await page.goto(`${site.url}airlock.html`);
      await expect(page.getByTestId('airlock-host')).toHaveText('huggingface.co');
      expect(await reaches(page, hub.url)).toBe(false);

      // A page of documents that carries the query is none the wiser.
      await page.goto(`${site.url}?mirror=${hub.url}&via=${hub.filesUrl}${NEW_RUN}`);
      await isolated(page);
      await expect(page.getByTestId('evaluate-button')).toBeVisible();
      expect(await reaches(page, hub.url)).toBe(false);
      expect((await kept(page)).models.map((model) => model.id)).toEqual([id]);
      const workers = builtWorkers();
      expect(workers.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['lexical', 'vectors', 'encoder', 'reranker']),
      );
      const started = [];
      for (const built of workers) started.push(await startWorker(page, built));
      await Promise.all(started.map((worker) => worker.evaluate(attemptsOfWorker, `${elsewhere.url}worker/`)));
      await tryFromPage(page, `${elsewhere.url}page/`);
      expect(new URL(page.url()).origin, 'and the page is where it was').toBe(new URL(site.url).origin);
      if (!isControlled) {
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await context.serviceWorkers()[0]!.evaluate(attemptsOfWorker, `${elsewhere.url}service-worker/`);
      }
      expect(elsewhere.asked).toEqual([]);
      await Promise.all([site.close(), elsewhere.close(), hub.close()]);
    });
});
