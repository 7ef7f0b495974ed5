import type { Page } from '@playwright/test';
import { type App, expect, test } from './app';

const WEIGHTS = '**/hitrate-embedding/onnx/model_quantized.onnx';

/**
 * Begins a run whose workers wait for weights that do not come.
 *
 * @returns how often they were asked for, and what lets them come. (To take the route away would wait for workers that are
 *   gone, as long as Chromium has not said so.)
 */
async function beginWaiting({ page }: App) {
  let [asked, isHeld] = [0, true];
  await page.route(WEIGHTS, (route) => {
    if (!isHeld) return route.continue();
    asked++;
    return Promise.resolve();
  });
  await page.getByTestId('evaluate-button').click();
  await expect.poll(() => asked).toBeGreaterThan(0);
  return { asked: () => asked, letCome: () => void (isHeld = false) };
}

/**
 * Ends the workers of a script as a crash would: nothing is said to whoever waits for them, and to this call neither, which
 * may wait for ever. There may be one more than the run has, of a model that was loaded while the experiment was read.
 */
function crash(page: Page, script: RegExp): void {
  const workers = page.workers().filter((each) => script.test(each.url()));
  expect(workers).not.toEqual([]);
  for (const worker of workers) worker.evaluate(() => self.close()).catch(() => undefined);
}

for (const [what, script, tag] of [
  ['a worker', /assets\/model-[^/]*\.js$/, ''],
  ['a worker within a worker', /assets\/network-[^/]*\.js$/, '@full'],
] as const)
  test(
    `${what} that is gone in mid-evaluation is noticed, and the next run works`,
    { tag: tag || [] },
    async ({ app }) => {
      const { page } = app;
      await app.open();
      await app.choose('embedding');
      const { asked, letCome } = await beginWaiting(app);
      // A model that is loaded ahead of the run is loaded again where its worker is gone: that is not noticed yet.
      let crashes = 0;
      await expect(async () => {
        if (asked() > crashes) {
          crashes = asked();
          crash(page, script);
        }
        await expect(page.getByRole('alert')).toContainText('worker ended unexpectedly. Try again', { timeout: 5000 });
      }).toPass();
      await expect(page.getByTestId('evaluate-button')).toBeEnabled();

      letCome();
      await app.evaluate();
      await expect(page.getByRole('alert')).toBeHidden();
    },
  );

test('a run that fails says so wherever the person is meanwhile', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('embedding');
  await beginWaiting(app);
  await app.show('Data');
  crash(page, /assets\/model-[^/]*\.js$/);
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
