import { type Browser, chromium, type Page } from '@playwright/test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER_ARGS } from '../../tools/browser.mjs';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { createApp, download, expect, exported, test } from './app';
import { openModels, set, smallCollection } from './models-dialog';

/** A browser that has a GPU in software. */
function withSoftwareGpu(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const args = [...BROWSER_ARGS, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
  return chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
}

const offersGpu = (page: Page): Promise<boolean> =>
  page.evaluate(async () =>
    Boolean(await (navigator as { gpu?: { requestAdapter(): Promise<unknown> } }).gpu?.requestAdapter()),
  );

const NO_GPU = 'this Chromium has no software GPU adapter';

test.describe('without a GPU', () => {
  test('WebGPU chosen by name is a clear error, not another device', async ({ app }) => {
    await app.open();
    await app.page.locator('summary', { hasText: 'Settings' }).click();
    await app.page.getByLabel('Device').selectOption('webgpu');
    await app.page.getByTestId('evaluate-button').click();
    await expect(app.page.getByRole('alert')).toContainText(/WebGPU was chosen/);
    await expect(app.page.getByTestId('evaluate-button')).toBeEnabled();
    await app.show('Findings');
    // Nothing was run here.
    await expect(app.page.getByTestId('shipped')).toBeVisible();
  });
});

test('WebGPU, chosen by name, runs there and gives the figures of WASM', { tag: '@full' }, async ({ app }) => {
  const browser = await withSoftwareGpu();
  const page = await browser.newPage();
  const gpu = createApp(page, app.url);
  await gpu.open();
  test.skip(!(await offersGpu(page)), NO_GPU);
  await gpu.choose('embedding');
  await gpu.evaluate();
  const wasm = await exported(page);
  await gpu.show('New run');
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

test(
  'WASM with threads, named by a file, is a clear error on a page without them, and not one thread',
  { tag: '@full' },
  async ({ app, browser }) => {
    const collection = smallCollection('threads');
    await app.open();
    await app.pick(collection);
    await app.add('Threads');
    await set(app.page, 'Embedding', { Device: 'wasm' });
    await app.choose('bm25', 'embedding');
    await app.evaluate();
    const file = join(mkdtempSync(join(tmpdir(), 'hitrate-experiment-')), 'on-threads.json');
    writeFileSync(file, await download(app.page, 'export-experiment'));

    const server = await serve(DIST, { headers: {} });
    // The service worker would send the headers that the host does not.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const bare = createApp(await context.newPage(), server.url);
    const { page } = bare;
    await bare.open();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await bare.pick(collection);
    await bare.add('Threads');
    await page.getByTestId('experiment-input').setInputFiles(file);
    await expect(page.getByTestId('opened-experiment')).toBeVisible();
    await page.getByTestId('evaluate-button').click();
    await expect(page.getByRole('alert')).toContainText(
      /WASM with threads was chosen, but this page is not cross-origin isolated.*Choose “WASM, one thread”/,
    );
    await bare.show('Findings');
    await expect(page.getByTestId('no-run')).toBeVisible();

    await bare.show('New run');
    await page.getByRole('button', { name: 'Back to the settings' }).click();
    await bare.choose('bm25', 'embedding');
    await bare.evaluate();
    const { manifest } = await exported(page);
    expect(manifest).toMatchObject({ devices: { embedding: { device: 'wasm-single', threads: 1 } } });
    await expect(page.getByTestId('caveats')).toContainText('not cross-origin isolated');
    await context.close();
    await server.close();
  },
);

test('“auto” measures a software GPU, does not choose it, and shows why', { tag: '@full' }, async ({ app }) => {
  const browser = await withSoftwareGpu();
  const page = await browser.newPage();
  const gpu = createApp(page, app.url);
  await gpu.open();
  test.skip(!(await offersGpu(page)), NO_GPU);
  await gpu.pick(smallCollection('measured'));
  await gpu.add('Measured');
  await gpu.choose('embedding');
  await gpu.evaluate();
  const { manifest } = await exported(page);
  const dialog = await openModels(page);
  const bundled = dialog.getByTestId('bundled-model').first();
  await bundled.getByText('What was measured', { exact: true }).click();
  const rows = bundled.getByTestId('model-trial').locator('table').first().locator('tbody tr');
  await expect(rows).toHaveCount(3);
  const [chosen, graphics] = [rows.filter({ hasText: 'chosen' }), rows.filter({ hasText: 'WebGPU' })];
  await expect(chosen.getByRole('rowheader')).toContainText('WASM');
  await expect(graphics).toContainText(/agrees|far behind/);
  const speedOf = async (row: typeof chosen): Promise<number> =>
    Number((await row.getByRole('cell').nth(1).innerText()).replace(/,/g, '').replace('—', '0'));
  expect(await speedOf(graphics)).toBeLessThan(await speedOf(chosen));
  const { device } = (manifest as { devices: { embedding: { device: string } } }).devices.embedding;
  expect(device).toBe((await chosen.innerText()).includes('one thread') ? 'wasm-single' : 'wasm');
  expect(gpu.errors).toEqual([]);
  await browser.close();
});

test('a GPU that is lost in the middle of a run is told, and the run goes on', { tag: '@full' }, async ({ app }) => {
  const browser = await withSoftwareGpu();
  const page = await browser.newPage();
  const gpu = createApp(page, app.url);
  await gpu.open();
  test.skip(!(await offersGpu(page)), NO_GPU);
  await set(page, 'Embedding', { Device: 'webgpu' });
  await gpu.choose('embedding');
  await page.getByTestId('evaluate-button').click();
  const stage = page.getByTestId('stage-passage-vectors');
  const done = async () => Number(await stage.getByRole('progressbar').getAttribute('aria-valuenow'));
  await expect.poll(done, { intervals: [50] }).toBeGreaterThan(0);
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.crashGpuProcess');
  await gpu.statistics();
  await expect(page.getByTestId('caveats')).toContainText(
    /The GPU was lost( with \d+ texts at once; it continued with \d+|; the model was loaded again and it continued)\./,
  );
  const { manifest } = await exported(page);
  expect(manifest).toMatchObject({ devices: { embedding: { device: 'webgpu' } } });
  await browser.close();
});
