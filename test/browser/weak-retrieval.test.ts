import { expect, test } from './app';
import { violations } from './axe';

test.use({ profile: 'shared' });

test('weak retrieval is read of a run, and a gate on reranking is a system like any other', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('ensemble', 'ensemble-rerank');
  await app.evaluate();
  const section = page.getByTestId('weak-retrieval');
  await section.getByRole('heading').click();
  await expect(section.getByTestId('weak-signals').locator('tbody tr')).toHaveCount(6);
  await expect(section.getByTestId('gate-chosen')).toContainText('of the calls saved');
  await expect(section.getByTestId('gate-curve')).toBeVisible();
  expect(await violations(page, null)).toEqual([]);
  await section.getByLabel('Gate by').selectOption('overlap');
  await section.getByRole('button', { name: 'Use the weakest 50 % as a system' }).click();

  const composed = page.getByTestId('composed');
  await expect(composed).toContainText('ensemble-rerank, weakest 50 % by overlap');
  await page.getByRole('button', { name: /^Edit ensemble-rerank, weakest/ }).click();
  const fields = page.getByTestId('gate-fields');
  await expect(fields.getByLabel('Weak by')).toHaveValue('overlap');
  await fields.getByLabel('Share of the questions').fill('0.4');
  await page.getByTestId('system-editor').getByRole('button', { name: 'Keep' }).click();
  await app.evaluate();
  await expect(page.getByTestId('results-table')).toContainText('weakest');
  expect(app.errors).toEqual([]);
});
