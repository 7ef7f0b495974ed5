import { download, expect, test } from './app';
import { violations } from './axe';
import { beirFolder } from './made-collection';

test.use({ profile: 'shared' });

const THINGS = ['tea', 'kettle', 'tram', 'bridge', 'clock', 'harbour', 'market', 'garden', 'lamp', 'mill'];
const ABSENT = ['zeppelin', 'glacier', 'casino', 'volcano', 'submarine'];
/** Ten questions with an answer, and five that are marked as without one. */
const town = (): string =>
  beirFolder(
    THINGS.map((thing, i) => ({ _id: `d${i}`, text: `A ${thing} stands in the town.` })),
    [
      ...THINGS.map((thing, i) => ({ _id: `q${i}`, text: `Where is the ${thing} in the town?` })),
      ...ABSENT.map((thing, i) => ({ _id: `n${i}`, text: `How high is a ${thing}?`, answerable: false })),
    ],
    { test: THINGS.map((_, i) => [`q${i}`, `d${i}`, 1]) },
  );

test('questions without an answer are imported, marked in the editor, and told apart by the first score', async ({
  app,
}) => {
  const { page } = app;
  await app.open();
  await app.pickFolder(town());
  await app.add('Town');

  // One more is written and marked here.
  await app.show('Question editor');
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Who painted the moon?');
  await page.getByLabel('Nothing in this collection answers it').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('There are unsaved changes.')).toHaveCount(0);

  await app.show('New run');
  await app.choose('bm25');
  await app.evaluate();
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
  expect(await violations(page, null)).toEqual([]);
  const line = page.getByTestId('no-answer-line');
  await expect(line).toContainText('of 6 questions without an answer');
  await expect(line).toContainText('where always and never answering have .5');
  expect(app.errors).toEqual([]);
});
