import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './app';

test.use({ profile: 'shared' });

const FOLDER = 'test/fixtures/documents/mixed';

test('a folder of mixed files is reported, prepared as chosen, kept, and read again', async ({ app }) => {
  const { page } = app;
  await app.open();
  const folder = join(mkdtempSync(join(tmpdir(), 'documents-')), 'mixed');
  cpSync(FOLDER, folder, { recursive: true });

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
    await app.keepDocuments('Museum');
  });

  await test.step('without questions the page says what comes next', async () => {
    await expect(page.getByTestId('data-overview')).toContainText('Now: questions');
    const advanced = page.getByTestId('data-advanced');
    await advanced.locator('summary').first().click();
    await expect(advanced).toContainText('white space, duplicates dropped');
    await expect(advanced).toContainText('catalogue.csv: text: room, description');
    await expect(advanced.getByTestId('chunking-section')).toBeVisible();
    await app.show('New run');
    await expect(page.getByTestId('next-steps')).toContainText('The documents are read');
    await expect(page.getByTestId('evaluate-button')).toBeDisabled();
  });

  await app.show('Documents');

  await test.step('what changed in the folder is told, and replaced when it is confirmed', async () => {
    writeFileSync(join(folder, 'opening-hours.md'), '# Opening hours\n\nThe museum is open on Sundays.');
    writeFileSync(join(folder, 'added.txt'), 'A file that was added.');
    rmSync(join(folder, 'overview.md'));
    await page.getByTestId('refresh-folder-input').setInputFiles(folder);
    const preview = page.getByTestId('refresh-preview');
    await expect(preview).toBeVisible();
    await expect(preview.getByRole('listitem')).toHaveText([
      /added\.txt Added/,
      /opening-hours\.md Changed/,
      /overview\.md Removed/,
    ]);
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(preview).toBeHidden();
    await page.getByLabel('Search documents').fill('open on Sundays');
    await expect(page.getByText('1 document', { exact: true })).toBeVisible();
  });
  expect(app.errors).toEqual([]);
});
