import { chromium } from '@playwright/test';
import { BROWSER_ARGS } from '../../tools/browser.mjs';
import { createApp, expect, exported, test } from './app';

test.describe('without a GPU', () => {
  test('WebGPU chosen by name is a clear error, not another device', async ({ app }) => {
    await app.open();
    await app.page.locator('summary', { hasText: 'Settings' }).click();
    await app.page.getByLabel('Device').selectOption('webgpu');
    await app.page.getByTestId('evaluate-button').click();
    await expect(app.page.getByRole('alert')).toContainText(/WebGPU was chosen/, { timeout: 60_000 });
    await expect(app.page.getByTestId('results-table')).toBeHidden();
    await expect(app.page.getByTestId('evaluate-button')).toBeEnabled();
  });
});

test.describe('without the service worker, which would answer from what it keeps', () => {
  test.use({ serviceWorkers: 'block' });

  test('a worker that cannot be loaded is an error, and the next press tries again', async ({ app }) => {
    await app.open();
    await app.page.route(/assets\/lexical-.*\.js$/, (route) => route.abort());
    await app.page.getByTestId('evaluate-button').click();
    await expect(app.page.getByRole('alert')).toContainText(/lexical search worker failed/, { timeout: 60_000 });
    await app.page.unroute(/assets\/lexical-.*\.js$/);
    await app.evaluate();
  });
});

test('WebGPU, chosen by name, runs there and gives the figures of WASM', async ({ app }) => {
  const executablePath = process.env['CHROMIUM_PATH'];
  const args = [...BROWSER_ARGS, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
  const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
  const page = await browser.newPage();
  const gpu = createApp(page, app.url);
  await gpu.open();
  const offered = await page.evaluate(() =>
    (navigator as { gpu?: { requestAdapter(): Promise<unknown> } }).gpu?.requestAdapter(),
  );
  test.skip(!offered, 'this Chromium has no software GPU adapter');
  await gpu.choose('embedding');
  await gpu.evaluate();
  const wasm = await exported(page);
  await page.locator('summary', { hasText: 'Settings' }).click();
  await page.getByLabel('Device').selectOption('webgpu');
  await gpu.evaluate();
  const webgpu = await exported(page);
  expect(webgpu.manifest).toMatchObject({ devices: { embedding: { device: 'webgpu' } } });
  expect((await gpu.counts())['passage-vectors']!.computed).toBeGreaterThan(0);
  for (const [name, value] of Object.entries(wasm.systems[0]!.measures))
    expect(webgpu.systems[0]!.measures[name], name).toBeCloseTo(value, 1);
  await browser.close();
});
