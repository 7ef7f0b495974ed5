import { expect, test as base } from '@playwright/test';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { createApp, NEW_RUN } from './app';
import { openElsewhere, reaches, workersOfARun } from './elsewhere';

base.use({ serviceWorkers: 'allow' });

base(
  'on a host without headers, under a sub-path, the app isolates itself and works with the server gone',
  async ({ page }) => {
    const server = await serve(DIST, { prefix: '/some/where/', headers: {} });
    await page.goto(`${server.url}${NEW_RUN}`);
    await expect.poll(() => page.evaluate(() => crossOriginIsolated).catch(() => false)).toBe(true);
    await expect(page.getByTestId('evaluate-button')).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await server.close();
    await page.reload();
    const app = createApp(page, server.url);
    await app.choose('embedding', 'ensemble-rerank');
    const elsewhere = await openElsewhere();
    expect(await reaches(page, elsewhere.url)).toBe(false);
    const workers = await workersOfARun(page);
    expect(workers.length).toBeGreaterThan(1);
    for (const worker of workers) expect(await reaches(worker, elsewhere.url), worker.url()).toBe(false);
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.close();
    await app.statistics();
    await expect(page.getByTestId('counts')).toBeVisible();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  },
);

base(
  'on a host with headers a first visit is not handed over while it works; the next load is',
  { tag: '@full' },
  async ({ page }) => {
    const server = await serve(DIST);
    await page.goto(`${server.url}${NEW_RUN}`);
    await expect(page.getByTestId('evaluate-button')).toBeVisible();
    const servedBy = () => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'the host');
    await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active!.state));
    // Firefox loses workers that are started while a page is handed over.
    await expect(servedBy()).resolves.toBe('the host');
    await server.close();
    await page.reload();
    await expect(page.getByTestId('evaluate-button')).toBeVisible();
    expect(await servedBy()).toBe('activated');
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  },
);

base('who pulls the plug in the first visit goes on with what is kept', { tag: '@full' }, async ({ page }) => {
  const server = await serve(DIST);
  await page.goto(`${server.url}${NEW_RUN}`);
  await expect(page.getByTestId('evaluate-button')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await server.close();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  const app = createApp(page, server.url);
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  await expect(page.getByTestId('results-table')).toContainText('embedding');
});
