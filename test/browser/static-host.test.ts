import { expect, test as base } from '@playwright/test';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { createApp, NEW_RUN } from './app';

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
    await app.evaluate();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  },
);
