import { download, expect, exported, test } from './app';
import { violations } from './axe';
import { beirFolder } from './made-collection';

test.use({ profile: 'shared' });

const THINGS = ['tea', 'kettle', 'tram', 'bridge', 'clock', 'harbour', 'market', 'garden', 'lamp', 'mill'];
const ABSENT = ['zeppelin', 'glacier', 'casino', 'volcano', 'submarine'];
/** Ten questions of three splits, and five that are marked as without an answer. */
const town = (): string => {
  const judged = (...ids: number[]) => ids.map((i) => [`q${i}`, `d${i}`, 1] as const);
  return beirFolder(
    THINGS.map((thing, i) => ({ _id: `d${i}`, text: `The ${thing} of the town, number ${i}.` })),
    [
      ...THINGS.map((thing, i) => ({ _id: `q${i}`, text: `Where is the ${thing} in the town?` })),
      ...ABSENT.map((thing, i) => ({ _id: `n${i}`, text: `How high is a ${thing}?`, answerable: false })),
    ],
    { train: judged(0, 1), dev: judged(2, 3, 4, 5), test: judged(6, 7, 8, 9) },
  );
};

test('splits are imported, tuned on and tested apart, looks at the test questions are counted; questions without an answer are told apart by the first score', async ({
  app,
}) => {
  const { page } = app;
  await app.open();
  await app.pickFolder(town());
  await page.getByLabel('Judgments of the split').selectOption('all');
  await expect(page.getByTestId('import-preview')).toContainText('10 judged');
  await app.add('Town');
  await app.show('Question editor');
  await expect(page.getByTestId('question-splits')).toContainText('2 train · 4 development · 4 test');
  // One more without an answer is written and marked here.
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Who painted the moon?');
  await page.getByLabel('Nothing in this collection answers it').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('There are unsaved changes.')).toHaveCount(0);

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

  await test.step('all questions, with those that have no answer', async () => {
    await app.show('Findings');
    await app.choose('bm25');
    await questions.selectOption('all');
    await app.evaluate();
    await expect(looks).toContainText('The test questions were looked at 2 times');
    const file = JSON.parse(await download(page, 'export-json')) as {
      systems: { perQuery: Record<string, Record<string, number>> }[];
      noAnswer: { answerable: number; unanswerable: number; systems: { area: { auc: number } }[] };
    };
    expect(Object.keys(file.systems[0]!.perQuery['nDCG@10']!)).toHaveLength(THINGS.length);
    expect(file.noAnswer).toMatchObject({ answerable: 10, unanswerable: 6 });
    expect(file.noAnswer.systems[0]!.area.auc).toBeGreaterThan(0.9);
    const section = page.getByTestId('no-answer');
    await section.getByRole('heading').click();
    await expect(section.getByTestId('no-answer-table').locator('tbody tr')).toHaveCount(1);
    await expect(section.getByTestId('relevance-curve')).toBeVisible();
    const line = page.getByTestId('no-answer-line');
    await expect(line).toContainText('of 6 questions without an answer');
    await expect(line).toContainText('where always and never answering have .5');
    expect(await violations(page, null)).toEqual([]);
  });

  // Looks are there after a reload.
  await page.reload();
  await expect(looks).toContainText('The test questions were looked at 2 times');
  expect(app.errors).toEqual([]);
});
