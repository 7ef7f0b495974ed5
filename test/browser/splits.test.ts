import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, exported, test } from './app';
import { violations } from './axe';

test.use({ profile: 'shared' });

const THINGS = ['tea', 'kettle', 'tram', 'bridge', 'clock', 'harbour', 'market', 'garden', 'lamp', 'mill'];
let folder: string;

/** Twelve questions of three splits, as BEIR has them. */
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hitrate-splits-'));
  mkdirSync(join(folder, 'town/qrels'), { recursive: true });
  const lines = (records: readonly object[]): string => records.map((each) => `${JSON.stringify(each)}\n`).join('');
  const write = (name: string, text: string): void => writeFileSync(join(folder, 'town', name), text);
  write(
    'corpus.jsonl',
    lines(THINGS.map((thing, i) => ({ _id: `d${i}`, text: `The ${thing} of the town, number ${i}.` }))),
  );
  write('queries.jsonl', lines(THINGS.map((thing, i) => ({ _id: `q${i}`, text: `Where is the ${thing}?` }))));
  const splits = { train: [0, 1], dev: [2, 3, 4, 5], test: [6, 7, 8, 9] };
  for (const [split, ids] of Object.entries(splits))
    write(`qrels/${split}.tsv`, ['query-id\tcorpus-id\tscore', ...ids.map((i) => `q${i}\td${i}\t1`), ''].join('\n'));
});
test.afterEach(() => rmSync(folder, { recursive: true }));

test('splits are imported, tuned on and tested apart; looks at the test questions are counted and kept', async ({
  app,
}) => {
  const { page } = app;
  await app.open();
  await app.pickFolder(join(folder, 'town'));
  await page.getByLabel('Judgments of the split').selectOption('all');
  await expect(page.getByTestId('import-preview')).toContainText('10 questions (10 judged)');
  await app.add('Town');

  // The development questions can be tuned on.
  await app.choose('bm25', 'embedding');
  const questions = page.getByTestId('run-questions').getByRole('combobox');
  await questions.selectOption('development');
  await app.evaluate();
  const development = await exported(page);
  expect(Object.keys(development.systems[0]!.perQuery['nDCG@10']!)).toEqual(['q2', 'q3', 'q4', 'q5']);
  await expect(page.getByTestId('test-looks')).toHaveCount(0);
  await app.show('Fusion lab');
  await expect(page.getByTestId('lab-weight-0')).toBeVisible();

  // The test questions are looked at, and refused for tuning.
  await app.show('New run');
  await questions.selectOption('test');
  await app.evaluate();
  const looks = page.getByTestId('test-looks');
  await expect(looks).toContainText('This is the first look at the test questions');
  await app.show('Fusion lab');
  await expect(page.getByText(/This run has 4 test questions: what is tuned on them/)).toBeVisible();

  await app.show('Findings');
  await app.choose('bm25');
  await app.evaluate();
  await expect(looks).toContainText('The test questions were looked at 2 times');
  expect(await violations(page, null)).toEqual([]);

  // All of it is there after a reload: the looks, the splits and what the next run is scored on.
  await page.reload();
  await expect(looks).toContainText('The test questions were looked at 2 times');
  await app.show('New run');
  await expect(questions).toHaveValue('test');
  await app.show('Question editor');
  await expect(page.getByTestId('question-splits')).toContainText('2 train · 4 development · 4 test');
  expect(app.errors).toEqual([]);
});

test('the split of a single question is changed where it is edited', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.pickFolder(join(folder, 'town'));
  await page.getByLabel('Judgments of the split').selectOption('all');
  await app.add('Town');
  await app.show('Question editor');
  const counts = page.getByTestId('question-splits').locator('summary');
  await page.getByRole('button', { name: /Where is the harbour/ }).click();
  const split = page.getByLabel('Split', { exact: true });
  await expect(split).toHaveValue('development');
  await split.selectOption('test');
  await expect(page.getByText('What was, before this was one, has seen it.')).toBeVisible();
  await expect(counts).toContainText('2 train · 3 development · 5 test');
  expect(await violations(page, null)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('There are unsaved changes.')).toHaveCount(0);
  await page.reload();
  await expect(counts).toContainText('2 train · 3 development · 5 test');
  await page.getByRole('button', { name: /Where is the harbour/ }).click();
  await split.selectOption('none');
  await expect(counts).toContainText('2 train · 3 development · 4 test · 1 in no split');
  expect(app.errors).toEqual([]);
});

test(
  'questions are divided by chance, and those that were divided keep their split',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    await app.open();
    await app.show('Question editor');
    const splits = page.getByTestId('question-splits');
    await expect(splits).toContainText('not divided');
    await splits.locator('summary').click();
    await splits.getByLabel('Share of train').fill('50');
    await page.getByTestId('divide-all').click();
    await expect(splits.locator('summary')).toContainText(/\d+ train · \d+ development · \d+ test/);
    const counts = await splits.locator('summary').textContent();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('There are unsaved changes.')).toHaveCount(0);
    await page.reload();
    await expect(splits.locator('summary')).toHaveText(counts!);
    await page.getByTestId('question-splits').locator('summary').click();
    await page.getByRole('button', { name: 'Remove the splits' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(splits).toContainText('not divided');
  },
);
