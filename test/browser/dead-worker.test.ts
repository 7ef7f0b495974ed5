import type { Page } from '@playwright/test';
import { expect, test } from './app';

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
    `${what} that is gone in mid-evaluation is noticed, and the next run works`,
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
    },
  );
