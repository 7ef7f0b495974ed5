import type { Page } from '@playwright/test';
import { type App, expect, SYSTEMS, test } from './app';

const QUESTION = 'how often are the rails of the tram ground?';

async function ask(app: App, question: string): Promise<void> {
  const { page } = app;
  await app.show('Try');
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('try-columns')).toBeVisible();
}

const column = (page: Page, system: string) => page.getByRole('region', { name: `Passages of ${system}`, exact: true });
const numbers = (texts: readonly string[]): number[] =>
  texts.map((text) => Number(text.replace('\u2212', '-').replaceAll(',', '')));

test('a question is tried on all systems, explained, graded and added, and is then evaluated with the others', async ({
  app,
}) => {
  const { page } = app;
  await app.open();
  await ask(app, QUESTION);
  // Three systems of all are shown at once: those in the address.
  await expect(page.getByTestId('try-column')).toHaveCount(3);
  const chosen = page.getByTestId('try-systems');
  await expect(chosen.getByRole('checkbox')).toHaveCount(SYSTEMS.length);
  await expect(chosen.getByRole('checkbox', { name: 'Show ensemble-rerank', exact: true })).toBeDisabled();
  await chosen.getByRole('checkbox', { name: 'Show ensemble', exact: true }).uncheck();
  await chosen.getByRole('checkbox', { name: 'Show ensemble-rerank', exact: true }).check();
  const shown = ['bm25', 'embedding', 'ensemble-rerank'];
  for (const system of shown) await expect(column(page, system).getByRole('listitem')).toHaveCount(10);
  expect(decodeURIComponent(page.url())).toContain('systems=bm25,embedding,ensemble-rerank');

  // The shares of the terms are those of the score that is shown.
  const first = column(page, 'bm25').getByRole('listitem').first();
  await first.getByRole('button', { name: 'Why' }).click();
  const shares = numbers(await first.locator('tbody td:last-child').allInnerTexts());
  expect(shares.length).toBeGreaterThan(2);
  const [score] = numbers([await first.getByTitle('Score').innerText()]);
  expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - score!)).toBeLessThan(0.02);
  const marked = await first.locator('mark').allInnerTexts();
  expect(marked.map((text) => text.toLowerCase())).toContain('tram');

  // A reranked passage tells its logit and where it stood before; vectors mark no words.
  const reranked = column(page, 'ensemble-rerank').getByRole('listitem').first();
  await reranked.getByRole('button', { name: 'Why' }).click();
  await expect(reranked.getByTestId('try-why')).toContainText(/logit .* \+ .* × .*before\) = /);
  await expect(column(page, 'embedding').locator('mark')).toHaveCount(0);

  // The same passage is marked in other columns, and one goes there.
  const target = page.locator('[data-passage="en-tram-12"][data-system="embedding"]');
  await column(page, 'bm25')
    .locator('[data-passage="en-tram-12"]')
    .getByRole('button', { name: /in embedding/ })
    .click();
  await expect(target).toBeFocused();
  await expect(page.locator('.looked')).toHaveCount(shown.length);

  await target.getByRole('button', { name: 'Document' }).click();
  await expect(page.getByTestId('whole-document')).toContainText('hand-guided grinder');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('whole-document')).toBeHidden();

  await target.getByRole('button', { name: 'Grade 3' }).click();
  await column(page, 'bm25').getByRole('listitem').first().getByRole('button', { name: 'Grade 0' }).click();
  // One passage has one grade, wherever it is shown.
  await expect(page.getByRole('button', { name: 'Grade 3', pressed: true })).toHaveCount(shown.length);
  await page.getByRole('textbox', { name: 'Answer' }).fill('Each May.');
  await page.getByTestId('try-add').click();
  await expect(page.getByTestId('try-add-state')).toHaveText('Saved as question written-1, with 2 judgments.');

  await app.show('Question editor');
  await page.getByLabel('Search questions').fill(QUESTION);
  await page.getByRole('button', { name: /how often are the rails/ }).click();
  await expect(page.getByLabel('Grade of en-tram-12')).toHaveValue('3');
  await app.show('Try');
  await expect(page.getByTestId('try-column')).toHaveCount(3);

  // What was embedded and reranked for the trial is there already.
  await app.show('New run');
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  const counts = await app.counts();
  expect(counts['passage-vectors']!.computed).toBe(0);
  expect(counts['question-vectors']).toEqual({ computed: 156, reused: 1 });
  expect(app.errors).toEqual([]);
  expect(app.requests.filter((url) => !url.startsWith(app.url))).toEqual([]);
});
