import { expect } from '@playwright/test';
import { chooseTemplate, test } from './app';

test.use({ profile: 'shared' });

test(
  'four sizes are compared at one press: how many passages each makes, and how well each does',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    await app.open();
    await app.choose('bm25', 'embedding');
    const section = page.getByTestId('chunking-section');
    await expect(section.locator('summary')).toContainText('documents are the passages');
    await section.locator('summary').click();
    await page.getByTestId('chunkings-sizes').click();

    const items = section.getByTestId('chunking');
    await expect(items).toHaveCount(4);
    for (const item of await items.all())
      await expect(item.getByTestId('passages')).toContainText(/^\s*[\d,]+ passages of \d+ characters on average/);
    await expect(section.getByTestId('chunked-systems')).toContainText('8 systems in all');

    await app.evaluate();
    const heat = page.getByTestId('chunking-heat');
    await expect(heat.locator('thead th')).toHaveCount(4);
    // Whole documents are judged: recall of their text is no measure of chunkings.
    await expect(heat.getByTestId('budget-recall')).toHaveCount(0);
    await expect(heat.locator('button[data-system]')).toHaveText(Array.from({ length: 8 }, () => /^(1\.000|\.\d{3})$/));
    const passages = (await heat.locator('thead small').allInnerTexts()).map((text) => parseInt(text.replace(',', '')));
    expect(passages).toEqual([...passages].sort((a, b) => b - a));
    expect(app.errors).toEqual([]);
  },
);

test('a chunking is edited, refused where it cannot be, and shown on the text by keyboard', async ({ app }) => {
  const { page } = app;
  await app.open();
  const section = page.getByTestId('chunking-section');
  await section.locator('summary').click();
  await section.getByRole('button', { name: 'Add a way' }).click();
  const editor = page.getByTestId('chunking-editor');
  await editor.getByLabel('Size').fill('120');
  await editor.getByLabel('Overlap').fill('120');
  await expect(editor).toContainText('An overlap of 120 must be less than the size, 120.');
  await expect(editor.getByRole('button', { name: 'Keep' })).toBeDisabled();
  await editor.getByLabel('Overlap').fill('30');
  await editor.getByRole('button', { name: 'Keep' }).click();

  // What was run before it was changed is still there beside it.
  await expect(section.getByTestId('chunking')).toHaveCount(2);
  const own = section.getByTestId('chunking').filter({ hasText: '120/30' });
  await own.getByRole('button', { name: /^Show on the text/ }).click();
  const preview = page.getByTestId('chunk-preview');
  const about = preview.getByTestId('chunk-about');
  await expect(about).toContainText('Passage 1 of');
  await preview.getByRole('group').focus();
  await page.keyboard.press('ArrowRight');
  await expect(about).toContainText('Passage 2 of');
  const marked = preview.locator('.current');
  expect((await marked.allInnerTexts()).join('').length).toBeLessThanOrEqual(120);
  await page.keyboard.press('Home');
  await expect(about).toContainText('Passage 1 of');
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();

  // It is remembered.
  await page.reload();
  await section.locator('summary').click();
  await expect(section.getByTestId('chunking')).toHaveCount(2);
  await section.getByRole('button', { name: 'Back to the default' }).click();
  await expect(section.getByTestId('chunking')).toHaveCount(1);
  expect(app.errors).toEqual([]);
});

test('passages that are too long for the model are told, and fitted to it', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await app.open();
  const text = 'The glass fell through the night, and nobody on the breakwater slept. '.repeat(200);
  await app.give({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await app.keepDocuments();
  await app.show('New run');
  const section = page.getByTestId('chunking-section');
  await section.locator('summary').click();
  await section.getByRole('button', { name: 'Edit recursive 1000/100' }).click();
  await page.getByTestId('chunking-editor').getByLabel('Way').selectOption('whole');
  await page.getByTestId('chunking-editor').getByRole('button', { name: 'Keep' }).click();
  await expect(section.locator('[data-longer="1"]')).toBeVisible();
  await section.getByRole('button', { name: /^Fit to the model/ }).click();
  const fitted = section.locator('[data-chunking^="tokens 1022/102"]');
  await expect(fitted.getByTestId('passages')).toContainText('none longer');
  expect(app.errors).toEqual([]);
});

test('where parts of documents are judged, recall in a budget of text leads', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await app.open();
  await chooseTemplate(page, 'first-ten');
  await page.getByTestId('run-on-sample').click();
  await expect(page.getByTestId('collection-menu')).toContainText('The Breakwater');
  await app.statistics();
  await app.show('New run');
  await chooseTemplate(page, 'which-chunk-size');
  await app.evaluate();
  // What leads is recall in a budget of text, at three budgets, with whether they agree.
  await expect(page.getByTestId('ranked-by')).toHaveValue('SpanRecall(chars=4000)');
  const budgets = page.getByTestId('chunking-heat').getByTestId('budget-recall');
  await expect(budgets.locator('tbody tr')).toHaveCount(4);
  await expect(budgets.getByTestId('budget-order')).toContainText(
    /The 3 budgets (do not )?order the chunkings in the same way/,
  );
  for (const row of await budgets.locator('tbody tr').all()) {
    const recalls = await row
      .locator('[data-value]')
      .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-value'))));
    expect(recalls).toHaveLength(9);
    for (const system of [recalls.slice(0, 3), recalls.slice(3, 6), recalls.slice(6)]) {
      expect(system).toEqual([...system].sort((a, b) => a - b));
      expect(Math.max(...system)).toBeGreaterThan(0);
      expect(Math.max(...system)).toBeLessThanOrEqual(1);
    }
  }
  expect(app.errors).toEqual([]);
});
