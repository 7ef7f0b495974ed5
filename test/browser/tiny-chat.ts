import type { Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredModel } from '../../src/contract/models';
import { TINY_CHAT } from '../greedy';

const FILES = readdirSync(TINY_CHAT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(TINY_CHAT.length + 1));

const content = (path: string): Buffer => readFileSync(join(TINY_CHAT, path));

/** The tiny chat model as it is kept once a person has added it. */
export const TINY: StoredModel = {
  id: 'made/tiny-chat@0123456789ab:fp32',
  name: 'made/tiny-chat (fp32)',
  origin: { kind: 'disk', name: 'tiny-chat' },
  addedAt: 1,
  files: FILES.map((path) => ({
    path,
    bytes: content(path).length,
    sha256: createHash('sha256').update(content(path)).digest('hex'),
  })),
  reading: {
    task: 'generation',
    weights: { path: 'onnx/model.onnx', dtype: 'fp32', externalData: [] },
    maxTokens: 2048,
  },
  dimensions: null,
  languages: ['en'],
  licence: null,
  matryoshka: [],
  revision: '00112233445566aa',
};

/** Puts the tiny chat model into the database of models, which the page has opened before. */
export async function keepTinyChat(page: Page): Promise<void> {
  const files = FILES.map((path) => [path, content(path).toString('base64')] as const);
  await page.evaluate(
    async ([model, encoded]) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('hitrate-models');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
      const tx = db.transaction(['models', 'parts'], 'readwrite');
      for (const [path, base64] of encoded) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        tx.objectStore('parts').put(new Blob([bytes]), [model.id, path, 0]);
      }
      tx.objectStore('models').put({ model, folder: model.id }, model.id);
      await new Promise<void>((resolve, reject) => {
        tx.oncomplete = () => resolve();
        tx.onerror = () => reject(tx.error!);
      });
      db.close();
    },
    [TINY, files] as const,
  );
}
