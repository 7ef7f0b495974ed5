import type { Page } from '@playwright/test';
import type { StoredModel } from '../../src/contract/models';
import type { Hub } from '../hub';
import { expect } from './app';
import { ask } from './database';
import { builtWorkers, callWorker, type Reply } from './workers';

/** Models as a person adds them: by the airlock, from a hub that the test opened, which is the person's mirror. */

/** Opens the airlock for a repository and presses Look. */
export async function lookAt(page: Page, url: string, hub: Hub, repository: string, revision = 'main'): Promise<void> {
  const query = new URLSearchParams({ repo: repository, revision, mirror: hub.url, via: hub.filesUrl });
  await page.goto(`${url}airlock.html?${query}`);
  await page.getByRole('button', { name: 'Look', exact: true }).click();
}

/** Chooses weights of what was looked at, and says what the repository does not. */
export async function choose(page: Page, weights: string, said: { readonly pooling?: string } = {}): Promise<void> {
  await expect(page.getByTestId('airlock-offer')).toBeVisible();
  await pick(page, 'Weights', weights);
  if (said.pooling) await pick(page, 'Pooling', said.pooling);
}

/** Takes the option of a field by its value, or by a path in its text. */
async function pick(page: Page, label: string, wanted: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  const options = await field
    .locator('option')
    .evaluateAll((all) => (all as HTMLOptionElement[]).map(({ value, label: text }) => ({ value, text })));
  const found = options.find(({ value, text }) => value === wanted || text.split(/[\s(),]+/).includes(wanted));
  if (!found) throw new Error(`No ${wanted} among ${options.map(({ text }) => text).join('; ')}`);
  await field.selectOption(found.value);
}

export const press = (page: Page): Promise<void> => page.getByTestId('airlock-download').click();

/** Downloads weights of a repository, and gives the model as it is kept. */
export async function addModel(
  page: Page,
  url: string,
  hub: Hub,
  model: { readonly repository: string; readonly weights: string; readonly said?: { readonly pooling?: string } },
): Promise<StoredModel> {
  await lookAt(page, url, hub, model.repository);
  await choose(page, model.weights, model.said);
  await press(page);
  await expect(page.getByTestId('airlock-finished')).toBeVisible();
  const { models } = await kept(page);
  const isIt = ({ reading, origin }: StoredModel) =>
    reading.weights.path === model.weights && origin.kind === 'hub' && origin.repository === model.repository;
  return models.find(isIt)!;
}

/** What the database of models holds. */
export interface Kept {
  readonly models: readonly StoredModel[];
  /** Of files, that are whole or not. */
  readonly paths: readonly string[];
  /** Bytes that are here, of each download that was begun. */
  readonly begun: readonly number[];
}

export async function kept(page: Page): Promise<Kept> {
  const [models, parts, begun] = await ask<
    [{ model: StoredModel }[], [id: string, path: string, part: number][], { files: { done: number }[] }[]]
  >(page, 'hitrate-models', ['models', 'getAll'], ['parts', 'getAllKeys'], ['downloads', 'getAll']);
  return {
    models: models.map(({ model }) => model),
    paths: [...new Set(parts.map(([, path]) => path))].sort(),
    begun: begun.map(({ files }) => files.reduce((sum, { done }) => sum + done, 0)),
  };
}

/** A model worker of the app's own, asked about a model that is kept. */
export function callModel<T>(
  page: Page,
  worker: 'encoder' | 'reranker',
  method: string,
  { id, revision, reading }: StoredModel,
  input: object,
): Promise<Reply<T>> {
  const built = builtWorkers().find(({ name }) => name === worker)!;
  const request = { folder: '/models/', model: id, revision, reading, maxTokens: reading.maxTokens, device: 'wasm' };
  return callWorker(page, built, [method, { ...request, ...input }]);
}
