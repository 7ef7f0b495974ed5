import type { Locator, Page } from '@playwright/test';
import type { ModelTrial } from '../../src/contract/models';
import { madeRepositories } from '../made-repositories';
import { kept } from './added-models';
import { type Exported, expect, exported, test } from './app';
import {
  addFromDisk,
  closeModels,
  measure,
  onDisk,
  openModels,
  set,
  smallCollection,
  trueEmbedder,
} from './models-dialog';

test.use({ profile: 'shared' });

const prompted = madeRepositories().find(({ id }) => id === 'example/cls-with-prompts-and-weights-at-the-root')!;

const NOTHING = { models: [], paths: [], begun: [] };

/** The trials that are stored, and one in their place where it is given. */
const storedTrials = (page: Page, change: Partial<ModelTrial> = {}): Promise<ModelTrial[]> =>
  page.evaluate(async (patch) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)));
    const db = await done(indexedDB.open('hitrate'));
    const store = db.transaction('settings', 'readwrite').objectStore('settings');
    const keys = (await done(store.getAllKeys())).filter((key) => String(key).startsWith('trial:'));
    const trials: ModelTrial[] = [];
    for (const key of keys) {
      const trial = { ...((await done(store.get(key))) as ModelTrial), ...patch };
      await done(store.put(trial, key));
      trials.push(trial);
    }
    db.close();
    return trials;
  }, change);

const deviceOf = ({ manifest }: Exported): unknown =>
  (manifest as { experiment: { systems: { retrievers: { device: string }[] }[] } }).experiment.systems[0]!
    .retrievers[0]!.device;

const shownIn = (trial: Locator, device: string): Locator => trial.getByRole('row', { name: device });

test('a model from disk is shown as it will be read before anything is kept, is measured on devices, and “auto” takes the choice', async ({
  app,
}) => {
  const { page } = app;
  await app.open();
  const dialog = await openModels(page);
  await expect(dialog).toContainText('None yet.');
  await dialog.getByTestId('model-folder').setInputFiles(onDisk('of-a-folder', prompted.files));
  await expect(dialog.getByLabel('Before a question')).toHaveValue('ask: ');
  await expect(dialog.getByLabel('Before a passage')).toHaveValue('told: ');
  await expect(dialog.getByLabel('Pooling')).toHaveValue('cls');
  await expect(dialog.getByLabel('Vectors are scaled')).toHaveValue('no');
  await expect(dialog.getByTestId('model-from-disk')).toContainText('stated in 1_Pooling/config.json');
  expect(await kept(page)).toEqual(NOTHING);

  // What a person decides is shown at once, and is what is kept.
  await dialog.getByLabel('Vectors are scaled').selectOption('yes');
  await dialog.getByLabel('Before a question').fill('');
  await dialog.getByRole('button', { name: 'Add this model' }).click();
  const read = dialog.getByTestId('stored-model');
  await expect(read).toContainText('first token (CLS), length 1, “told: ” before passages');
  await expect(read).toContainText('from disk, of-a-folder');
  const { models } = await kept(page);
  expect(models).toHaveLength(1);
  expect(models[0]).toMatchObject({
    origin: { kind: 'disk', name: 'of-a-folder' },
    reading: { pooling: 'cls', normalise: true, queryPrefix: '', passagePrefix: 'told: ' },
  });
  const item = await addFromDisk(page, onDisk('true-embedder', trueEmbedder()));
  await expect(item).toContainText('Not measured yet');
  const trial = await measure(item);
  await expect(shownIn(trial, 'WASM with threads')).toContainText('agrees');
  await expect(shownIn(trial, 'WASM, one thread')).toContainText('agrees');
  await expect(shownIn(trial, 'WebGPU')).toContainText('offers no GPU');
  await expect(trial.getByText('chosen', { exact: true })).toHaveCount(1);

  const [measured] = await storedTrials(page);
  expect(measured!.devices.map(({ device, verdict }) => [device, verdict])).toEqual([
    ['wasm', 'agrees'],
    ['wasm-single', 'agrees'],
    ['webgpu', 'absent'],
  ]);
  const fastest = [...measured!.devices].sort((a, b) => (b.perSecond ?? 0) - (a.perSecond ?? 0))[0]!;
  expect(measured!.chosen).toBe(fastest.device);
  // On this machine both may be as fast: what is stored decides, and not what would be guessed.
  await storedTrials(page, { chosen: 'wasm-single' });

  await page.reload();
  await openModels(page);
  const stored = dialog.getByTestId('stored-model').filter({ hasText: 'true-embedder' });
  await stored.getByText('What was measured', { exact: true }).click();
  await expect(shownIn(stored.getByTestId('model-trial'), 'WASM, one thread')).toContainText('chosen');
  await closeModels(page);
  await app.pick(smallCollection('auto'));
  await app.add('Auto');
  await set(page, 'Embedding', { Model: 'true-embedder', Device: 'auto' });
  await app.choose('embedding');
  await app.evaluate();
  const result = await exported(page);
  expect(deviceOf(result)).toBe('wasm-single');
  expect(result.manifest).toMatchObject({ devices: { embedding: { device: 'wasm-single', threads: 1 } } });
  expect((await storedTrials(page)).map(({ at }) => at)).toEqual([measured!.at]);
  expect(app.errors).toEqual([]);
});
