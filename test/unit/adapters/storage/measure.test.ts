import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { measureCollections, valueSize } from '../../../../src/adapters/storage/erase';
import { openDatabase } from '../../../../src/adapters/storage/schema';
import { createStorage } from '../../../../src/adapters/storage/storage';
import { docId } from '../../../../src/base/types';
import { recordOf } from './make';

describe('valueSize', () => {
  it.each([
    ['Latin text, one byte a character', 'straße', 6],
    ['other text, two', '検索', 4],
    ['numbers in an array', [1, 2.5], 16],
    ['a typed array, by its own length and not its buffer’s', new Float32Array(new ArrayBuffer(400), 0, 3), 12],
    ['a file', new Blob(['12345']), 5],
    ['names and values of fields', { id: 'ab' }, 4],
    ['a map', new Map([['ab', new Uint8Array(3)]]), 5],
    ['nothing', null, 1],
  ])('counts %s', (_, value, bytes) => {
    expect(valueSize(value)).toBe(bytes);
  });
});

describe('measureCollections', () => {
  let opened = 0;
  const record = (id: string, createdAt: number) => recordOf(id, { name: `Collection ${id}`, createdAt });

  beforeEach(() => void opened++);

  it('counts what belongs to a collection for it alone: documents, vectors, artifacts', async () => {
    const db = await openDatabase(`measure-${opened}`);
    const storage = createStorage(db);
    const dataset = (text: string) => ({ docs: [{ id: docId('a'), title: '', text }], queries: [], judgments: [] });
    // One id begins with the other.
    await storage.collections.add(record('b', 2), dataset('x'));
    await storage.collections.add(record('b2', 1), dataset('x'));
    const [b2, b] = await measureCollections(db);
    expect([b2!.name, b!.name]).toEqual(['Collection b2', 'Collection b']);
    await storage.rows.add('b', 'vectors', { keys: ['k'], width: 256, values: new Float32Array(256) });
    await storage.artifacts.put('b', 'index', new Uint8Array(5000));
    const after = await measureCollections(db);
    expect(after[0]).toEqual(b2);
    expect(after[1]!.bytes - b!.bytes).toBeGreaterThanOrEqual(1024 + 5000);
    expect(after[1]!.bytes - b!.bytes).toBeLessThan(1024 + 5000 + 200);
  });
});
