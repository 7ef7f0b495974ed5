import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredModel } from '../../src/contract/models';
import { type Hub, openHub } from '../hub';
import { madeRepositories } from '../made-repositories';
import { addModel } from './added-models';
import { type App, createApp, download, expect, type Exported, exported, test, openContext } from './app';
import { addSystems, closeModels, openModels, set, smallCollection } from './models-dialog';

test.use({ profile: 'shared' });

const named = (id: string) => madeRepositories().find((repository) => repository.id === id)!;
const prompted = named('example/cls-with-prompts-and-weights-at-the-root');
const plain = named('example/mean');
const reranker = named('example/reranker-one-logit');

const add = (app: App, hub: Hub, { id, fp32 }: typeof plain): Promise<StoredModel> =>
  addModel(app.page, app.url, hub, { repository: id, weights: fp32 });

const BUNDLED = 'Hitrate embedding 0.2';

interface Manifest {
  readonly models: { readonly id: string; readonly revision: string }[];
  readonly devices: Record<string, { readonly model: string; readonly device: string }>;
  readonly experiment: {
    readonly systems: {
      readonly id: string;
      readonly retrievers: { readonly kind: string; readonly device?: string; readonly queryPrefix?: string }[];
      readonly rerank: { readonly device: string } | null;
    }[];
  };
}

const manifestOf = ({ manifest }: Exported): Manifest => manifest as unknown as Manifest;

/** Numbers of each system that no clock moves. */
const figures = ({ systems }: Exported) => systems.map(({ id, measures, perQuery }) => ({ id, measures, perQuery }));

test('added and bundled models are compared in one experiment, kept, and used with the hub gone', async ({ app }) => {
  const { page } = app;
  const hub = await openHub([prompted, reranker]);
  const encoder = await add(app, hub, prompted);
  const crossEncoder = await add(app, hub, reranker);
  await app.open();
  await app.pick(smallCollection('first'));
  await app.add('First');
  await set(page, 'Embedding', { Model: encoder.name, Device: 'wasm' });
  await set(page, 'Reranker', { Model: crossEncoder.name });
  await app.choose('embedding', 'ensemble-rerank');
  await addSystems(page, [BUNDLED, `${encoder.name}, no prefixes`]);
  await app.evaluate();
  const first = await exported(page);
  const systems = ['embedding', 'ensemble-rerank', BUNDLED, `${encoder.name}, no prefixes`];
  expect(first.systems.map(({ id }) => id)).toEqual(systems);
  const { models, devices, experiment } = manifestOf(first);
  for (const { id, revision } of [encoder, crossEncoder]) expect(models).toContainEqual({ id, revision });
  expect(models.map(({ id }) => id)).toContain('hitrate-embedding');
  expect(models).toHaveLength(3);
  // Each was loaded, on the device that was asked for, and both embedding models are told apart.
  expect(Object.values(devices).map(({ model, device }) => [model, device])).toEqual(
    expect.arrayContaining([
      [encoder.id, 'wasm'],
      [crossEncoder.id, 'wasm'],
      ['hitrate-embedding', 'wasm'],
    ]),
  );
  const prefixes = (place: number) => experiment.systems[place]!.retrievers[0]!.queryPrefix;
  expect([prefixes(0), prefixes(2), prefixes(3)]).toEqual(['ask: ', '', '']);
  expect(experiment.systems[1]!.rerank).toMatchObject({ device: 'wasm', revision: crossEncoder.revision });
  // Of each model, and with and without prefixes, but not once more for the fusion.
  expect((await app.counts())['passage-vectors']!.computed).toBe(18);

  await app.evaluate();
  for (const [stage, { computed }] of Object.entries(await app.counts())) expect(computed, stage).toBe(0);
  expect(figures(await exported(page))).toEqual(figures(first));

  await hub.close();
  await page.reload();
  await app.statistics();
  // Texts that no model has read yet.
  await app.pick(smallCollection('second'));
  await app.add('Second');
  const before = app.requests.length;
  await app.evaluate();
  expect((await app.counts())['passage-vectors']!.computed).toBe(18);
  expect((await app.counts())['rerank']!.computed).toBeGreaterThan(0);
  expect((await exported(page)).systems.map(({ id }) => id)).toEqual(systems);
  expect(app.requests.slice(before).filter((url) => !url.startsWith(app.url) && !/^(data|blob):/.test(url))).toEqual(
    [],
  );
  expect(app.errors).toEqual([]);
});

test(
  'two weights of one repository are two models, which are told apart wherever one is chosen',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    const hub = await openHub([plain]);
    const models = [
      await add(app, hub, plain),
      await addModel(page, app.url, hub, { repository: plain.id, weights: plain.int8! }),
    ];
    await hub.close();
    expect(new Set(models.map(({ id }) => id)).size).toBe(2);
    await app.open();
    await app.pick(smallCollection('weights'));
    await app.add('Weights');
    await set(page, 'Embedding', { Device: 'wasm' });
    const options = page.getByRole('heading', { name: 'Embedding', exact: true }).locator('..').getByLabel('Model');
    const labels = await options.locator('option').allTextContents();
    expect(labels).toHaveLength(3);
    expect(new Set(labels).size).toBe(3);
    await app.choose();
    await addSystems(page, labels.slice(1));
    await app.evaluate();
    const result = await exported(page);
    expect(manifestOf(result).models.map(({ id }) => id)).toEqual(models.map(({ id }) => id));
    expect(app.errors).toEqual([]);
  },
);

test(
  'a system whose model was deleted says so, the rest is run, and a file that names it is refused',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    const hub = await openHub([plain]);
    const model = await add(app, hub, plain);
    await app.open();
    await app.pick(smallCollection('deleted'));
    await app.add('Deleted');
    await set(page, 'Embedding', { Device: 'wasm' });
    await app.choose('bm25');
    await addSystems(page, [model.name, `bm25 + ${model.name}`]);
    await app.evaluate();
    const before = await exported(page);
    const file = join(mkdtempSync(join(tmpdir(), 'hitrate-experiment-')), 'with-a-model.json');
    writeFileSync(file, await download(page, 'export-experiment'));

    const dialog = await openModels(page);
    await dialog.getByRole('button', { name: /^Delete/ }).click();
    await page.getByTestId('delete-model').getByRole('button', { name: 'Keep it' }).click();
    await expect(dialog.getByTestId('stored-model')).toHaveCount(1);
    await dialog.getByRole('button', { name: /^Delete/ }).click();
    await page.getByTestId('delete-model').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(dialog.getByTestId('stored-model')).toHaveCount(0);
    await closeModels(page);

    // What was computed stays to be read.
    await expect(page.getByTestId('results-table')).toContainText(model.name);
    await app.show('New run');
    const composed = page.getByTestId('composed');
    const lacking = composed.getByText(`Not run here. The model “${model.id}” is not on this machine.`);
    await expect(lacking).toHaveCount(2);
    await app.evaluate();
    const after = await exported(page);
    expect(after.systems.map(({ id }) => id)).toEqual(['bm25']);
    expect(figures(after)).toEqual(figures(before).slice(0, 1));

    await app.show('New run');
    await page.getByTestId('experiment-input').setInputFiles(file);
    await expect(
      page.getByText(`with-a-model.json cannot be run here. The model “${model.id}” is not here.`),
    ).toBeVisible();
    await expect(page.getByTestId('opened-experiment')).toBeHidden();

    // The same files again are the same model: what waited for it is run, from what was kept.
    await add(app, hub, plain);
    await hub.close();
    await app.open();
    await app.openCollection('Deleted');
    await app.evaluate();
    expect(figures(await exported(page))).toEqual(figures(before));
    expect((await app.counts())['passage-vectors']!.computed).toBe(0);
    expect(app.errors).toEqual([]);
  },
);

test('settings that name a deleted model say so, and ask for another', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  const hub = await openHub([plain]);
  const model = await add(app, hub, plain);
  await hub.close();
  await app.open();
  await set(page, 'Embedding', { Model: model.name });
  await app.choose('bm25', 'embedding');
  const dialog = await openModels(page);
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await page.getByTestId('delete-model').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByTestId('stored-model')).toHaveCount(0);
  await closeModels(page);
  await app.show('New run');
  await expect(page.getByText('This model is not here. Choose another.')).toBeVisible();
  await expect(page.getByTestId('evaluate-button')).toBeDisabled();
  await set(page, 'Embedding', { Model: BUNDLED });
  await expect(page.getByTestId('evaluate-button')).toBeEnabled();
  expect(app.errors).toEqual([]);
});

test(
  'an experiment with an added model runs in another profile once the model is there, with the same digits',
  { tag: '@full' },
  async ({ app, browser }) => {
    const { page } = app;
    const hub = await openHub([prompted]);
    const model = await add(app, hub, prompted);
    const collection = smallCollection('profiles');
    await app.open();
    await app.pick(collection);
    await app.add('Profiles');
    await set(page, 'Embedding', { Model: model.name, Device: 'wasm' });
    await app.choose('embedding', 'ensemble');
    await app.evaluate();
    const first = await exported(page);
    const file = join(mkdtempSync(join(tmpdir(), 'hitrate-experiment-')), 'shared.json');
    writeFileSync(file, await download(page, 'export-experiment'));

    const context = await openContext(browser);
    const other = createApp(await context.newPage(), app.url);
    await other.open();
    await other.pick(collection);
    await other.add('Profiles');
    await other.page.getByTestId('experiment-input').setInputFiles(file);
    await expect(other.page.getByText(`The model “${model.id}” is not here.`)).toBeVisible();
    await expect(other.page.getByTestId('opened-experiment')).toBeHidden();
    const same = await add(other, hub, prompted);
    expect([same.id, same.revision]).toEqual([model.id, model.revision]);
    await hub.close();
    await other.open();
    await other.openCollection('Profiles');
    await other.show('New run');
    await other.page.getByTestId('experiment-input').setInputFiles(file);
    await expect(other.page.getByTestId('opened-experiment')).toContainText('2 systems');
    await other.evaluate();
    expect(figures(await exported(other.page))).toEqual(figures(first));
    expect([...app.errors, ...other.errors]).toEqual([]);
    await context.close();
  },
);
