import { expect, test } from './app';

test.describe('without a GPU', () => {
  test('WebGPU chosen by name is a clear error, not another device', async ({ app }) => {
    await app.open();
    await app.page.getByText('Settings').click();
    await app.page.getByLabel('Device').selectOption('webgpu');
    await app.page.getByTestId('evaluate-button').click();
    await expect(app.page.getByRole('alert')).toContainText(/WebGPU was chosen/, { timeout: 60_000 });
    await expect(app.page.getByTestId('results-table')).toBeHidden();
    await expect(app.page.getByTestId('evaluate-button')).toBeEnabled();
  });
});

test('a worker that cannot be loaded is an error, and the next press tries again', async ({ app }) => {
  await app.open();
  await app.page.route(/assets\/lexical-.*\.js$/, (route) => route.abort());
  await app.page.getByTestId('evaluate-button').click();
  await expect(app.page.getByRole('alert')).toContainText(/lexical search worker failed/, { timeout: 60_000 });
  await app.page.unroute(/assets\/lexical-.*\.js$/);
  await app.evaluate();
});
