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

/** Chooses a GPU, which is not here, the moment the settings open: they stay open, and the run says why it cannot be. */
async function chooseNoGpu(page: Page): Promise<void> {
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
}

/** Ends the workers of a script as a crash would: nothing is said to whoever waits for them, and to this call neither. */
function crash(page: Page, script: RegExp): void {
  const workers = page.workers().filter((each) => script.test(each.url()));
  expect(workers).not.toEqual([]);
  for (const worker of workers) worker.evaluate(() => self.close()).catch(() => undefined);
}

for (const [what, script, tag] of [
  ['a worker', /assets\/model-[^/]*\.js$/, []],
  ['a worker within a worker', /assets\/network-[^/]*\.js$/, ['@full']],
] as const)
  test(
    `${what} that is gone in mid-evaluation is noticed, and the next run works; so is a device that is not here`,
    { tag: [...tag] },
    async ({ app }) => {
      const { page } = app;
      await app.open();
      await app.choose('embedding');
      // Weights do not come for now. To take the route away would wait for workers that are gone.
      let [asked, isHeld] = [0, true];
      await page.route('**/hitrate-embedding/onnx/model_quantized.onnx', (route) => {
        if (!isHeld) return route.continue();
        asked++;
        return Promise.resolve();
      });
      await page.getByTestId('evaluate-button').click();
      await expect.poll(() => asked).toBeGreaterThan(0);
      // A model that is loaded ahead of the run is loaded again where its worker is gone: that is not noticed yet.
      let crashes = 0;
      await expect(async () => {
        if (asked > crashes) {
          crashes = asked;
          crash(page, script);
        }
        await expect(page.getByRole('alert')).toContainText('worker ended unexpectedly. Try again', { timeout: 5000 });
      }).toPass();
      await expect(page.getByTestId('evaluate-button')).toBeEnabled();

      isHeld = false;
      await app.evaluate();
      await expect(page.getByRole('alert')).toBeHidden();
      if (tag.length > 0) return;
      await app.show('New run');
      await chooseNoGpu(page);
    },
  );

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
