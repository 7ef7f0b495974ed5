import { expect, test } from './app';

test.use({ profile: 'shared' });

test('changed settings show in figures and rankings; judgments that change are scored without a new run, and back', async ({
  app,
}) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  await app.show('New run');
  await page.locator('summary', { hasText: 'Settings' }).click();
  await page.getByLabel(/^k₁/).first().fill('0.1');
  await app.evaluate();
  await app.show('Runs');
  await page.getByRole('navigation', { name: 'Runs' }).getByRole('link', { name: 'Compare two' }).click();
  const comparison = page.getByTestId('run-comparison');
  await expect(comparison.getByRole('heading', { level: 1 })).toContainText('nDCG@10');
  await expect(page.getByTestId('what-changed')).toContainText('k1');
  const movers = page.getByTestId('movers').first().getByRole('link');
  expect(await movers.count()).toBeGreaterThan(0);
  await movers.first().click();
  await expect(page).toHaveURL(/\/r\/[0-9a-f]{12}\/questions\?q=/);

  await app.show('Findings');
  const bm25 = page.getByTestId('ranked-table').locator('tr[data-system="bm25"] [data-column="nDCG@10"]');
  const before = await bm25.textContent();
  const run = page.url();
  await expect(page.getByTestId('rescoring')).toHaveCount(0);
  // BM25 finds its passage, so that another grade changes the figure.
  await page.goto(`${run.replace('findings', 'questions')}?filter=all&q=q-en-tram-01`);
  const expected = page.getByTestId('expected-passage');
  await expected.getByRole('button', { name: /^Grade 0/ }).click();
  await expect(expected).toHaveCount(0);

  await page.goto(run);
  await page.getByRole('button', { name: 'Score with the current judgments' }).click();
  await expect(page.getByTestId('rescoring')).toContainText('Scored with the current judgments.');
  await expect(bm25).not.toHaveText(before!);
  await expect(page.getByTestId('verdict')).toBeVisible();
  await page.getByRole('button', { name: 'Show the figures of the run' }).click();
  await expect(bm25).toHaveText(before!);
  expect(app.errors).toEqual([]);
});
