import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Hub, HubRepository } from '../hub';
import { fixture, file, json, tokenizer } from '../hub-repositories';

/** A small embedding model, with weights of so many bytes: the airlock fetches and checks them, and runs none. */
export const repository = (id: string, bytes = 300_000): HubRepository => ({
  id,
  files: [
    json('config.json', { model_type: 'bert', architectures: ['BertModel'], hidden_size: 64 }),
    ...tokenizer('wordpiece'),
    file('onnx/model.onnx', weightsOf(bytes), true),
  ],
});

function weightsOf(bytes: number): Buffer {
  const content = Buffer.alloc(bytes, fixture('bert-64.onnx'));
  content.writeUInt32LE(bytes, 0);
  return content;
}

/** Records the names of all databases that pages open from now on. Not asked of a list at the end: a deleted one was open. */
export async function recordDatabases(context: BrowserContext): Promise<() => Promise<string[]>> {
  const opened: string[] = [];
  await context.exposeFunction('noteDatabase', (name: string) => void opened.push(name));
  await context.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name: string, ...rest: [version?: number]) {
      (globalThis as unknown as { noteDatabase(name: string): void }).noteDatabase(name);
      return open.call(this, name, ...rest);
    };
  });
  return async () => [...new Set(opened)];
}

/** Address of the airlock for a hub as a person's mirror, with the origin that it redirects to. */
export function airlockUrl(app: string, hub: Pick<Hub, 'url' | 'filesUrl'>, repository = ''): string {
  const query = new URLSearchParams({ repo: repository, mirror: hub.url, via: hub.filesUrl });
  return `${app}airlock.html?${query}`;
}

/** Looks at the repository that the address names, and waits until its offer is shown. */
export async function look(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByTestId('airlock-offer')).toBeVisible();
}

/** Downloads what is offered, and waits until it is here. */
export async function fetchModel(page: Page): Promise<void> {
  await page.getByTestId('airlock-download').click();
  await expect(page.getByTestId('airlock-finished')).toBeVisible();
}

/** What a page of this origin reads in the database of models. */
export const modelsIn = (
  page: Page,
): Promise<{ id: string; files: { path: string; bytes: number }[]; kept: number }[]> =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error as Error);
      });
    const db = await asked(indexedDB.open('hitrate-models'));
    if (!db.objectStoreNames.contains('models')) return [];
    const store = db.transaction(['models', 'parts']).objectStore('models');
    const records = (await asked(store.getAll())) as {
      folder: string;
      model: { id: string; files: { path: string; bytes: number }[] };
    }[];
    const parts = db.transaction('parts').objectStore('parts');
    const models = await Promise.all(
      records.map(async ({ folder, model: { id, files } }) => {
        const blobs = (await asked(parts.getAll(IDBKeyRange.bound([folder], [folder, []])))) as Blob[];
        return { id, files, kept: blobs.reduce((sum, { size }) => sum + size, 0) };
      }),
    );
    db.close();
    return models;
  });
