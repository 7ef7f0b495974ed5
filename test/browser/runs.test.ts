import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { download, expect, exported, test } from './app';

test.use({ profile: 'shared' });

const RUNS = join(import.meta.dirname, '../golden/runs');
/** What trec_eval -c prints of tiny.run (`test/golden/trec_eval`). */
const TREC_EVAL = { MAP: '0.3183', MRR: '0.4167', 'nDCG@10': '0.3785', 'P@5': '0.2333' };

let folder: string;
test.beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hitrate-runs-'))));
test.afterEach(() => rmSync(folder, { recursive: true }));

test('runs of other systems are evaluated with judgments alone, as trec_eval does', async ({ app }) => {
  const { page } = app;
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await app.open();
  const reversed = join(folder, 'reversed.run');
  const lines = readFileSync(join(RUNS, 'tiny.run'), 'utf8').trim().split('\n');
  const turned = lines
    .map((line) => line.split(' '))
    .map(([q, q0, d, r, s]) => [q, q0, d, r, -Number(s), 'reversed'].join(' '));
  writeFileSync(reversed, `${turned.join('\r\n')}\r\n`);

  await app.pick(join(RUNS, 'tiny.qrels'), join(RUNS, 'tiny.run'), reversed);
  await expect(page.getByTestId('judgments-alone')).toBeVisible();
  await expect(page.getByTestId('run-preview').getByRole('listitem')).toHaveCount(2);
  await app.add('Tiny');
  await page.locator('summary', { hasText: 'Settings' }).click();
  await page.getByLabel('Others').fill('map, recip_rank, bpref');
  await app.evaluate();

  const row = page.getByTestId('results-table').locator('tr[data-system="tiny"]');
  await page.getByRole('radio', { name: '10', exact: true }).check({ force: true });
  await expect(row.locator('[data-column="nDCG"]')).toHaveText(TREC_EVAL['nDCG@10'].replace('0.', '.'));
  const { systems } = await exported(page);
  expect(systems.map(({ id }) => id)).toEqual(['tiny', 'reversed']);
  const [{ measures }] = systems as [(typeof systems)[0]];
  for (const [text, value] of Object.entries(TREC_EVAL)) expect(measures[text]!.toFixed(4)).toBe(value);
  await expect(page.getByTestId('ties').first()).toBeVisible();
  await expect(page.getByTestId('few-questions')).toBeVisible();
  expect(workers).toContainEqual(expect.stringContaining('/statistics-'));
  expect(workers.filter((url) => /\/(model|vectors|lexical)-/.test(url))).toEqual([]);
  expect(app.errors).toEqual([]);
});

test('a run that Hitrate wrote is evaluated beside the system that made it, with the same numbers', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25');
  await app.evaluate();
  const written = join(folder, 'again.run');
  writeFileSync(written, await download(page, 'export-runs'));
  expect(readFileSync(written, 'utf8')).toMatch(/^\S+ Q0 \S+ 1 \d[\d.e-]* bm25\n/);

  await page.getByTestId('runs-input').setInputFiles(written);
  await expect(page.getByTestId('run-preview')).toContainText('again.run');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'again.run' })).toBeChecked();
  await app.evaluate();
  const [made, read] = (await exported(page)).systems;
  expect([made!.id, read!.id, read!.timings]).toEqual(['bm25', 'again.run', null]);
  expect(read!.measures).toEqual(made!.measures);
  expect(read!.perQuery).toEqual(made!.perQuery);

  await page.getByRole('button', { name: 'Remove the run again.run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'again.run' })).toHaveCount(0);
  expect(app.errors).toEqual([]);
});

test('runs of questions that nobody judged here are not added, and it is said why', async ({ app }) => {
  await app.open();
  await app.page.getByTestId('runs-input').setInputFiles(join(RUNS, 'tiny.run'));
  await expect(app.page.getByTestId('unknown-runs')).toContainText(
    'judged in this collection. The first in tiny.run is “q1”',
  );
  await expect(app.page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
});
