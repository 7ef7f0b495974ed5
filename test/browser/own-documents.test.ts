import { expect, exported, test } from './app';

test.use({ profile: 'shared' });

const FOLDER = 'test/fixtures/documents/mixed';
const QUESTIONS = 'test/fixtures/documents/questions.csv';

test('a folder of 30 mixed files becomes a table of chunking by retriever, with no label to start from but texts', async ({
  app,
}) => {
  const { page } = app;
  await app.open();

  await test.step('30 files in three languages are told of, and those that can be read are kept', async () => {
    await app.giveFolder(FOLDER);
    await expect(page.getByTestId('documents-preview')).toContainText('27 of 30 files');
    await app.keepDocuments('Museum');
    await expect(page.getByTestId('data-overview')).toContainText('Now: questions');
  });

  await test.step('questions of a file find their ground-truth texts in the documents', async () => {
    await app.show('Question editor');
    await page.getByTestId('questions-input').setInputFiles(QUESTIONS);
    await expect(page.getByTestId('questions-preview')).toContainText('24 texts found in the documents');
    await page.getByRole('button', { name: 'Add 24 questions' }).click();
    await expect(page.getByTestId('questions-preview')).toBeHidden();
  });

  const section = page.getByTestId('chunking-section');
  await test.step('a chunking is edited, and shown on the text by keyboard', async () => {
    await app.show('New run');
    await section.locator('summary').click();
    await section.getByRole('button', { name: 'Add a way' }).click();
    const editor = page.getByTestId('chunking-editor');
    await editor.getByLabel('Way').selectOption('recursive');
    await editor.getByLabel('Size').fill('120');
    await editor.getByLabel('Overlap').fill('30');
    await editor.getByRole('button', { name: 'Keep' }).click();
    const own = section.getByTestId('chunking').filter({ hasText: '120/30' });
    await own.getByRole('button', { name: /^Show on the text/ }).click();
    const preview = page.getByTestId('chunk-preview');
    const about = preview.getByTestId('chunk-about');
    await expect(about).toContainText('Passage 1 of');
    await preview.getByRole('group').focus();
    await page.keyboard.press('ArrowRight');
    await expect(about).toContainText('Passage 2 of');
    expect((await preview.locator('.current').allInnerTexts()).join('').length).toBeLessThanOrEqual(120);
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
    // It is remembered.
    await page.reload();
    await section.locator('summary').click();
    await expect(section.getByTestId('chunking')).toHaveCount(2);
    await section.getByRole('button', { name: 'Back to the default' }).click();
    await expect(section.getByTestId('chunking')).toHaveCount(1);
  });

  await test.step('four sizes and two retrievers are one press', async () => {
    await app.choose('bm25', 'embedding');
    await page.getByTestId('chunkings-sizes').click();
    await expect(section.getByTestId('chunked-systems')).toContainText('8 systems in all');
    await app.evaluate();
    const table = page.getByTestId('chunking-heat');
    await expect(table.locator('table.heat [data-system]')).toHaveCount(8);
    await expect(table.getByTestId('budget-recall')).toBeVisible();
  });

  await test.step('numbers are of the same judgments, and mean something', async () => {
    const { systems } = await exported(page);
    for (const { id, measures } of systems) {
      // A retriever that is asked 24 questions that are answered in one of 27 files finds most of them among ten passages.
      expect(measures['HitRate@10'], id).toBeGreaterThan(0.5);
      // One relevant text a question: as many are hit as are recalled, however the documents are cut.
      expect(measures['Recall@10'], id).toBe(measures['HitRate@10']);
    }
    const best = Math.max(...systems.map(({ measures }) => measures['HitRate@10']!));
    expect(best).toBeGreaterThan(0.8);
  });

  expect(app.errors).toEqual([]);
  expect(app.requests.every((url) => url.startsWith(app.url) || url.startsWith('blob:'))).toBe(true);
});
