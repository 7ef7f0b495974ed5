import { expect, test } from './app';

const WEIGHTS = '**/hitrate-embedding/onnx/model_quantized.onnx';

for (const [what, script] of [
  ['a worker', /assets\/model-[^/]*\.js$/],
  ['a worker within a worker', /assets\/network-[^/]*\.js$/],
] as const)
  test(`${what} that is gone in mid-evaluation is noticed, and the next run works`, async ({ app }) => {
    const { page } = app;
    await app.open();
    await app.choose('embedding');
    // Weights that do not come keep both workers waiting, the first time.
    const asked = new Promise<void>((resolve) => void page.route(WEIGHTS, () => resolve(), { times: 1 }));
    await page.getByTestId('evaluate-button').click();
    await asked;
    const worker = page.workers().find((each) => script.test(each.url()))!;
    // As a crash would end it: nothing is said to whoever waits for it, and to this call neither.
    await Promise.allSettled([worker.evaluate(() => self.close())]);
    await expect(page.getByRole('alert')).toContainText('worker ended unexpectedly. Try again');
    await expect(page.getByTestId('evaluate-button')).toBeEnabled();

    await app.evaluate();
    await expect(page.getByRole('alert')).toBeHidden();
  });
