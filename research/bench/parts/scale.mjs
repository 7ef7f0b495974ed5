import { join } from 'node:path';
import { withScript } from './script.mjs';
import { peakMemory } from './peak-memory.mjs';
import { withTracedPage } from './traced-page.mjs';

/** No task of the page should be longer, in milliseconds. */
const LONGEST = 50;
const SYSTEM = 'bm25';

/**
 * Adds a large collection of made-up text to the app in Chromium and evaluates `bm25` on it: for each step the longest
 * task of the page, in time of the processor, which other programs do not change; memory, and the index.
 */
export async function rows(passages = 100_000, questions = 5000) {
  let rows;
  await withScript('large-collection', async (run, folder) => {
    run(folder, String(passages), String(questions));
    const files = ['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'].map((name) => join(folder, name));
    const tasks = [];
    const { timings, peakBytes } = await withTracedPage(tasks, (page, traced) => evaluated(page, traced, files));
    const seconds = (timings.totalMilliseconds - timings.indexMilliseconds) / 1000;
    const size = `${passages} passages, ${questions} questions`;
    const row = (what, unit, ours, limit = null) => ({
      what: `${size}: ${what}`,
      unit,
      ours,
      against: limit === null ? null : { name: 'limit', value: limit },
      target: limit === null ? null : 1,
    });
    rows = [
      ...tasks.map(({ what, longest }) => row(`${what}, longest task of the page`, 'ms', longest, LONGEST)),
      row('peak memory of the page’s process', 'MB', peakBytes / 1e6),
      row(`${SYSTEM}, index`, 's', timings.indexMilliseconds / 1000),
      row(`${SYSTEM}, a question`, 'ms', (seconds * 1000) / questions),
    ];
  });
  return rows;
}

async function evaluated(page, traced, files) {
  const dialog = page.getByRole('dialog');
  await traced('reading the files', async () => {
    await page.getByTestId('add-files').click();
    await page.getByTestId('files-input').setInputFiles(files);
    await page.getByTestId('import-preview').waitFor();
  });
  await traced('adding the collection', async () => {
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByTestId('import-preview').waitFor({ state: 'hidden' });
    await page.waitForURL((url) => !url.hash.startsWith('#/c/sample/'));
  });
  await page.getByTestId('new-run').click();
  await page.getByTestId('evaluate-button').waitFor();
  for (const box of await page.getByRole('checkbox', { name: /^(bm25|embedding|ensemble)/ }).all())
    await box.setChecked(new RegExp(`^${SYSTEM}\\b`).test(await nameOf(box)));
  await traced('evaluating', async () => {
    await page.getByTestId('evaluate-button').click();
    await page.waitForURL((url) => /\/r\/[0-9a-f]{12}\/findings$/.test(url.hash));
  });
  const peakBytes = await peakMemory(page.context().browser());
  const download = page.waitForEvent('download');
  await page.getByTestId('statistics').locator('summary').first().click();
  await page.getByTestId('export-json').click();
  const { systems } = JSON.parse(await textOf(await download));
  return { timings: systems[0].timings, peakBytes };
}

const nameOf = (box) => box.evaluate((input) => input.getAttribute('aria-label') ?? input.labels[0].textContent.trim());

async function textOf(download) {
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
