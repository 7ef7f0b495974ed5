import type { Page } from '@playwright/test';
import { download, expect, test } from './app';
import { violations } from './axe';
import { beirFolder } from './made-collection';

test.use({ profile: 'shared' });

const TOPICS = ['apples', 'bridges', 'clouds', 'dynamos', 'engines', 'ferries'];

/** The first passage is relevant, and the others are not. */
async function judgeQuestion(page: Page): Promise<void> {
  const bench = page.getByTestId('judge-bench');
  const before = await bench.getAttribute('data-query');
  await page.keyboard.press('1');
  await expect(bench.getByTestId('judge-item').first()).toHaveAttribute('data-grade', '1');
  await page.keyboard.press('Enter');
  await expect(bench).not.toHaveAttribute('data-query', before!);
}

test('a run while judging goes on counts complete questions, is marked everywhere, and no longer once all are judged', async ({
  app,
}) => {
  const { page } = app;
  const docs = TOPICS.flatMap((topic) =>
    [1, 2].map((n) => ({
      _id: `${topic}-${n}`,
      title: '',
      text: `About ${topic}: note ${n} on how ${topic} are made.`,
    })),
  );
  const questions = TOPICS.map((topic, i) => ({ _id: `q${i}`, text: `How are ${topic} made?` }));
  await app.open();
  // One is judged by file, since nothing else makes a collection of these: it counts from the start.
  await app.pickFolder(beirFolder(docs, questions, { test: [['q5', 'ferries-1', 1]] }));
  await app.add('Unjudged');
  await app.choose('bm25', 'embedding');
  await app.show('Judge');
  await page.getByTestId('judge-pool').click();
  await expect(page.getByTestId('judge-bench')).toBeVisible();
  await expect(page.getByTestId('judge-start')).toHaveCount(0);
  await expect(page.getByTestId('judge-evidence')).toHaveAttribute('data-questions', '1');
  for (let i = 0; i < 3; i++) await judgeQuestion(page);
  await page.getByTestId('judge-show-figures').click();
  const figures = page.getByTestId('judge-figures');
  await expect(figures.locator('tr[data-system="bm25"] [data-column="judged"]')).toHaveText(/[1-9]/);
  await expect(figures.getByTestId('judge-pairs').locator('[data-column="interval"]')).toHaveText(/^\[/);
  await figures.getByRole('button', { name: 'Close' }).click();

  // A fourth question is begun: it does not count.
  await page.keyboard.press('1');
  await expect(page.getByTestId('judge-item').first()).toHaveAttribute('data-grade', '1');
  await app.evaluate();
  const marks = page.getByTestId('estimate-mark');
  await expect(marks.first()).toContainText(/Estimate · [34] of 6 questions judged/);
  const complete = /(\d) of 6/.exec((await marks.first().textContent())!)![1]!;
  expect(await marks.count()).toBeGreaterThanOrEqual(3);
  await expect(page.getByTestId('ranked')).toContainText(`over ${complete} questions`);
  await expect(page.getByTestId('no-slices')).toBeVisible();
  await expect(page.getByTestId('caveats')).toContainText(
    `${complete} of 6 questions are judged completely, in random order`,
  );
  expect(await violations(page, null)).toEqual([]);
  const [header, row] = (await download(page, 'export-csv')).trim().split('\r\n');
  expect(header).toMatch(/,judging_queue,questions_complete,questions_total$/);
  expect(row!.endsWith(`,questions,${complete},6`), row).toBe(true);
  await app.show('Runs');
  await expect(page.getByTestId('run-history')).toContainText(`Estimate · ${complete} of 6 questions judged`);

  await app.show('Judge');
  const left = page.getByTestId('judge-close');
  // The loop looks once: the bench must be there before.
  await expect(left).toBeVisible();
  while (await left.isVisible()) {
    const asked = await page.getByTestId('judge-bench').getAttribute('data-query');
    await page.keyboard.press('Enter');
    await expect(async () => {
      const next = await page.getByTestId('judge-bench').getAttribute('data-query');
      expect(next !== asked || !(await left.isVisible())).toBe(true);
    }).toPass();
  }
  await app.evaluate();
  await expect(page.getByTestId('ranked')).toContainText('over 6 questions');
  await expect(marks).toHaveCount(0);
  expect(app.errors).toEqual([]);
});
