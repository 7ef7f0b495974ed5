import { join } from 'node:path';
import { peakMemory } from './peak-memory.mjs';
import { writeMadeLines, writeMadeVectors } from './made-vectors.mjs';
import { withPage } from './page.mjs';
import { withScript } from './script.mjs';

const [PASSAGES, QUESTIONS, DIMENSIONS] = [200_000, 200, 512];
/** By what a system searches with: the label in its editor, and the most bytes. */
const SEARCHES = [
  ['float32, exact', 'Nearest', 1.2e9],
  ['int8, rescored', 'Nearest, quantised', 0.5e9],
];

/** Of vectors of a byte a number that are read, with their documents. */
const [BYTE_DIMENSIONS, READ_LIMIT] = [1024, 1.2e9];

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
    const row = (what, ours, most) => ({
      what: `memory of the process, ${PASSAGES} × ${what}`,
      unit: 'MB',
      ours: ours / 1e6,
      against: most === null ? null : { name: 'limit', value: most / 1e6 },
      target: most === null ? null : 1,
    });
    for (const form of ['npy', 'jsonl']) {
      const written = [
        ['passages', PASSAGES],
        ['questions', QUESTIONS],
      ].map(([name, count]) => {
        const path = join(folder, `${name}-int8.${form}`);
        if (form === 'npy') return writeMadeVectors(path, count, BYTE_DIMENSIONS, '|i1');
        return writeMadeLines(path, count, BYTE_DIMENSIONS, name[0]);
      });
      const { added } = await withPage((page, browser, url) => addedTo(page, browser, url, [...files, ...written]));
      rows.push(row(`${BYTE_DIMENSIONS}, int8, ${form}: files added`, added, READ_LIMIT));
    }
    for (const [what, search, limit] of SEARCHES) {
      const { added, evaluated } = await withPage((page, browser, url) =>
        peaks(page, browser, url, [...files, ...vectors], search),
      );
      const name = `${DIMENSIONS}, ${what}`;
      rows.push(row(`${name}: files added`, added, null), row(`${name}: evaluated`, evaluated, limit));
    }
  });
  return rows;
}

async function addedTo(page, browser, url, files) {
  await page.goto(`${url}#/c/sample/data`);
  await page.getByTestId('add-files').click();
  await page.getByTestId('files-input').setInputFiles(files);
  await page.getByTestId('import-preview').waitFor();
  // Afterwards another process may show the page.
  const read = await peakMemory(browser);
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByTestId('import-preview').waitFor({ state: 'hidden' });
  await page.waitForURL((url) => url.hash.startsWith('#/c/') && !url.hash.startsWith('#/c/sample/'));
  return { address: page.url(), added: Math.max(read, await peakMemory(browser)) };
}

/** Two pages: the second one finds what the first has added, so that adding it does not count. */
async function peaks(page, browser, url, files, search) {
  const { address, added } = await addedTo(page, browser, url, files);
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
