import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, exported, test } from './app';
import { jsonLines, temporaryFile } from './made-collection';

test.use({ profile: 'shared' });

/** Adds files of rewrites or vectors to the open collection. */
async function add(page: Page, ...paths: string[]): Promise<void> {
  await page.getByTestId('brought-input').setInputFiles(paths);
  await expect(page.getByTestId('brought-preview')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByTestId('brought-preview')).toBeHidden();
}

/** An array of two dimensions in float32, as numpy.save writes it. */
function npy(rows: readonly (readonly number[])[]): Buffer {
  const shape = `(${rows.length}, ${rows[0]!.length})`;
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117) + '\n';
  const before = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]);
  return Buffer.concat([before, Buffer.from(header, 'latin1'), Buffer.from(Float32Array.from(rows.flat()).buffer)]);
}

test('contexts from a file change what is found and not what is shown, with and without in one run; vectors from files are searched without a model', async ({
  app,
}) => {
  const { page } = app;
  const painted = 'It was painted in spring.';
  const collection = temporaryFile(
    'gates.json',
    JSON.stringify({
      queries: { q1: 'amber painted spring', q2: 'green wall' },
      corpus: { d1: painted, d2: 'The wall was painted in spring, in summer and in spring.', d3: 'A green wall.' },
      relevant_docs: { q1: ['d1'], q2: ['d2'] },
    }),
  );
  const records = [
    { doc_id: 'd1', context: 'This is about the amber gate.' },
    { doc_id: 'd1', chunk_index: 7, context: 'Of no passage.' },
  ];
  const contexts = temporaryFile('contexts.jsonl', jsonLines(records));
  await app.open();
  await app.pick(collection);
  await app.add('Gates');
  await app.choose('bm25');
  await add(page, contexts);
  await expect(page.getByTestId('brought')).toContainText('Contexts: 2, of 1 document');
  await page.getByRole('button', { name: 'Compare with and without contexts.jsonl' }).click();
  const section = page.getByTestId('chunking-section');
  await section.locator('summary').click();
  await expect(section.getByTestId('chunking')).toHaveCount(2);
  const matches = section.getByTestId('context-matches');
  await expect(matches).toContainText('1 of 3 passages has a context; 1 context names no passage');
  await app.evaluate();
  const { systems } = await exported(page);
  expect(systems.map(({ id }) => id)).toEqual(['bm25 · whole', 'bm25 · whole +contexts.jsonl']);
  const [without, withContexts] = systems.map(({ perQuery }) => perQuery['MRR@10']!);
  expect([without!['q1'], withContexts!['q1']]).toEqual([0.5, 1]);
  expect(without!['q2']).toBe(withContexts!['q2']);
  await expect(page.getByTestId('caveats')).toContainText(
    'The contexts of “contexts.jsonl” with whole +contexts.jsonl: 1 of 3 passages has a context',
  );

  // The passage is found by its context, and shown without it.
  await app.show('Try');
  await page.getByRole('textbox', { name: 'Question' }).fill('amber');
  await page.keyboard.press('Enter');
  const found = page.locator('[data-passage="d1"][data-system="bm25 · whole +contexts.jsonl"]');
  await expect(found).toContainText(painted);
  await expect(found).not.toContainText('amber gate');

  await test.step('vectors, and what is removed is no longer there', async () => {
    await app.show('New run');
    await section.locator('summary').click();
    await section.getByRole('button', { name: 'Back to the default' }).click();
    await app.choose();
    const passages = temporaryFile('passages.npy', npy([[1, 0], [0, 1], [-1, -1]])); // prettier-ignore
    const questions = temporaryFile('questions.npy', npy([[1, -1.4], [4, 0]])); // prettier-ignore
    await page.getByTestId('brought-input').setInputFiles(passages);
    await expect(page.getByTestId('unfit')).toContainText('none of questions to search them with');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
    await page.getByRole('button', { name: 'Discard' }).click();

    await add(page, join(import.meta.dirname, '../fixtures/vectors/passages.parquet'), questions);
    await page.getByRole('button', { name: 'New custom system' }).click();
    const editor = page.getByTestId('system-editor');
    await editor.getByLabel('Name').fill('mine');
    await editor.getByLabel('Another retriever').selectOption({ label: 'Vectors of “passages.parquet”' });
    await editor.getByRole('button', { name: 'Add it' }).click();
    await editor.getByRole('button', { name: 'Remove retriever 1' }).click();
    await editor.getByRole('button', { name: 'Keep' }).click();
    await expect(page.getByTestId('composed')).toContainText('Vectors by cosine of “passages.parquet”');
    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(worker.url()));
    await app.evaluate();
    const [mine] = (await exported(page)).systems;
    // The second question is nearest to the third passage and farthest from the second, which answers it.
    expect(mine!.perQuery['MRR@10']).toEqual({ q1: 1, q2: 1 / 3 });
    expect(workers.filter((url) => url.includes('/model-'))).toEqual([]);

    await app.show('New run');
    await page.getByRole('button', { name: 'Remove the file passages.parquet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByTestId('composed')).toContainText(
      'are not among the files of this collection: add them first',
    );
    await expect(page.getByTestId('evaluate-button')).toBeDisabled();
  });
  expect(app.errors).toEqual([]);
});
