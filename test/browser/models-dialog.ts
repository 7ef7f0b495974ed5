import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { HubFile } from '../hub';
import { file, json } from '../hub-repositories';
import { expect, leaveNewRun, toNewRun } from './app';
import { temporaryFile } from './made-collection';

/** Models by the dialog of models, and systems and settings that name them, as a person does it. */

/** A repository as a folder on disk. @returns its path */
export function onDisk(name: string, files: readonly HubFile[]): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'hitrate-models-')), name);
  for (const { path, content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const bundled = (path: string): Buffer => readFileSync(join('public/models/hitrate-embedding', path));

/**
 * The bundled embedding model as a repository of a person, in which tokens have vectors and the page pools them: it truly
 * embeds, by their mean and by nothing else. Its vectors of tokens do not know each other, so the first is always [CLS].
 */
export function trueEmbedder(): HubFile[] {
  // The graph of tokens reads its numbers from the other graph's file, here under the name that external data has.
  const graph = Buffer.from(
    bundled('onnx/tokens_quantized.onnx').toString('latin1').replaceAll('model_quantized.onnx', 'model_int8.onnx_data'),
    'latin1',
  );
  return [
    ...['config.json', 'tokenizer.json', 'tokenizer_config.json'].map((path) => file(path, bundled(path))),
    json('modules.json', [
      { idx: 0, name: '0', path: '', type: 'sentence_transformers.models.Transformer' },
      { idx: 1, name: '1', path: '1_Pooling', type: 'sentence_transformers.models.Pooling' },
      { idx: 2, name: '2', path: '2_Normalize', type: 'sentence_transformers.models.Normalize' },
    ]),
    json('1_Pooling/config.json', { word_embedding_dimension: 512, pooling_mode_mean_tokens: true }),
    file('onnx/model_int8.onnx', graph),
    file('onnx/model_int8.onnx_data', bundled('onnx/model_quantized.onnx')),
  ];
}

export async function openModels(page: Page): Promise<Locator> {
  await leaveNewRun(page);
  await page.getByTestId('models-button').click();
  const dialog = page.getByTestId('models-dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function closeModels(page: Page): Promise<void> {
  const dialog = page.getByTestId('models-dialog');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
}

/** Picks a folder of a model, and keeps what is offered. */
export async function addFromDisk(page: Page, folder: string): Promise<Locator> {
  const dialog = page.getByTestId('models-dialog');
  const before = await dialog.getByTestId('stored-model').count();
  await dialog.getByTestId('model-folder').setInputFiles(folder);
  await dialog.getByRole('button', { name: 'Add this model' }).click();
  await expect(dialog.getByTestId('stored-model')).toHaveCount(before + 1);
  return dialog.getByTestId('stored-model').last();
}

/** Measures a model of the dialog, and shows what was measured. */
export async function measure(item: Locator): Promise<Locator> {
  const trial = item.getByTestId('model-trial');
  await item.getByRole('button', { name: /^Measure/ }).click();
  await expect(item.getByRole('button', { name: /^Measure again/ })).toBeVisible();
  if (!(await trial.isVisible())) await item.getByText('What was measured', { exact: true }).click();
  await expect(trial).toBeVisible();
  return trial;
}

/** Chooses of a field in the settings, a model by its name. */
export async function set(
  page: Page,
  group: 'Embedding' | 'Reranker',
  fields: { readonly Model?: string; readonly Device?: string },
): Promise<void> {
  await toNewRun(page);
  const summary = page.locator('summary', { hasText: /^\s*Settings/ });
  if ((await summary.locator('..').getAttribute('open')) === null) await summary.click();
  const of = page.getByRole('heading', { name: group, exact: true }).locator('..');
  for (const [label, value] of Object.entries(fields)) {
    const field = of.getByLabel(label, { exact: true });
    if (label === 'Model') await field.selectOption({ label: value });
    else await field.selectOption(value);
  }
}

/** Adds systems of the catalogue. */
export async function addSystems(page: Page, ids: readonly string[]): Promise<void> {
  await toNewRun(page);
  await page.getByRole('button', { name: 'Add systems' }).click();
  const dialog = page.getByTestId('add-systems');
  for (const id of ids) await dialog.getByText(id, { exact: true }).click();
  await dialog.getByRole('button', { name: /^Add \d+ system/ }).click();
  await expect(dialog).toBeHidden();
}

const TEXTS = [
  ['Where do ducks sleep?', 'Ducks rest on open water at night, where foxes cannot reach them.'],
  ['Who lights the lamp of the tower?', 'The keeper climbs the stairs at dusk and kindles the wick.'],
  ['When is the harbour closed?', 'In storms from the north no ship may pass the breakwater.'],
  ['How is the net mended?', 'Torn meshes are tied again with a flat needle of wood.'],
  ['What do bees make of nectar?', 'They thicken it in the comb until it is honey.'],
  ['Why is the ferry late?', 'It waits for the tide, which is low after the new moon.'],
];

/** A small collection of questions and answers as a file, whose texts are those of no other with another mark. */
export function smallCollection(mark: string): string {
  const collection = {
    queries: Object.fromEntries(TEXTS.map(([question], i) => [`q${i}`, `${question!} ${mark}`])),
    corpus: Object.fromEntries(TEXTS.map(([, answer], i) => [`${i}`, `${answer!} ${mark}`])),
    relevant_docs: Object.fromEntries(TEXTS.map((_, i) => [`q${i}`, [`${i}`]])),
    mode: 'text',
  };
  return temporaryFile(`${mark}.json`, JSON.stringify(collection));
}
