import type { Page } from '@playwright/test';
import { expect, exported, test } from './app';
import { ask } from './database';

const STORES = 'collections docs questions artifacts rows results resultHeaders brought broughtHeaders'.split(' ');
/** The stores that hold anything of a collection. */
async function filled(page: Page): Promise<string[]> {
  const counts = await ask<number[]>(page, 'hitrate', ...STORES.map((name) => [name, 'count'] as const));
  return STORES.filter((_, i) => counts[i]! > 0);
}

test('a collection is renamed, its questions edited and judged, evaluated again, and deleted with what was computed', async ({
  app,
}) => {
  const { page } = app;
  await page.goto(`${app.url}#/c/sample/findings`);
  await app.statistics();
  const stale = page.getByText('Questions or judgments changed since this run');
  await expect(stale).toBeHidden();

  await app.show('Data');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name of the collection').fill('My own sample');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByTestId('collection-list')).toContainText('My own sample');

  await app.show('Question editor');
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('who ground the rails of the tram?');
  await page.getByLabel('Find a document to judge').fill('Rail grinding');
  await page.getByRole('button', { name: /en-tram-12/ }).click();
  await page.getByLabel('Grade of en-tram-12').fill('2');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();

  await app.show('Findings');
  await app.statistics();
  await expect(stale).toBeVisible();
  await app.choose('bm25');
  await app.evaluate();
  await expect(stale).toBeHidden();
  const { systems } = await exported(page);
  expect(Object.keys(systems[0]!.perQuery['HitRate@1']!)).toHaveLength(156 + 1);

  await app.show('Data');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByTestId('collection-list')).not.toContainText('My own sample');
  expect(await filled(page)).toContain('results');
  await page.getByTestId('undo-bar').getByRole('button', { name: 'Delete now' }).click();
  await expect.poll(() => filled(page)).toEqual([]);
  await page.reload();
  // Once deleted, the sample stays away.
  await expect(page.getByTestId('collection-list')).not.toContainText('sample');
  await page.getByTestId('see-sample').click();
  await app.show('New run');
  await expect(page.getByTestId('evaluate-button')).toBeVisible();
  await expect(page.getByTestId('collection-list')).toContainText('Hitrate sample');
});
