import type { Page } from '@playwright/test';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectionPath } from '../data';
import { type App, expect, test } from './app';

test.use({ profile: 'shared' });

const QUESTIONS = 24;
/** Questions that are completed before there is an estimate. */
const NEEDED = 10;
const source = collectionPath('xquad-en');

/** The first questions of XQuAD with all passages. */
function fewQuestions(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitrate-automatic-'));
  const read = (...path: string[]): string => readFileSync(join(source!, ...path), 'utf8');
  const queries = read('queries.jsonl').split('\n').slice(0, QUESTIONS);
  const ids = new Set(queries.map((line) => (JSON.parse(line) as { _id: string })._id));
  const [head, ...judgments] = read('qrels', 'test.tsv').split('\n');
  mkdirSync(join(folder, 'qrels'));
  writeFileSync(join(folder, 'corpus.jsonl'), read('corpus.jsonl'));
  writeFileSync(join(folder, 'queries.jsonl'), `${queries.join('\n')}\n`);
  const own = judgments.filter((line) => ids.has(line.split('\t')[0]!));
  writeFileSync(join(folder, 'qrels', 'test.tsv'), [head, ...own, ''].join('\n'));
  return folder;
}

async function openDialog(page: Page) {
  await page.getByTestId('judge-show-automatic').click();
  const dialog = page.getByTestId('automatic-judge');
  await expect(dialog).toBeVisible();
  return dialog;
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('automatic-judge')).toBeHidden();
}

async function openJudging(app: App): Promise<void> {
  await app.show('Judge');
  await expect(app.page.getByTestId('judge-bench')).toBeVisible();
}

/** Completes questions by one click each: what is not judged is not relevant. */
async function complete(page: Page, questions: number): Promise<void> {
  const bench = page.getByTestId('judge-bench');
  for (let i = 0; i < questions; i++) {
    const at = await bench.getAttribute('data-query');
    await page.getByTestId('judge-close').click();
    await expect(bench).not.toHaveAttribute('data-query', at!);
  }
}

test.skip(source === null, 'the collections of test/data.ts are not here');

test('the bundled reranker judges the pools, and what it says is shown corrected by ten questions', async ({ app }) => {
  test.setTimeout(300_000);
  const { page } = app;
  await app.open();
  const folder = fewQuestions();
  await app.pickFolder(folder);
  await app.add('Few questions');
  await app.show('New run');
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  await openJudging(app);

  let dialog = await openDialog(page);
  await dialog.getByTestId('judge-automatically').click();
  await expect(dialog.getByTestId('automatic-judge-kept')).toBeVisible({ timeout: 240_000 });
  // What it says alone is not shown.
  await expect(dialog.getByTestId('corrected-missing')).toContainText('None is complete so far.');
  await expect(dialog.getByTestId('corrected')).toHaveCount(0);
  await expect(dialog.getByTestId('judge-agrees')).toHaveCount(0);
  await closeDialog(page);

  await complete(page, NEEDED);
  dialog = await openDialog(page);
  const corrected = dialog.getByTestId('corrected');
  await expect(corrected).toHaveAttribute('data-questions', String(NEEDED));
  await expect(corrected).toContainText('Corrected by 10 questions that you judged');
  await expect(dialog.getByTestId('judge-agrees')).toContainText('that you judged too');
  const figures = await corrected.evaluate((element) => ({ ...element.dataset }));
  const [mean, low, high, worth] = [figures['mean'], figures['low'], figures['high'], figures['worth']].map(Number);
  expect(low).toBeLessThanOrEqual(mean!);
  expect(high).toBeGreaterThanOrEqual(mean!);
  expect(worth).toBeGreaterThanOrEqual(NEEDED);
  expect(worth).toBeLessThanOrEqual(QUESTIONS);
  await closeDialog(page);

  // The judge and the order of the questions are on disk.
  await page.reload();
  await expect(page.getByTestId('judge-bench')).toBeVisible();
  dialog = await openDialog(page);
  await expect(dialog.getByTestId('corrected')).toHaveAttribute('data-mean', figures['mean']!);
  await expect(dialog.getByTestId('corrected')).toHaveAttribute('data-worth', figures['worth']!);

  // All judged: the interval is the figure.
  await closeDialog(page);
  await complete(page, QUESTIONS - NEEDED - 1);
  await page.getByTestId('judge-close').click();
  await expect(page.getByTestId('judge-close')).toHaveCount(0);
  dialog = await openDialog(page);
  await expect(dialog.getByTestId('corrected')).toHaveAttribute('data-questions', String(QUESTIONS));
  const whole = await dialog.getByTestId('corrected').evaluate((element) => ({ ...element.dataset }));
  expect(Number(whole['high']) - Number(whole['low'])).toBeLessThan(1e-9);

  await dialog.getByRole('button', { name: 'Delete its judgments' }).click();
  await expect(dialog.getByTestId('automatic-judge-kept')).toHaveCount(0);
  await expect(dialog.getByTestId('judge-automatically')).toBeVisible();

  // A file under the name that is asked for; it says the same as the judgments of the collection.
  await dialog.getByText('File', { exact: true }).click();
  await dialog.getByLabel('Name of the judge').fill('Grader 7');
  await dialog.getByTestId('automatic-judge-files').setInputFiles(join(folder, 'qrels', 'test.tsv'));
  await expect(dialog.getByTestId('automatic-judge-kept')).toContainText('Grader 7');
  await expect(dialog.getByTestId('corrected')).toHaveAttribute('data-mean', whole['mean']!);
  await expect(dialog.getByTestId('judge-agrees')).toHaveAttribute('data-kappa', '');
  expect(app.errors).toEqual([]);
});
