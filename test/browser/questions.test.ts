import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './app';

test.use({ profile: 'shared' });

const FOLDER = 'test/fixtures/documents/mixed';

test('a folder of mixed files is reported, prepared as chosen and kept; its documents get questions: from a file, from themselves and by a model; they are evaluated, and read again', async ({
  app,
}) => {
  const { page } = app;
  const folder = join(mkdtempSync(join(tmpdir(), 'documents-')), 'mixed');
  cpSync(FOLDER, folder, { recursive: true });
  await app.open();

  await test.step('every file is told, those first that were not read', async () => {
    await app.giveFolder(folder);
    const reports = page.getByTestId('file-reports');
    await expect(reports).toBeVisible();
    const states = await reports
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => item.dataset['status']));
    expect(states.slice(0, 3).sort()).toEqual(['broken', 'empty', 'encrypted']);
    expect(states[3]).toBe('read');
    await reports.getByText('Encrypted 1', { exact: true }).click();
    await expect(reports.getByRole('listitem')).toHaveCount(1);
  });

  await test.step('a table is read by other columns', async () => {
    await page.getByTestId('documents-advanced').locator('summary').first().click();
    const table = page.getByTestId('table-columns').filter({ hasText: 'catalogue.csv' });
    await table.locator('summary').click();
    await table.getByLabel('room').check();
    await expect(table.locator('summary')).toContainText('text: room, description');
    await expect(table.getByLabel('room'), 'what the person opened stays open').toBeVisible();
  });

  await test.step('what a step does is told before it is chosen', async () => {
    const steps = page.getByTestId('preparation');
    await expect(steps.getByText(/^Would change/).first()).toBeVisible();
    await expect(steps.getByTestId('duplicate-groups')).toContainText('tower-clock');
    await steps.getByLabel('White space', { exact: true }).check();
    await steps.getByText('Drop', { exact: true }).click();
    await expect(steps.getByText('the others are left out')).toBeVisible();
  });

  await app.keepDocuments('Museum');

  await test.step('without questions the page says what comes next', async () => {
    await expect(page.getByTestId('data-overview')).toContainText('Now: questions');
    const advanced = page.getByTestId('data-advanced');
    await advanced.locator('summary').first().click();
    await expect(advanced).toContainText('white space, duplicates dropped');
    await expect(advanced).toContainText('catalogue.csv: text: room, description');
    await expect(advanced.getByTestId('chunking-section')).toBeVisible();
    await app.show('New run');
    await expect(page.getByTestId('estimate')).toContainText('No question has a judgment');
    await expect(page.getByTestId('evaluate-button')).toBeDisabled();
  });

  await app.show('Question editor');
  const panel = page.getByTestId('question-source');
  const notes = page.getByTestId('questions-notes');

  await test.step('ground-truth texts of a CSV file are found in the documents, nearly or not', async () => {
    const rows = [
      'question,answer,ground_truth',
      'How much is a ticket?,six pounds,"[""A ticket costs six pounds for adults"", ""no document says this""]"',
      'Who began the collection?,,"The museum was founded in 1906 by the schoolmistross Harriet Polwin"',
    ];
    const file = { name: 'questions.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) };
    await page.getByTestId('questions-input').setInputFiles(file);
    await expect(page.getByTestId('questions-preview')).toContainText(
      '1 text found in the documents, 1 text found only nearly, which counts nowhere, 1 text not found',
    );
    await expect(page.getByTestId('missing-truths')).toContainText('questions.csv, line 2');
    await page.getByTestId('fuzzy-truths').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Add 2 questions' }).click();
    await expect(page.getByTestId('questions-preview')).toBeHidden();
  });

  await test.step('questions are made of names and headings, and looked through', async () => {
    await page.getByTestId('questions-generate').click();
    await panel.getByLabel('Questions at most').fill('40');
    await panel.getByRole('button', { name: 'Generate questions' }).click();
    const items = page.getByTestId('review-item');
    await expect(items.first()).toBeVisible();
    await items.first().getByRole('checkbox').first().uncheck();
    const add = panel.getByRole('button', { name: /^Add \d+ questions$/ });
    await expect(page.getByTestId('review')).toContainText(/[1-9]\d* questions? dropped/);
    await add.click();
    await expect(notes).toContainText('added');
  });

  await test.step('a reply of a model is taken, and what points nowhere is dropped', async () => {
    await page.getByTestId('questions-model').click();
    await panel
      .getByLabel('The model’s reply')
      .fill('1. Which hour is the quietest to come?\n2. What does this section say?');
    await page.getByTestId('take-reply').click();
    await expect(page.getByTestId('review')).toContainText('points to what is not in it');
    await panel.getByRole('button', { name: 'Add 1 question' }).click();
    await expect(notes).toHaveText('1 question added.');
  });

  await test.step('they are evaluated', async () => {
    await app.show('New run');
    await app.choose('bm25');
    await app.evaluate();
  });

  await test.step('all of it is saved for LlamaIndex by chunks, and opens again as a collection', async () => {
    await app.show('Question editor');
    await page.getByTestId('questions-export').click();
    await expect(panel.getByLabel('Its passages')).toHaveValue('recursive 1000/100');
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('export-llamaindex').click()]);
    const path = join(tmpdir(), `llamaindex-${process.pid}.json`);
    await file.saveAs(path);
    const { queries, relevant_docs: relevant } = JSON.parse(readFileSync(path, 'utf8')) as {
      queries: Record<string, string>;
      relevant_docs: Record<string, string[]>;
    };
    expect(Object.values(queries)).toContain('How much is a ticket?');
    expect(relevant['imported-1']!.every((id) => /^.*opening-hours\.md#\d+-\d+$/.test(id))).toBe(true);
    await app.pick(path);
    await app.add();
    await expect(page.getByTestId('evaluate-button')).toBeEnabled();
  });

  await app.openCollection('Museum');
  await app.show('Documents');
  await test.step('what changed in the folder is told, and replaced when it is confirmed', async () => {
    writeFileSync(join(folder, 'opening-hours.md'), '# Opening hours\n\nThe museum is open on Sundays.');
    writeFileSync(join(folder, 'added.txt'), 'A file that was added.');
    rmSync(join(folder, 'overview.md'));
    await page.getByTestId('refresh-folder-input').setInputFiles(folder);
    const preview = page.getByTestId('refresh-preview');
    await expect(preview).toBeVisible();
    const changed = preview.getByRole('list', { name: 'Changed files' });
    await expect(changed.getByRole('listitem')).toHaveText([
      /added\.txt Added/,
      /opening-hours\.md Changed/,
      /overview\.md Removed/,
    ]);
    await expect(preview).toContainText('judged places are found nowhere any more');
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(preview).toBeHidden();
    await page.getByLabel('Search documents').fill('open on Sundays');
    await expect(page.getByText('1 document', { exact: true })).toBeVisible();
  });
  expect(app.errors).toEqual([]);
});
