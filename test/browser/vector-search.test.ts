import type { Page } from '@playwright/test';
import { download, expect, exported, test } from './app';

test.use({ profile: 'shared' });

/** With the least recall of exact search that each must have: the bundled model is not trained for half of its numbers. */
const LEAST = { 'matryoshka-half': 0.4, int8: 0.95, binary: 0.4, 'binary-rescored': 0.85 };
const CHEAPER = Object.keys(LEAST);

async function add(page: Page, ids: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add systems' }).click();
  const dialog = page.getByTestId('add-systems');
  for (const id of ids) await dialog.getByText(id, { exact: true }).click();
  await dialog.getByRole('button', { name: /^Add \d+ system/ }).click();
  await expect(dialog).toBeHidden();
}

test('searches of vectors that are not exact are told beside exact search, and are in the exports', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('embedding');
  await app.evaluate();
  // Nothing stands in for exact search here.
  await expect(page.getByTestId('vector-search')).toBeHidden();
  await app.show('New run');
  await add(page, CHEAPER);
  await app.evaluate();
  const table = page.getByTestId('vector-search');
  await expect(table.locator('tbody tr')).toHaveCount(CHEAPER.length);
  for (const [id, least] of Object.entries(LEAST)) {
    const row = table.locator(`tr[data-system="${id}"]`);
    const recall = Number(await row.getAttribute('data-recall-at-10'));
    expect(recall, id).toBeGreaterThan(least);
    expect(recall, id).toBeLessThanOrEqual(1);
  }
  expect(await app.counts()).toMatchObject({ 'passage-vectors': { computed: 0 }, 'question-vectors': { computed: 0 } });
  const { systems } = (await exported(page)) as { systems: { id: string; vectorSearch?: { recallAt10: number }[] }[] };
  expect(systems.filter(({ vectorSearch }) => vectorSearch).map(({ id }) => id)).toEqual(CHEAPER);
  expect(await download(page, 'export-csv')).toContain('exact_recall_at_10');
  // A second time from what is kept: the same numbers, and nothing is searched.
  const before = await table.locator('tbody').textContent();
  await page.reload();
  await app.statistics();
  await expect(table.locator('tbody tr')).toHaveCount(CHEAPER.length);
  expect(await table.locator('tbody').textContent()).toBe(before);
  expect(app.requests.every((url) => url.startsWith(app.url))).toBe(true);
  expect(app.errors).toEqual([]);
});
