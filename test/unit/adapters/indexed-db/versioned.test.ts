import 'fake-indexeddb/auto';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import { type DatabaseDefinition, openVersioned, type Upgrade } from '../../../../src/adapters/indexed-db/versioned';

interface Orchard extends DBSchema {
  fruit: { key: string; value: object };
  trees: { key: string; value: { readonly id: string; readonly kind: string }; indexes: { kind: string } };
  baskets: { key: string; value: object };
}

let databases = 0;
const freshName = (): string => `versioned-${databases++}`;

const FIRST = { creates: [{ name: 'fruit' }, { name: 'trees', keyPath: 'id', indexes: ['kind'] }] };
const definition = (...migrations: DatabaseDefinition['migrations']): DatabaseDefinition => ({
  name: 'orchard',
  what: 'documents',
  migrations,
});

/** What a database has, through raw IndexedDB. */
async function contents(name: string) {
  const db = await openDB(name);
  const stores: Record<string, unknown[]> = {};
  for (const store of db.objectStoreNames) stores[store] = await db.getAll(store);
  const { version } = db;
  db.close();
  return { version, stores };
}

async function filled(name: string): Promise<void> {
  const db = await openVersioned<Orchard>(definition(FIRST), name);
  await db.put('fruit', { ripe: true }, 'apple');
  await db.put('fruit', { ripe: false }, 'pear');
  db.close();
}

describe('migrations', () => {
  it('make a new database at the last version', async () => {
    const name = freshName();
    const db = await openVersioned<Orchard>(definition(FIRST, { creates: [{ name: 'baskets' }] }), name);
    expect(db.version).toBe(2);
    expect([...db.objectStoreNames]).toEqual(['baskets', 'fruit', 'trees']);
    expect([...db.transaction('trees').store.indexNames]).toEqual(['kind']);
    db.close();
  });

  it('bring an older one there step by step, with what it keeps', async () => {
    const name = freshName();
    await filled(name);
    const renamed = {
      change: async (upgrade: Upgrade) => {
        const store = upgrade.objectStore('fruit');
        for (const key of await store.getAllKeys()) {
          const { ripe } = (await store.get(key)) as { ripe: boolean };
          await store.put({ state: ripe ? 'ripe' : 'green' }, key);
        }
      },
    };
    (await openVersioned<Orchard>(definition(FIRST, { creates: [{ name: 'baskets' }] }, renamed), name)).close();
    expect(await contents(name)).toEqual({
      version: 3,
      stores: { baskets: [], fruit: [{ state: 'ripe' }, { state: 'green' }], trees: [] },
    });
  });

  it('that fail leave the database as it was, at its version', async () => {
    const name = freshName();
    await filled(name);
    const before = await contents(name);
    const failing = {
      creates: [{ name: 'baskets' }],
      change: async (upgrade: Upgrade) => {
        await upgrade.objectStore('fruit').put({ state: 'changed' }, 'apple');
        await upgrade.objectStore('fruit').delete('pear');
        throw new RangeError('a pear without a colour');
      },
    };
    const opening = openVersioned<Orchard>(definition(FIRST, failing), name);
    await expect(opening).rejects.toMatchObject({
      code: 'storage-not-migrated',
      data: { from: 1, to: 2, reason: 'a pear without a colour' },
    });
    expect(await contents(name)).toEqual(before);
    // The version before still opens it.
    const again = await openVersioned<Orchard>(definition(FIRST), name);
    expect(await again.get('fruit', 'pear')).toEqual({ ripe: false });
    again.close();
  });
});

describe('a database that is not as expected', () => {
  it('of a newer version is refused with both versions and the way back, and not changed', async () => {
    const name = freshName();
    await filled(name);
    (await openVersioned<Orchard>(definition(FIRST, {}, {}), name)).close();
    const before = await contents(name);
    const opening = openVersioned<Orchard>(definition(FIRST), name);
    await expect(opening).rejects.toMatchObject({ code: 'storage-newer', data: { found: 3, known: 1 } });
    expect(await contents(name)).toEqual(before);
  });

  it('without the stores of its version is refused with their names, before and after a migration', async () => {
    const name = freshName();
    (await openDB(name, 1, { upgrade: (db) => void db.createObjectStore('trees') })).close();
    for (const known of [definition(FIRST), definition(FIRST, {})]) {
      const opening = openVersioned<Orchard>(known, name);
      await expect(opening).rejects.toMatchObject({
        code: 'storage-damaged',
        data: { database: 'documents', version: 1, missing: ['fruit'] },
      });
    }
    expect((await contents(name)).version).toBe(1);
  });

  it('that the browser refuses is the one that asks to allow storage', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const opening = openVersioned<Orchard>(definition(FIRST), freshName());
    await expect(opening).rejects.toMatchObject({ code: 'storage-unavailable', data: { doing: 'opening' } });
    open.mockRestore();
  });
});

it('an older connection that stays open is reported, and the opening continues when it is closed', async () => {
  const name = freshName();
  await filled(name);
  const held = await openDB(name, 1);
  const later = definition(FIRST, { creates: [{ name: 'baskets' }] });
  let opening = Promise.resolve<IDBPDatabase<Orchard> | null>(null);
  const blocked = new Promise((resolve) => (opening = openVersioned<Orchard>(later, name, resolve)));
  expect(await blocked).toEqual({ code: 'storage-in-use', data: { database: 'documents' } });
  held.close();
  const db = (await opening)!;
  expect(db.version).toBe(2);
  db.close();
});
