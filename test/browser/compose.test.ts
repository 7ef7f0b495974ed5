import { createApp, download, expect, exported, test, openContext } from './app';
import { temporaryFile } from './made-collection';
import { addSystems } from './models-dialog';

test.use({ profile: 'shared' });

test('systems that a person edits where they stand and adds are run, and their experiment gives the same digits in another profile', async ({
  app,
  browser,
}) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25', 'ensemble-rrf');
  const steps = page.getByRole('list', { name: 'Steps of ensemble-rrf', exact: true });
  await steps.getByRole('button', { name: /^Fusion/ }).click();
  await page.getByTestId('ready-made-editor').getByLabel('Constant').fill('10');
  await steps.getByRole('button', { name: /^Cut/ }).click();
  await page.getByTestId('ready-made-editor').getByLabel('Depth').fill('30');
  await expect(steps.locator('[data-box=cut]')).toContainText('30 passages');
  await addSystems(page, ['bm25-lucene', 'fuse-isr']);
  await page.getByRole('button', { name: 'Edit bm25-lucene' }).click();
  const editor = page.getByTestId('system-editor');
  await editor.getByLabel('Name').fill('mine');
  await editor.getByLabel('k₁').fill('nothing');
  await expect(editor.getByRole('button', { name: 'Keep' })).toBeDisabled();
  await editor.getByLabel('k₁').fill('0.9');
  await editor.getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByTestId('composed')).toContainText('mine');
  await app.evaluate();
  const first = await exported(page);
  expect(first.systems.map(({ id }) => id)).toEqual(['bm25', 'ensemble-rrf', 'mine', 'fuse-isr']);
  const file = temporaryFile('experiment.json', await download(page, 'export-experiment'));

  const context = await openContext(browser);
  const other = createApp(await context.newPage(), app.url);
  await other.open();
  await other.page.getByTestId('experiment-input').setInputFiles(file);
  await expect(other.page.getByTestId('opened-experiment')).toContainText('4 systems');
  await other.evaluate();
  const second = await exported(other.page);
  expect(second.systems.map(({ id, measures, perQuery }) => ({ id, measures, perQuery }))).toEqual(
    first.systems.map(({ id, measures, perQuery }) => ({ id, measures, perQuery })),
  );
  expect([...app.errors, ...other.errors]).toEqual([]);
  await context.close();
});
