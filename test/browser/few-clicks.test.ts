import type { Page } from '@playwright/test';
import { collectionPath } from '../data';
import { expect, test } from './app';

/** A reranker reads 6,420 pairs: minutes on two busy cores. */
const LONG = 15 * 60_000;

const FOLDER = 'test/fixtures/documents/mixed';
const semiconductor = collectionPath('semiconductor-zh', 'doc_qa_test.json');

/** Counts the clicks of a person from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(globalThis, { clicks: 0 });
    const count = (event: MouseEvent): void => {
      if (event.isTrusted) (globalThis as unknown as { clicks: number }).clicks++;
    };
    document.addEventListener('click', count, { capture: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);
}

test('a collection with judgments comes to its verdict in two clicks after the file picker', async ({ app }) => {
  test.skip(semiconductor === null, 'the evaluation collections are not here (HITRATE_DATA)');
  test.setTimeout(LONG);
  const { page, url } = app;
  await page.goto(url);
  await app.give(semiconductor!);
  await expect(page.getByTestId('import-preview')).toBeVisible();
  const clicks = await countClicks(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByTestId('find-best').click();
  const title = page.getByRole('region', { name: 'Verdict' }).getByRole('heading', { level: 1 });
  await expect(title).not.toBeEmpty({ timeout: LONG });
  expect(await clicks()).toBe(2);
});

test('30 mixed files without a label come to a verdict in five clicks after the file picker', async ({ app }) => {
  test.setTimeout(LONG);
  const { page, url } = app;
  await page.goto(url);
  await app.giveFolder(FOLDER);
  await expect(page.getByTestId('documents-preview')).toBeVisible();
  const clicks = await countClicks(page);
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await page.getByTestId('generate-questions').click();
  await page.getByRole('button', { name: 'Generate questions', exact: true }).click();
  await page.getByRole('button', { name: /^Add \d+ questions$/ }).click();
  await page.getByTestId('find-best').click();
  const title = page.getByRole('region', { name: 'Verdict' }).getByRole('heading', { level: 1 });
  await expect(title).not.toBeEmpty({ timeout: LONG });
  expect(await clicks()).toBeLessThanOrEqual(5);
});
