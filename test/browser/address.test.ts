import type { Page } from '@playwright/test';
import { createApp, expect, NEW_RUN, test } from './app';
import { smallCollection } from './models-dialog';

test.use({ profile: 'shared' });

const hashOf = (url: string): string => new URL(url).hash;

test('a run has an address, which a reload, another tab and Back show again; what is not saved is not lost by going on', async ({
  app,
  context,
}) => {
  const { page } = app;
  const row = (tab: Page, system: string) => tab.getByTestId('results-table').locator(`tr[data-system="${system}"]`);
  await page.goto(`${app.url}#/c/sample/findings`);
  await app.statistics();
  const first = page.url();
  expect(hashOf(first)).toMatch(/^#\/c\/sample\/r\/[0-9a-f]{12}\/findings$/);
  await app.choose('bm25');
  await app.evaluate();
  const second = page.url();
  expect(second).not.toBe(first);

  await test.step('a reload and another tab', async () => {
    await page.reload();
    await app.statistics();
    await expect(row(page, 'bm25')).toBeVisible();
    await expect(page).toHaveURL(second);
    const other = createApp(await context.newPage(), app.url);
    await other.page.goto(first);
    await other.statistics();
    await expect(row(other.page, 'embedding')).toBeVisible();
    // Without a run it is the newest, and says so in its address.
    await other.page.goto(`${app.url}#/c/sample/findings`);
    await expect(row(other.page, 'bm25')).toBeVisible();
    await expect(row(other.page, 'embedding')).toHaveCount(0);
    await expect(other.page).toHaveURL(second);
    expect(other.errors).toEqual([]);
    await other.page.close();
  });

  await test.step('Back leads through screens and collections', async () => {
    await app.show('Judge');
    await expect(page.getByTestId('judge-bench')).toBeVisible();
    const judge = page.url();
    expect(hashOf(judge)).toMatch(/\/r\/[0-9a-f]{12}\/questions\/judge$/);
    await app.pick(smallCollection('address'));
    await app.add('Other');
    await page.goBack();
    await expect(page.getByTestId('data-overview')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(judge);
    await expect(page.getByTestId('judge-bench')).toBeVisible();
    await expect(page.getByTestId('collection-menu')).toContainText('Hitrate sample');
    for (let i = 0; i < 2; i++) await page.goForward();
    await expect(page.getByTestId('collection-menu')).toContainText('Other');
    await expect(page.getByTestId('evaluate-button')).toBeVisible();
  });

  await test.step('what a person changed is asked about', async () => {
    await app.show('Question editor');
    await page.locator('button[aria-expanded]').filter({ hasText: /sleep/ }).click();
    await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Where do geese sleep?');
    await app.show('Findings');
    await app.show('Question editor');
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await page.evaluate((hash) => (location.hash = hash), NEW_RUN);
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByTestId('collection-menu')).toContainText('Other');
    await page.evaluate((hash) => (location.hash = hash), NEW_RUN);
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByTestId('collection-menu')).toContainText('Hitrate sample');
  });
  expect(app.errors).toEqual([]);
});
