import type { Page } from '@playwright/test';
import { type App, expect, test } from './app';

const WEIGHTS = '**/hitrate-embedding/onnx/model_quantized.onnx';

/** Begins a run whose workers wait for weights that do not come, the first time. */
async function beginWaiting({ page }: App): Promise<void> {
  const asked = new Promise<void>((resolve) => void page.route(WEIGHTS, () => resolve(), { times: 1 }));
  await page.getByTestId('evaluate-button').click();
  await asked;
}

/** Ends a worker as a crash would: nothing is said to whoever waits for it, and to this call neither. */
async function crash(page: Page, script: RegExp): Promise<void> {
  const worker = page.workers().find((each) => script.test(each.url()))!;
  await Promise.allSettled([worker.evaluate(() => self.close())]);
}

for (const [what, script] of [
  ['a worker', /assets\/model-[^/]*\.js$/],
  ['a worker within a worker', /assets\/network-[^/]*\.js$/],
] as const)
  test(`${what} that is gone in mid-evaluation is noticed, and the next run works`, async ({ app }) => {
    const { page } = app;
    await app.open();
    await app.choose('embedding');
    await beginWaiting(app);
    await crash(page, script);
    await expect(page.getByRole('alert')).toContainText('worker ended unexpectedly. Try again');
    await expect(page.getByTestId('evaluate-button')).toBeEnabled();

    await app.evaluate();
    await expect(page.getByRole('alert')).toBeHidden();
  });

test('a run that fails says so wherever the person is meanwhile', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('embedding');
  await beginWaiting(app);
  await app.show('Data');
  await crash(page, /assets\/model-[^/]*\.js$/);
  const failed = page.getByTestId('run-failed');
  await expect(failed).toContainText('The run of Hitrate sample failed.');
  await expect(failed).toContainText('worker ended unexpectedly. Try again');
  await failed.getByRole('link', { name: 'View the settings' }).click();
  await expect(failed).toBeHidden();
  await expect(page.getByRole('alert')).toContainText('worker ended unexpectedly. Try again');
  await app.show('Data');
  await failed.getByRole('button', { name: 'Dismiss' }).click();
  await expect(failed).toBeHidden();
});
