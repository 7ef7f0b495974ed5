import type { Page } from '@playwright/test';
import { createApp, expect, test } from './app';

test.use({ profile: 'shared' });

const items = (page: Page) => page.getByTestId('judge-item');
const current = (page: Page) => page.locator('[data-testid="judge-item"][aria-current="true"]');
const question = (page: Page) => page.getByTestId('judge-bench').getAttribute('data-query');
const judged = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-testid="judge-progress"] [data-judged]').getAttribute('data-judged'));

/** Systems by id and by readable name, and figures of theirs: a measure of theirs is written without a leading zero. */
const OF_SYSTEMS =
  /\b(bm25|embedding|ensemble|hybrid|rrf|rerank\w*|rank(ed)?|scores?|ndcg|recall)\b|(?<![\d\w])\.\d{2,}/i;

test('passages are judged blind: keys grade, undo, note, search and judge a part alone; nothing is lost when the page crashes', async ({
  app,
}) => {
  const { page } = app;
  await page.goto(`${app.url}#/c/sample/questions/judge`);
  await expect(page.getByTestId('judge-bench')).toBeVisible();
  const first = await question(page);
  const key = (await current(page).getAttribute('data-key'))!;
  const start = await judged(page);

  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect.poll(() => question(page)).not.toBe(first);
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await expect.poll(() => question(page)).toBe(first);
  await expect(page.locator(`[data-key="${key}"]`)).toHaveAttribute('data-grade', '');
  expect(await judged(page)).toBe(start);
  await expect(current(page)).toHaveAttribute('data-key', key);

  await page.keyboard.press('d');
  await expect(page.getByTestId('judge-document')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('judge-document')).toHaveCount(0);

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  await page.keyboard.press('n');
  await page.getByLabel('Note on the passage').fill('only the first sentence');
  await page.keyboard.press('Enter');
  await expect(current(page)).toContainText('only the first sentence');

  // A part that is selected is judged alone, and decides what the passage counts with.
  const text = current(page).locator('[data-from]');
  await text.evaluate((element) => {
    const range = document.createRange();
    range.setStart(element.firstChild!, 2);
    range.setEnd(element.firstChild!, 9);
    getSelection()!.removeAllRanges();
    getSelection()!.addRange(range);
  });
  await page.keyboard.press('3');
  await expect(page.locator(`[data-key="${key}"]`)).toContainText('counts as 3');
  await expect(page.locator(`[data-key="${key}"]`)).toHaveAttribute('data-grade', '');

  const before = await items(page).count();
  await page.keyboard.press('/');
  await page.keyboard.type('horses 1881');
  await page.keyboard.press('Enter');
  await expect(items(page)).toHaveCount(1);
  await page.keyboard.press('2');
  await expect(items(page).first()).toHaveAttribute('data-grade', '2');
  await page.keyboard.press('Escape');
  await expect(items(page)).toHaveCount(before + 1);

  const grades: Record<string, string> = {};
  await test.step('no system, rank or score is named, and the address names the question', async () => {
    await page.keyboard.press('j');
    await expect.poll(() => question(page)).not.toBe(first);
    for (const part of [
      page.getByTestId('judge-bench'),
      page.getByTestId('question-rows'),
      page.getByTestId('judge-progress'),
    ])
      expect(await part.ariaSnapshot()).not.toMatch(OF_SYSTEMS);
    for (const grade of ['2', '0', '3']) {
      const graded = (await current(page).getAttribute('data-key'))!;
      await page.keyboard.press(grade);
      // It is shown as graded once it is on the disk, and not before.
      await expect(page.locator(`[data-key="${graded}"]`)).toHaveAttribute('data-grade', grade);
      grades[graded] = grade;
    }
    await expect(page).toHaveURL(new RegExp(`/questions/judge\\?q=${await question(page)}$`));
  });
  expect(app.errors).toEqual([]);

  const address = page.url();
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  const again = createApp(await page.context().newPage(), app.url);
  await page.close();
  await again.page.goto(address);
  for (const [graded, grade] of Object.entries(grades))
    await expect(again.page.locator(`[data-key="${graded}"]`)).toHaveAttribute('data-grade', grade);
  await again.page.getByRole('link', { name: 'Diagnose' }).click();
  await expect(again.page.getByTestId('question-pane')).toBeVisible();
  expect(await again.page.locator('body').ariaSnapshot()).toMatch(OF_SYSTEMS);
});
