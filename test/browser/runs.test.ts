import { expect, test } from './app';
import { violations } from './axe';

test.use({ profile: 'shared' });

test('runs are named, pinned and compared question by question', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25');
  await app.evaluate();
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  await app.show('Runs');
  const runs = page.getByTestId('run-history').locator('li[data-run]');
  await expect(runs).toHaveCount(2);
  const [newest, oldest] = [runs.first(), runs.last()];
  await expect(newest.locator('.figure')).toContainText('nDCG@10');
  await expect(newest.getByTestId('settings-diff')).toHaveText('System embedding added');
  await expect(oldest.getByTestId('settings-diff')).toHaveCount(0);

  await oldest.getByRole('button', { name: 'Name and notes' }).click();
  const form = page.getByTestId('run-note');
  await form.getByLabel('Name').fill('Words alone');
  await form.getByLabel('Tags').fill('first, words');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(oldest.getByRole('link', { name: 'Words alone' })).toBeVisible();
  await expect(oldest.getByText('words', { exact: true })).toBeVisible();
  await oldest.getByRole('button', { name: 'Pin as baseline' }).click();
  await expect(oldest.getByText('Baseline', { exact: true })).toBeVisible();
  await page.reload();
  await expect(oldest.getByRole('link', { name: 'Words alone' })).toBeVisible();

  // One that is chosen is held against the pinned one.
  await newest.getByRole('checkbox').check();
  await page.getByTestId('compare-runs').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('nDCG@10 changed for no question.');
  await expect(page.getByLabel('First run')).toHaveValue(/^[0-9a-f]{12}$/);
  await expect(page.getByTestId('figure-changes').locator('tr[data-system="bm25"]')).toContainText('Identical');
  await expect(page.getByTestId('run-verdicts').getByRole('link')).toHaveCount(2);
  await expect(page.getByTestId('run-verdicts')).toContainText('Only BM25 was run.');
  const slices = page.getByTestId('slice-changes');
  await expect(slices).toContainText('No evidence that the change depends on the slice');
  await expect(slices.locator('tr[data-slice="language:zh"]')).toContainText('52');
  const changed = page.getByTestId('what-changed');
  await expect(changed.locator('tr', { hasText: 'System' })).toContainText('embedding');
  await expect(changed).not.toContainText('Judgments');
  await expect(page.getByTestId('list-changes').locator('tr[data-system="bm25"]')).toContainText('1.000');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('nDCG@10 changed for no question.');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await violations(page, null), `${width} wide`).toEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  expect(app.errors).toEqual([]);
});

test('changed settings show in figures and rankings, with the questions that moved', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25');
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
});

test('an address that names a run that is gone says so', { tag: '@full' }, async ({ app }) => {
  const { page, url } = app;
  await app.open();
  await app.choose('bm25');
  await app.evaluate();
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  await page.goto(`${url}#/c/sample/runs/compare?before=000000000000`);
  await expect(page.getByText('A run in this address is not in this browser.')).toBeVisible();
  await expect(page.getByTestId('figure-changes')).toBeVisible();
});

test('judgments that change are scored without a new run, and the figures of the run come back', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25', 'embedding');
  await app.evaluate();
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
