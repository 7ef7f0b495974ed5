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
    const reports = page.getByTestId('file-reports');
    await expect(reports).toBeVisible();
    await expect(page.getByTestId('documents-preview')).toContainText('27 of 30 files');
    for (const state of ['Read 27', 'Damaged 1', 'Encrypted 1', 'Empty 1'])
      await expect(reports.getByText(state, { exact: true })).toBeVisible();
    await app.keepDocuments('Museum');
    await expect(page.getByTestId('data-overview')).toContainText('Now: questions');
  });

  await test.step('questions of a file find their ground-truth texts in the documents', async () => {
    await app.show('Question editor');
    await page.getByTestId('questions-import').click();
    await page.getByTestId('questions-input').setInputFiles(QUESTIONS);
    await expect(page.getByTestId('questions-preview')).toContainText('24 found as they are');
    await page
      .getByTestId('question-source')
      .getByRole('button', { name: /^Add \d+ questions$/ })
      .click();
    await expect(page.getByTestId('questions-notes')).toHaveText('24 questions added.');
  });

  await test.step('four sizes and two retrievers are one press', async () => {
    await app.show('New run');
    await app.choose('bm25', 'embedding');
    const section = page.getByTestId('chunking-section');
    await section.locator('summary').click();
    await page.getByTestId('chunkings-sizes').click();
    await expect(section.getByTestId('chunked-systems')).toContainText('8 systems in all');
    await app.evaluate();
  });

  await test.step('retriever by chunking is a table', async () => {
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

  await test.step('a passage is judged blind, by a key, and kept as a place in its document', async () => {
    await app.show('Judge');
    await expect(page.getByTestId('judge-bench')).toBeVisible();
    const progress = page.locator('[data-testid="judge-progress"] [data-judged]');
    const before = Number(await progress.getAttribute('data-judged'));
    await page.keyboard.press('1');
    await expect(progress).toHaveAttribute('data-judged', String(before + 1));
    const acts = await page.evaluate(
      () =>
        new Promise<{ doc: string; grade: number; span: { start: number; end: number } | null }[]>(
          (resolve, reject) => {
            const open = indexedDB.open('hitrate');
            open.onerror = () => reject(open.error!);
            open.onsuccess = () => {
              const all = open.result.transaction('acts').objectStore('acts').getAll();
              all.onsuccess = () => resolve(all.result as never);
            };
          },
        ),
    );
    expect(acts.map(({ grade }) => grade)).toContain(1);
    for (const { span } of acts) expect(span!.end).toBeGreaterThan(span!.start);
  });
  expect(app.errors).toEqual([]);
  expect(app.requests.every((url) => url.startsWith(app.url) || url.startsWith('blob:'))).toBe(true);
});
