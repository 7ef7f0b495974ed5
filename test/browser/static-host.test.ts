import { expect, test as base } from '@playwright/test';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { createApp } from './app';

base(
  'on a host without headers, under a sub-path, the app isolates itself and works with the server gone',
  async ({ page }) => {
    const server = await serve(DIST, { prefix: '/some/where/', headers: {} });
    const app = createApp(page, server.url);
    await page.goto(server.url);
    await expect
      .poll(() => page.evaluate(() => crossOriginIsolated).catch(() => false), { timeout: 60_000 })
      .toBe(true);
    await expect(page.getByTestId('evaluate-button')).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await server.close();
    await page.reload();
    await app.evaluate();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const refused = await page.evaluate(() =>
      fetch('https://example.org/').then(
        () => false,
        () => true,
      ),
    );
    expect(refused).toBe(true);
  },
);
