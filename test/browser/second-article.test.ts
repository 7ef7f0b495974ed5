import { chooseTemplate, expect, exported, test } from './app';

test.use({ profile: 'shared' });

test('the second article runs at one press, and its first question has the numbers of the article', async ({ app }) => {
  const { page } = app;
  await app.open();
  await chooseTemplate(page, 'first-ten');
  await page.getByTestId('run-on-sample').click();
  await expect(page.getByTestId('collection-menu')).toContainText('The Breakwater');
  await app.statistics();
  await expect(page.getByTestId('export-json')).toBeVisible();

  const { systems } = await exported(page);
  expect(systems.map(({ id }) => id)).toEqual(['cosine', 'cosine-rerank']);
  for (const { perQuery } of systems) {
    const of = (measure: string): string => Object.values(perQuery[measure]!)[0]!.toFixed(2);
    expect(['HitRate@10', 'P@10', 'Recall@10', 'F1@10'].map(of)).toEqual(['1.00', '0.20', '0.67', '0.31']);
  }
  // None of these measures looks at the order of the ten.
  expect(systems[1]!.measures).toEqual(systems[0]!.measures);
  expect(app.errors).toEqual([]);
});

test('it runs from the start page, too', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.show('Data');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByTestId('welcome-run').click();
  await app.statistics();
  await expect(page.getByTestId('export-json')).toBeVisible();
  await expect(page.getByTestId('collection-menu')).toContainText('The Breakwater');
});
