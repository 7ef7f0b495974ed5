import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { createApp, expect, openContext, test } from './app';
import { looks } from './axe';

test.use({ profile: 'shared' });

const bytesOf = async (file: Download): Promise<Buffer> => readFileSync(await file.path());

async function saveWorkspace(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: 'Save workspace' }).click();
  const dialog = page.getByTestId('save-workspace');
  await expect(dialog).not.toContainText('measuring');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Hitrate-sample.*\.hitrate$/);
  await expect(dialog).toBeHidden();
  return bytesOf(file);
}

/** What the screens say of the run that is shown and of all runs, in words and figures. */
async function figures(page: Page): Promise<Record<string, string[]>> {
  const texts = async (testId: string): Promise<string[]> =>
    page.getByTestId(testId).locator('tr, li, p, dd').allInnerTexts();
  await expect(page.getByTestId('verdict')).toHaveAttribute('aria-busy', 'false');
  return { verdict: await texts('verdict'), ranked: await texts('ranked') };
}

async function openFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByTestId('add-files').or(page.getByTestId('use-documents')).click();
  await page.getByTestId('files-input').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** Entries but for the manifest, which says when it was made and of what name. */
function contentsOf(file: Buffer): Record<string, Buffer> {
  const { 'manifest.json': _, ...contents } = unzipSync(file);
  return Object.fromEntries(Object.entries(contents).map(([path, bytes]) => [path, Buffer.from(bytes)]));
}

test('a run is named, changed, run again, compared, pinned, and shows the same figures from a workspace, which is refused where it is damaged; judgments that change are scored again', async ({
  app,
  browser,
}) => {
  const { page, url } = app;
  await app.open();
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  await app.show('Runs');
  const runs = page.getByTestId('run-history').locator('li[data-run]');
  await expect(runs).toHaveCount(1);
  await runs.first().getByRole('button', { name: 'Name and notes' }).click();
  const form = page.getByTestId('run-note');
  await form.getByLabel('Name').fill('Two <b>systems</b>');
  await form.getByLabel('Note').fill('=1+1 ../../x \u202eabc');
  await form.getByLabel('Tags').fill('first');
  await form.getByRole('button', { name: 'Save' }).click();
  await runs.first().getByRole('button', { name: 'Pin as baseline' }).click();
  await expect(runs.first().getByText('Baseline', { exact: true })).toBeVisible();

  await app.choose('bm25', 'embedding', 'ensemble-rrf');
  await page.locator('summary', { hasText: 'Settings' }).click();
  await page.getByLabel(/^k₁/).first().fill('0.1');
  await app.evaluate();
  await expect(page.getByTestId('ranked').locator('tr').first()).toBeVisible();
  const before = await figures(page);

  await app.show('Runs');
  await expect(runs).toHaveCount(2);
  await runs.first().getByRole('checkbox').check();
  await page.getByTestId('compare-runs').click();
  const comparison = page.getByTestId('run-comparison');
  await expect(comparison.getByRole('heading', { level: 1 })).toContainText('nDCG@10');
  await expect(page.getByTestId('what-changed')).toContainText('k1');
  const movers = page.getByTestId('movers').first().getByRole('link');
  await movers.first().click();
  await expect(page).toHaveURL(/\/r\/[0-9a-f]{12}\/questions\?q=/);
  await app.show('Runs');
  const history = await runs.allInnerTexts();

  await app.show('Data');
  const file = await saveWorkspace(page);

  const context = await openContext(browser);
  const other = createApp(await context.newPage(), url);
  await other.page.goto(url);
  await openFile(other.page, 'shared.bin', file);
  const dialog = other.page.getByTestId('open-workspace');
  await expect(dialog.getByTestId('workspace-preview')).toContainText('2 results');
  await looks(other.page, 'opening');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await other.page.waitForURL((address) => /findings$/.test(address.hash));
  await expect(other.page.getByTestId('collection-menu')).toContainText('Hitrate sample (2)');
  // The table comes after the verdict.
  await expect.poll(() => figures(other.page)).toEqual(before);
  await other.show('Runs');
  const opened = other.page.getByTestId('run-history').locator('li[data-run]');
  await expect(opened).toHaveCount(2);
  expect(await opened.allInnerTexts()).toEqual(history);
  await expect(opened.last().getByRole('link', { name: 'Two <b>systems</b>' })).toBeVisible();
  await expect(opened.last().getByText('Baseline', { exact: true })).toBeVisible();

  await other.show('Data');
  const again = contentsOf(await saveWorkspace(other.page));
  const first = contentsOf(file);
  expect(Object.keys(again)).toEqual(Object.keys(first));
  const changed = Object.keys(first).filter((path) => !first[path]!.equals(again[path]!));
  expect(changed).toEqual([]);

  await test.step('a file that is altered says what is wrong, and is rescued', async () => {
    const altered = Buffer.from(file);
    const at = altered.lastIndexOf(
      'results/1/result.jsonl',
      altered.lastIndexOf('PK\u0003\u0004', undefined, 'latin1'),
    );
    altered[at + 60]! ^= 1;
    await openFile(other.page, 'altered.hitrate', altered);
    await expect(dialog).toContainText('This workspace is damaged');
    await expect(dialog.getByTestId('workspace-problems')).toContainText('results/1/result.jsonl is damaged');
    await expect(dialog.getByTestId('workspace-lost')).toContainText('1 result');
    await other.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await looks(other.page, 'damaged');
    await other.page.emulateMedia({ colorScheme: 'light' });
    await dialog.getByRole('button', { name: 'Rescue what is intact' }).click();
    await expect(other.page.getByTestId('collection-menu')).toContainText('Hitrate sample (3)');
    await other.show('Runs');
    await expect(opened).toHaveCount(1);
  });
  await context.close();

  await test.step('judgments that change are scored without a new run, and back', async () => {
    await app.show('Findings');
    const bm25 = page.getByTestId('ranked-table').locator('tr[data-system="bm25"] [data-column="nDCG@10"]');
    const before = await bm25.textContent();
    const run = page.url();
    await expect(page.getByTestId('rescoring')).toHaveCount(0);
    // BM25 finds its passage, so that another grade changes the figure.
    await page.goto(`${run.replace('findings', 'questions')}?filter=all&q=q-en-tram-01`);
    const expected = page.getByTestId('expected-passage');
    await expected.getByRole('button', { name: /^Grade 0/ }).click();
    await expect(expected).toHaveCount(0);

    await page.goto(run);
    await page.getByRole('button', { name: 'Score with the current judgments' }).click();
    await expect(page.getByTestId('rescoring')).toContainText('Scored with the current judgments.');
    await expect(bm25).not.toHaveText(before!);
    await expect(page.getByTestId('verdict')).toBeVisible();
    await page.getByRole('button', { name: 'Show the figures of the run' }).click();
    await expect(bm25).toHaveText(before!);
  });
  expect([...app.errors, ...other.errors]).toEqual([]);
});
