import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS } from '../../tools/browser.mjs';
import { createApp, expect, exported, test } from './app';

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

test('a setting that is changed the moment the settings open leaves them open; a GPU that is not here is a clear error', async ({
  app,
}) => {
  const { page } = app;
  await app.open();
  const settings = page.locator('details', { has: page.locator('> summary', { hasText: /^\s*Settings/ }) });
  // In one task: the browser says only after it that the settings are open.
  await settings.evaluate((details) => {
    details.querySelector('summary')!.click();
    const device = [...details.querySelectorAll('select')].find(({ options }) =>
      [...options].some(({ value }) => value === 'webgpu'),
    )!;
    device.value = 'webgpu';
    device.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(settings.locator('> summary')).toContainText('changed from the defaults');
  await expect(settings.getByLabel('Device', { exact: true }).first()).toHaveValue('webgpu');
  await expect(settings).toHaveAttribute('open');
  await page.getByTestId('evaluate-button').click();
  await expect(page.getByRole('alert')).toContainText(/WebGPU was chosen/);
  await expect(page.getByTestId('evaluate-button')).toBeEnabled();
  await app.show('Findings');
  // Nothing was run here.
  await expect(page.getByTestId('shipped')).toBeVisible();
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
