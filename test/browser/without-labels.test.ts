import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './app';

test.use({ profile: 'shared' });

let folder: string;
test.beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'hitrate-without-labels-')), 'mixed');
  cpSync('test/fixtures/documents/mixed', folder, { recursive: true });
});
test.afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

test('30 files without a question become a verdict, what it rests on, and judgments that follow their documents', async ({
  app,
}) => {
  const { page } = app;
  await app.open();

  await test.step('questions are made, and the set says what it can show', async () => {
    await app.giveFolder(folder);
    await app.keepDocuments('Museum');
    await app.show('Question editor');
    await page.getByTestId('questions-generate').click();
    const source = page.getByTestId('question-source');
    await source.getByLabel('Questions at most').fill('40');
    await source.getByRole('button', { name: 'Generate questions' }).click();
    await expect(page.getByTestId('set-outlook')).toContainText('can be seen');
    await source.getByRole('button', { name: /^Add \d+ questions$/ }).click();
    await expect(page.getByTestId('questions-notes')).toHaveText(/^\d+ questions added\./);
  });

  await test.step('the verdict says whether these questions separate the systems', async () => {
    await app.choose('bm25', 'ensemble', 'ensemble-rerank');
    await app.evaluate();
    await expect(page.getByTestId('verdict')).toContainText(/best|tie|separate/);
    await expect(page.getByTestId('verdict')).toContainText(/\d+ questions/);
    await app.show('Data');
    await expect(page.getByTestId('readiness-meter')).toBeVisible();
    await app.show('Findings');
    await app.statistics();
  });

  await test.step('where retrieval is weak, and what other forms of the questions cost, is read of the same run', async () => {
    const weak = page.getByTestId('weak-retrieval');
    await weak.getByRole('heading').click();
    await expect(weak.getByTestId('weak-signals').locator('tbody tr')).toHaveCount(6);
    await page.getByTestId('robustness').getByText('Robustness', { exact: true }).click();
    await page.getByTestId('measure-robustness').click();
    await expect(page.getByTestId('robustness-heat').locator('tbody tr')).toHaveCount(3);
  });

  await test.step('documents change, and judgments that lost theirs are listed', async () => {
    await app.show('Documents');
    renameSync(join(folder, 'railway.txt'), join(folder, 'the-railway.txt'));
    writeFileSync(
      join(folder, 'opening-hours.md'),
      `${readFileSync(join(folder, 'opening-hours.md'), 'utf8')}\nDogs wait outside.\n`,
    );
    rmSync(join(folder, 'pottery'), { recursive: true });
    await page.getByTestId('refresh-folder-input').setInputFiles(folder);
    await expect(page.getByTestId('refresh-preview')).toBeVisible();
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(page.getByTestId('refresh-preview')).toBeHidden();
  });

  await test.step('a change of the figures is split into judgments and rankings', async () => {
    await app.choose('bm25', 'ensemble', 'ensemble-rerank');
    await app.evaluate();
    await app.show('Runs');
    await page.getByRole('navigation', { name: 'Runs' }).getByRole('link', { name: 'Compare two' }).click();
    const labels = page.getByTestId('label-changes');
    await expect(labels.locator('tr[data-system]')).toHaveCount(3);
    await labels.locator('summary').click();
    await expect(labels.locator('tr[data-reason="document-renamed"]').first()).toBeVisible();
    await expect(labels.locator('tr[data-reason="document-edited"]').first()).toBeVisible();
    // Parts of the edited document are judged as before.
    await expect(labels.locator('tr[data-reason="added"]')).toHaveCount(0);
  });
  expect(app.errors).toEqual([]);
  expect(app.requests.every((url) => url.startsWith(app.url) || url.startsWith('blob:'))).toBe(true);
});
