import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { addModel, choose, lookAt, press } from '../../test/browser/added-models';
import { type App, download, expect, test } from '../../test/browser/app';
import { addSystems } from '../../test/browser/models-dialog';
import { openHub } from '../../test/hub';
import type { TestRepository } from '../../test/hub-repositories';
import { madeRepositories } from '../../test/made-repositories';
import { dumpDatabases, type DumpedDatabase } from '../../test/stored/clone-json';

/** Writes what the built app stores, after work that fills every store, and files as it exports them. */

const TEXTS = [
  ['Where do ducks sleep?', 'Ducks rest on open water at night, where foxes cannot reach them.'],
  ['Who lights the lamp of the tower?', 'The keeper climbs the stairs at dusk and kindles the wick.'],
  ['When is the harbour closed?', 'In storms from the north no ship may pass the breakwater.'],
  ['How is the net repaired?', 'Torn meshes of a net are tied again with a flat needle of wood.'],
  ['What do bees make of nectar?', 'They thicken it in the comb until it is honey.'],
  ['Why is the ferry late?', 'The ferry waits for the tide, which is low after the new moon.'],
] as const;

/** A collection in BEIR's format with metadata, a run, rewrites and vectors beside it. */
function collection(): { folder: string; run: string; rewrites: string } {
  const folder = join(mkdtempSync(join(tmpdir(), 'hitrate-dump-')), 'harbour');
  const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const metadata = (i: number) => ({ year: 1990 + i, tags: i % 2 === 0 ? ['sea'] : ['land', 'work'] });
  mkdirSync(join(folder, 'qrels'), { recursive: true });
  writeFileSync(
    join(folder, 'corpus.jsonl'),
    lines(TEXTS.map(([, text], i) => ({ _id: `d${i}`, title: i === 0 ? 'Ducks' : '', text, metadata: metadata(i) }))),
  );
  writeFileSync(join(folder, 'queries.jsonl'), lines(TEXTS.map(([text], i) => ({ _id: `q${i}`, text }))));
  const judged = TEXTS.map((_, i) => `q${i}\td${i}\t${1 + (i % 2)}\n`).join('');
  writeFileSync(join(folder, 'qrels', 'test.tsv'), `query-id\tcorpus-id\tscore\n${judged}q0\td1\t0\n`);
  const run = join(folder, '..', 'other.run');
  writeFileSync(
    run,
    TEXTS.map((_, i) => `q${i} Q0 d${i} 1 0.9 other\nq${i} Q0 d${(i + 1) % 6} 2 0.25 other\n`).join(''),
  );
  const rewrites = join(folder, '..', 'rewrites.json');
  writeFileSync(rewrites, JSON.stringify(Object.fromEntries(TEXTS.map(([text]) => [text, [`${text} at sea`]]))));
  return { folder, run, rewrites };
}

/** Documents without questions, in a folder. */
function documents(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'hitrate-dump-')), 'notes');
  mkdirSync(folder);
  const paragraphs = TEXTS.map(([question, answer]) => `## ${question}\n\n${answer} ${answer}\n`);
  writeFileSync(join(folder, 'sea.md'), `# The sea\n\n${paragraphs.slice(0, 3).join('\n')}`);
  writeFileSync(join(folder, 'land.md'), `# The land\n\n${paragraphs.slice(3).join('\n')}`);
  return folder;
}

/** An array of two dimensions in float32, as `numpy.save` writes it. */
function npy(rows: readonly (readonly number[])[]): Buffer {
  const shape = `(${rows.length}, ${rows[0]!.length})`;
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117) + '\n';
  const before = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]);
  return Buffer.concat([before, Buffer.from(header, 'latin1'), Buffer.from(Float32Array.from(rows.flat()).buffer)]);
}

/** Vectors of the passages and of the questions, in the order of their files. */
function vectors(folder: string): string[] {
  const rows = TEXTS.map((_, i) => [Math.cos(i), Math.sin(i), i / 7]);
  return ['passages.npy', 'questions.npy'].map((name) => {
    const path = join(folder, '..', name);
    writeFileSync(path, npy(rows));
    return path;
  });
}

async function addBeside(page: Page, input: string, preview: string, paths: string | string[]): Promise<void> {
  await page.getByTestId(input).setInputFiles(paths);
  await expect(page.getByTestId(preview)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByTestId(preview)).toBeHidden();
}

/** One model, and the download of another that broke off. */
async function addModels({ page, url }: App): Promise<void> {
  const [whole, broken] = ['example/mean', 'example/reranker-one-logit'].map((wanted) =>
    madeRepositories().find(({ id }) => id === wanted)!,
  ) as [TestRepository, TestRepository];
  const hub = await openHub([whole, broken]);
  await addModel(page, url, hub, { repository: whole.id, weights: whole.fp32 });
  hub.order(broken.id, broken.fp32, { kind: 'page' });
  await lookAt(page, url, hub, broken.id);
  await choose(page, broken.fp32);
  await press(page);
  await expect(page.getByTestId('airlock-problem')).toBeVisible({ timeout: 60_000 });
  await hub.close();
}

/** Judges two passages by keys, and takes the second judgment back. */
async function judge(app: App): Promise<void> {
  const { page } = app;
  await app.show('Judge');
  await expect(page.getByTestId('judge-bench')).toBeVisible({ timeout: 60_000 });
  await page.getByTestId('judge-bench').getByRole('list', { name: 'Passages to judge' }).focus();
  const items = page.getByTestId('judge-item');
  await page.keyboard.press('2');
  await expect(items.first()).toHaveAttribute('data-judged', 'true');
  await page.keyboard.press('1');
  await page.keyboard.press('u');
  await app.show('New run');
}

/** Deletes the sample that is there at first: it is large, and was not made here. */
async function deleteOpen(app: App): Promise<void> {
  const { page } = app;
  await app.show('Data');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Delete now' }).click();
}

test('a dump is made', async ({ app }) => {
  test.setTimeout(600_000);
  const { page } = app;
  const { folder, run, rewrites } = collection();
  await addModels(app);

  await app.open();
  await deleteOpen(app);
  await app.giveFolder(documents());
  await app.keepDocuments();
  await app.pickFolder(folder);
  await app.add('Harbour');
  await addBeside(page, 'runs-input', 'run-preview', run);
  await addBeside(page, 'brought-input', 'brought-preview', rewrites);
  await addBeside(page, 'brought-input', 'brought-preview', vectors(folder));
  await app.choose('bm25', 'embedding', 'ensemble-rrf-rerank');
  await app.evaluate();
  await judge(app);
  await addSystems(page, ['bm25-lucene', 'list-net']);
  await app.evaluate();

  const model = await trained(page);
  await judgeAutomatically(app, join(folder, 'qrels', 'test.tsv'));
  await compareBlind(app);

  const files = {
    'experiment.json': await download(page, 'export-experiment'),
    'results.json': await download(page, 'export-json'),
    'model.json': model,
    'workspace.hitrate': await saved(app),
  };
  const databases = await page.evaluate(dumpDatabases, ['hitrate', 'hitrate-models']);
  write(databases, files);
});

/** Judgments of a file as those of a grader. */
async function judgeAutomatically(app: App, path: string): Promise<void> {
  const { page } = app;
  await app.show('Judge');
  await expect(page.getByTestId('judge-bench')).toBeVisible();
  await page.getByTestId('judge-show-automatic').click();
  const dialog = page.getByTestId('automatic-judge');
  await dialog.getByLabel('Name of the judge').fill('Grader 7');
  await dialog.getByTestId('automatic-judge-files').setInputFiles(path);
  await expect(dialog.getByTestId('automatic-judge-kept')).toContainText('Grader 7');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Weights of a fusion as many arms, on one question. */
async function compareBlind({ page, url }: App): Promise<void> {
  const [, id] = /#\/c\/([^/]+)\//.exec(new URL(page.url()).hash)!;
  await page.goto(`${url}#/c/${id}/playground/blind`);
  await expect(page.getByTestId('blind-setup')).toBeVisible();
  await page.getByText('Fusion weights', { exact: true }).click();
  await page.getByLabel('Weights of its two lists').selectOption('3');
  await page.getByLabel('Questions').selectOption('own');
  await page.getByTestId('blind-start').click();
  await page.getByRole('textbox', { name: 'Next question' }).fill('Which ship is late?');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('blind-list')).toHaveAttribute('data-number', '1');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('blind-headline')).toContainText('after 1 question');
}

async function saved(app: App): Promise<Buffer> {
  const { page } = app;
  await app.show('Data');
  await page.getByRole('button', { name: 'Save workspace' }).click();
  const dialog = page.getByTestId('save-workspace');
  await expect(dialog).not.toContainText('measuring');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  return readFileSync(await file.path());
}

async function trained(page: Page): Promise<string> {
  const system = page.getByTestId('learned').locator('[data-system="list-net"]');
  await system.locator('summary').click();
  return download(page, 'learned-download-list-net');
}

function write(databases: readonly DumpedDatabase[], files: Readonly<Record<string, string | Buffer>>): void {
  for (const { name, stores } of databases)
    for (const store of stores) if (store.records.length === 0) throw new Error(`${name} has nothing in ${store.name}`);
  const out = join(import.meta.dirname, '../../test/fixtures/stored', `v${databases[0]!.version}`);
  mkdirSync(out, { recursive: true });
  const zipped = gzipSync(JSON.stringify(databases), { level: 9 });
  writeFileSync(join(out, 'databases.json.gz'), zipped);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text);
  console.log(`${out}: ${zipped.length} bytes`);
  for (const { name, stores } of databases)
    for (const store of stores)
      console.log(`  ${name}.${store.name}: ${store.records.length} records, ${JSON.stringify(store.records).length}`);
}
