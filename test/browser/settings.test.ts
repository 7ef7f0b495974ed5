import { expect, test } from './app';

test.use({ profile: 'shared' });

test('a setting that is changed the moment the settings open leaves them open', async ({ app }) => {
  const { page } = app;
  await app.open();
  const settings = page.locator('details', { has: page.locator('> summary', { hasText: /^\s*Settings/ }) });
  // In one task: the browser says only after it that the settings are open.
  await settings.evaluate((details) => {
    details.querySelector('summary')!.click();
    const device = [...details.querySelectorAll('select')].find(({ options }) =>
      [...options].some(({ value }) => value === 'wasm-single'),
    )!;
    device.value = 'wasm-single';
    device.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(settings.locator('> summary')).toContainText('changed from the defaults');
  await expect(settings.getByLabel('Device', { exact: true }).first()).toHaveValue('wasm-single');
  await expect(settings).toHaveAttribute('open');
});
