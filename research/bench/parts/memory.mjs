import { join } from 'node:path';
import { peakMemory } from './peak-memory.mjs';
import { writeMadeVectors } from './made-vectors.mjs';
import { withPage } from './page.mjs';
import { withScript } from './script.mjs';

const [PASSAGES, QUESTIONS, DIMENSIONS] = [200_000, 200, 512];
/** By what a system searches with: the label in its editor, and the most bytes. */
const SEARCHES = [
  ['float32, exact', 'Nearest', 1.2e9],
  ['int8, rescored', 'Nearest, quantised', 0.5e9],
];

/** The most memory of the page's process, which has its workers: a large collection and its vectors from files, evaluated. */
export async function rows() {
  const rows = [];
  await withScript('large-collection', async (run, folder) => {
    run(folder, String(PASSAGES), String(QUESTIONS));
    const vectors = [
      ['passages.npy', PASSAGES],
      ['questions.npy', QUESTIONS],
    ].map(([name, count]) => writeMadeVectors(join(folder, name), count, DIMENSIONS));
    const files = ['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'].map((name) => join(folder, name));
    for (const [what, search, limit] of SEARCHES) {
      const { added, evaluated } = await withPage((page, browser, url) =>
        peaks(page, browser, url, [...files, ...vectors], search),
      );
      const row = (when, ours, most) => ({
        what: `memory of the process, ${PASSAGES} × ${DIMENSIONS}, ${what}: ${when}`,
        unit: 'MB',
        ours: ours / 1e6,
        against: most === null ? null : { name: 'limit', value: most / 1e6 },
        target: most === null ? null : 1,
      });
      rows.push(row('files added', added, null), row('evaluated', evaluated, limit));
    }
  });
  return rows;
}

/** Two pages: the second one finds what the first has added, so that adding it does not count. */
async function peaks(page, browser, url, files, search) {
  await page.goto(`${url}#/c/sample/data`);
  await page.getByTestId('add-files').click();
  await page.getByTestId('files-input').setInputFiles(files);
  await page.getByTestId('import-preview').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByTestId('import-preview').waitFor({ state: 'hidden' });
  await page.waitForURL((url) => url.hash.startsWith('#/c/') && !url.hash.startsWith('#/c/sample/'));
  const address = page.url();
  const added = await peakMemory(browser);
  const second = await page.context().newPage();
  await page.close();
  second.setDefaultTimeout(600_000);
  await second.goto(address);
  await second.getByTestId('new-run').click();
  await second.getByTestId('evaluate-button').waitFor();
  for (const box of await second.getByRole('checkbox', { name: /^(bm25|embedding|ensemble)/ }).all())
    await box.setChecked(false);
  await second.getByRole('button', { name: 'New custom system' }).click();
  const editor = second.getByTestId('system-editor');
  await editor.getByLabel('Name').fill('vectors');
  await editor.getByLabel('Another retriever').selectOption({ label: 'Vectors of “passages.npy”' });
  await editor.getByRole('button', { name: 'Add it' }).click();
  await editor.getByRole('button', { name: 'Remove retriever 1' }).click();
  await editor.getByLabel('Search', { exact: true }).selectOption({ label: search });
  await editor.getByRole('button', { name: 'Keep' }).click();
  await second.getByTestId('evaluate-button').click();
  await second.waitForURL((url) => /\/r\/[0-9a-f]{12}\/findings$/.test(url.hash));
  return { added, evaluated: await peakMemory(browser) };
}
