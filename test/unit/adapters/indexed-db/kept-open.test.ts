import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { expect, it, vi } from 'vitest';
import { keptOpen } from '../../../../src/adapters/indexed-db/kept-open';

let databases = 0;

/** Opens a database that closes when it is in another one's way. */
const opening = (name: string, version = 1) =>
  openDB(name, version, { blocking: (_, __, event) => (event.target as IDBDatabase).close() });

it('opens a database once, however often it is asked for', async () => {
  const open = vi.fn(() => opening('once'));
  const database = keptOpen(open);
  const [first, second] = await Promise.all([database(), database()]);
  expect(second).toBe(first);
  expect(open).toHaveBeenCalledTimes(1);
});

it('opens it again after it was erased, and tells that it was', async () => {
  const name = `erased-${databases++}`;
  const onErased = vi.fn();
  const database = keptOpen(() => opening(name), onErased);
  const first = await database();
  await deleteDB(name);
  expect(onErased).toHaveBeenCalledTimes(1);
  const second = await database();
  expect(second).not.toBe(first);
  expect([...second.objectStoreNames]).toEqual([]);
});

it('does not call a newer version an erasure', async () => {
  const name = `newer-${databases++}`;
  const onErased = vi.fn();
  await keptOpen(() => opening(name), onErased)();
  (await opening(name, 2)).close();
  expect(onErased).not.toHaveBeenCalled();
});

it('tries again after it could not be opened', async () => {
  let isBroken = true;
  const database = keptOpen(() => (isBroken ? Promise.reject(new Error('refused')) : opening('tried-again')));
  await expect(database()).rejects.toThrow('refused');
  isBroken = false;
  expect((await database()).name).toBe('tried-again');
});
