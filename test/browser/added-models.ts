import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ExpectedProblem } from '../../src/contract/errors';
import type { StoredModel } from '../../src/contract/models';
import { READY } from '../../src/adapters/rpc/parts';
import { DIST } from '../../tools/site.mjs';
import type { Hub } from '../hub';
import { expect } from './app';

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

export const kept = (page: Page): Promise<Kept> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const db = await done(indexedDB.open('hitrate-models'));
    const stores = db.transaction(['models', 'parts', 'downloads']);
    const models = (await done(stores.objectStore('models').getAll())) as { model: StoredModel }[];
    const parts = (await done(stores.objectStore('parts').getAllKeys())) as [string, string, number][];
    const begun = (await done(stores.objectStore('downloads').getAll())) as { files: { done: number }[] }[];
    db.close();
    return {
      models: models.map(({ model }) => model),
      paths: [...new Set(parts.map(([, path]) => path))].sort(),
      begun: begun.map(({ files }) => files.reduce((sum, { done: bytes }) => sum + bytes, 0)),
    };
  });

/** An error as it crosses from a worker. */
interface Thrown {
  readonly message: string;
  readonly problem?: ExpectedProblem;
}

/** What a method of a model worker gave, with typed arrays as plain ones, or the error that it threw. */
export type Reply<T> = { readonly value: T } | { readonly error: Thrown };

/** A model worker of the app's own, started from the page that holds documents, under its policy. */
export async function callModel<T>(
  page: Page,
  worker: 'encoder' | 'reranker',
  method: string,
  model: StoredModel,
  input: object,
): Promise<Reply<T>> {
  const script = readdirSync(join(DIST, 'assets')).find((name) => /^model-[^/]*\.js$/.test(name))!;
  const { id, revision, reading } = model;
  const request = { folder: '/models/', model: id, revision, reading, maxTokens: reading.maxTokens, device: 'wasm' };
  return page.evaluate(
    async ([address, name, called, argument, ready]) => {
      const started = new Worker(address, { type: 'module', name });
      // Workers tell of their requests, too.
      const told = <M>(isIt: (data: unknown) => boolean) =>
        new Promise<M>((resolve, reject) => {
          started.addEventListener('message', ({ data }) => isIt(data) && resolve(data as M));
          started.addEventListener('error', ({ message }) => reject(new Error(message)));
        });
      await told((data) => data === ready);
      const reply = told<{ type: string; value: Record<string, unknown> }>(
        (data) => (data as { id?: string }).id === '1',
      );
      // A call as Comlink writes it.
      const values = [{ type: 'RAW', value: argument }];
      started.postMessage({ id: '1', type: 'APPLY', path: [called], argumentList: values });
      const { type, value } = await reply;
      started.terminate();
      if (type !== 'RAW') return { error: value };
      const plain = Object.entries(value).map(([key, field]) => [
        key,
        ArrayBuffer.isView(field) ? Array.from(field as Float32Array) : field,
      ]);
      return { value: Object.fromEntries(plain) as unknown };
    },
    [new URL(`assets/${script}`, page.url()).href, worker, method, { ...request, ...input }, READY] as const,
  ) as Promise<Reply<T>>;
}
