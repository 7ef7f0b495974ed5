import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readLog, writeLog } from '../../../../src/adapters/model-store/store';
import { createModelsPort } from '../../../../src/adapters/model-store/port';
import { requireRoom } from '../../../../src/adapters/model-store/writing';
import { openModelDatabase, type ModelDatabase } from '../../../../src/adapters/model-store/schema';
import type { ModelCard } from '../../../../src/domain/models/configuration';
import { addModel, bytesOf } from './made-up';

let db: ModelDatabase;
let name: string;
let opened = 0;

beforeEach(async () => {
  name = `port-${opened++}`;
  db = await openModelDatabase(name);
});

const bundled = { id: 'bundled', name: 'Bundled' } as ModelCard;
const files = { 'config.json': bytesOf(4) };

describe('the models of this machine', () => {
  it('are those that are bundled, then those that were added', async () => {
    const port = createModelsPort([bundled], () => openModelDatabase(name));
    expect((await port.cards()).map(({ id }) => id)).toEqual(['bundled']);
    const model = await addModel(db, files);
    expect((await port.cards()).map(({ id }) => id)).toEqual(['bundled', model.id]);
    expect(await port.stored()).toEqual([model]);
    await port.remove(model.id);
    expect(await port.cards()).toEqual([bundled]);
  });

  it('tell of every change, until nobody listens', async () => {
    const port = createModelsPort([], () => openModelDatabase(name));
    let calls = 0;
    let called = (): void => undefined;
    const next = () => new Promise<void>((resolve) => (called = resolve));
    const end = port.onChange(() => (calls++, called()));
    const added = next();
    const model = await addModel(db, files);
    await added;
    const removed = next();
    await port.remove(model.id);
    await removed;
    expect(calls).toBe(2);
    end();
    await addModel(db, files);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls).toBe(2);
  });
});

describe('the log of downloads', () => {
  const entry = (when: number) => ({
    when,
    asked: 'https://a',
    answered: 'https://b',
    path: '/x',
    status: 200,
    bytes: 1,
  });

  it('is in order', async () => {
    for (const when of [3, 1, 2]) await writeLog(db, entry(when));
    expect((await readLog(db)).map(({ when }) => when)).toEqual([3, 1, 2]);
  });

  it('forgets the oldest entries beyond 5000', async () => {
    const { store } = db.transaction('log', 'readwrite');
    await Promise.all(Array.from({ length: 5000 }, (_, i) => store.add(entry(i + 1))));
    for (const when of [5001, 5002]) await writeLog(db, entry(when));
    const log = await readLog(db);
    expect([log.length, log[0]?.when, log.at(-1)?.when]).toEqual([5000, 3, 5002]);
  });
});

it('room for a model is there to the last byte, and where the browser does not tell', async () => {
  await requireRoom('M', 1e15);
  const disk = (told: StorageEstimate) =>
    vi.stubGlobal('navigator', { storage: { estimate: () => Promise.resolve(told) } });
  disk({});
  await requireRoom('M', 1e15);
  disk({ usage: 0, quota: 100 * 2 ** 20 });
  await requireRoom('M', 100 * 2 ** 20);
  disk({ usage: 2 ** 20, quota: 100 * 2 ** 20 });
  await expect(requireRoom('M', 100 * 2 ** 20)).rejects.toMatchObject({
    code: 'storage-full',
    data: { name: 'M', bytes: 100 * 2 ** 20, free: 99 * 2 ** 20 },
  });
  vi.unstubAllGlobals();
});
