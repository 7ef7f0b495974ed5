import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './app';
import { looks } from './axe';

test.use({ profile: 'shared' });

const answer = (page: Page) => page.getByTestId('judges-answer');
const items = (page: Page) => page.getByTestId('disagreement');

/** Twelve judged pairs of the sample, each graded by two people. */
const PAIRS = readFileSync('public/samples/hitrate-sample/qrels/test.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1, 13)
  .map((line) => line.split('\t') as [string, string]);
const ANNA = [2, 1, 0, 3, 1, 0, 2, 2, 0, 1, 3, 0];
const BEN = [2, 1, 0, 0, 1, 1, 2, 2, 0, 1, 3, 2];

const file = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
});
/** A table with reasons and no name: the file is of one judge. */
const anna = file('anna.csv', [
  'query,document,grade,reason',
  ...PAIRS.map(([query, doc], i) => `${query},${doc},${ANNA[i]},"because of line ${i + 2}, I think"`),
]);
const ben = file('judgments-ben.tsv', [
  'query-id\tcorpus-id\tscore',
  ...PAIRS.map(([query, doc], i) => `${query}\t${doc}\t${BEN[i]}`),
]);

test('two people’s files are merged, their agreement is Krippendorff’s, and a second look decides; a judgment to check is repaired', async ({
  app,
}) => {
  const { page } = app;
  await page.goto(app.url);
  await page.getByTestId('see-sample').click();
  await expect(page.getByTestId('verdict')).toBeVisible();
  await page.goto(`${app.url}#/c/sample/data/judges`);
  await expect(answer(page)).toContainText('Add the judgments of two or more people');

  await test.step('the files are of one judge each, who is named', async () => {
    await page.getByTestId('add-files').click();
    await page.getByTestId('files-input').setInputFiles([anna, ben]);
    await expect(page.getByRole('button', { name: 'Add them as a collection of their own' })).toBeVisible();
    await expect(page.getByTestId('judges-preview')).toContainText('12 passages have a judgment already');
    await page.getByLabel('Who judged anna.csv?').fill('Anna');
    await page.getByLabel('Who judged judgments-ben.tsv?').fill('Ben');
    await page.getByRole('button', { name: 'Add 24 judgments' }).click();
    await expect(page.getByTestId('judges-preview')).toBeHidden();
    await expect(page.getByTestId('judges')).toContainText('Anna 12 judgments');
  });

  // Of tools/golden/krippendorff.py, for these grades.
  await expect(answer(page)).toContainText('α = 0.45 (ordinal)');

  const [widest] = [items(page).first()];
  await test.step('disagreements are listed widest first, with the reasons and their lines', async () => {
    await expect(items(page)).toHaveCount(3);
    await expect(widest).toHaveAttribute('data-doc', PAIRS[3]![1]);
    await expect(widest).toContainText('“because of line 5, I think”');
    await expect(widest).toContainText('anna.csv, line 5');
    await expect(widest.getByTestId('merged-grade')).toHaveText('0');
  });

  await test.step('a second look changes the merged grade, and nothing of it is lost by a reload', async () => {
    await widest.getByLabel('Your reason').fill('The table says so');
    await widest.getByRole('button', { name: /^Grade 2/ }).click();
    await expect(widest.getByTestId('merged-grade')).toContainText('2 your decision');
    await page.reload();
    await expect(widest.getByTestId('merged-grade')).toContainText('2 your decision');
    await expect(widest.getByLabel('Your reason')).toHaveValue('The table says so');
    await expect(page.getByTestId('judges')).toContainText('Ben 12 judgments');
    await expect(answer(page)).toContainText('α = 0.45 (ordinal)');
  });

  await test.step('the merged grade is the judgment of the collection', async () => {
    await app.show('Data');
    await expect(page.getByTestId('judges-line')).toContainText(
      'Judgments are merged from 2 judges by the rule “Majority, ties to the lower grade”',
    );
    await page.goto(`${app.url}#/c/sample/questions/judge?q=${PAIRS[3]![0]}`);
    await expect(page.getByTestId('judge-bench')).toBeVisible();
    await page.goto(`${app.url}#/c/sample/data/questions`);
    await page.getByLabel('Search questions').fill(PAIRS[3]![0]);
    await page.getByRole('button', { name: /Which depot can re-profile wheels/ }).click();
    await expect(page.getByLabel(`Grade of ${PAIRS[3]![1]}`)).toHaveValue('2');
  });

  await test.step('two judgments of one text are listed in one place, and repaired there', async () => {
    const text = 'The valve of the boiler opens at ten bar, and the pump starts.';
    const collection = {
      queries: { q: 'When does the valve open?' },
      corpus: { a: text, b: text.replace(', ', ',  '), c: 'Other words.' },
      relevant_docs: { q: ['a', 'b'] },
      mode: 'text',
    };
    await app.give({
      name: 'copies.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(collection)),
    });
    await app.add('Copies');
    await app.show('Data');
    await expect(page.getByTestId('card-judgments')).toContainText('1 to check');
    await page.getByTestId('to-check').click();
    const part = page.getByTestId('label-concerns');
    const row = part.locator('[data-reason="duplicate"]');
    await expect(row).toContainText('When does the valve open?');
    await looks(page, 'a judgment to check');
    await row.getByRole('button', { name: 'Remove the judgment of b' }).click();
    await expect(part).toContainText('No judgment needs to be checked');
  });
  expect(app.errors).toEqual([]);
});
