import { expect, exported, test } from './app';
import { violations } from './axe';
import { beirFolder } from './made-collection';

test.use({ profile: 'shared' });

const THINGS = ['tea', 'kettle', 'tram', 'bridge', 'clock', 'harbour', 'market', 'garden', 'lamp', 'mill'];
/** Ten questions of three splits. */
const town = (): string => {
  const judged = (...ids: number[]) => ids.map((i) => [`q${i}`, `d${i}`, 1] as const);
  return beirFolder(
    THINGS.map((thing, i) => ({ _id: `d${i}`, text: `The ${thing} of the town, number ${i}.` })),
    THINGS.map((thing, i) => ({ _id: `q${i}`, text: `Where is the ${thing}?` })),
    { train: judged(0, 1), dev: judged(2, 3, 4, 5), test: judged(6, 7, 8, 9) },
  );
};

test('splits are imported, tuned on and tested apart; looks at the test questions are counted and kept', async ({
  app,
}) => {
  const { page } = app;
  await app.open();
  await app.pickFolder(town());
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
