import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  getDownload,
  listDownloads,
  listModels,
  removeDownload,
  sweepImports,
} from '../../../../src/adapters/model-store/store';
import { openModelDatabase, type ModelDatabase } from '../../../../src/adapters/model-store/schema';
import { beginWriting, type WritingPlan } from '../../../../src/adapters/model-store/writing';
import { bytesOf, choice, origin, sha256 } from './made-up';

let db: ModelDatabase;
let opened = 0;

beforeEach(async () => {
  db = await openModelDatabase(`writing-${opened++}`);
});

const content = bytesOf(10);
const hash = sha256(content);
const file = { path: 'config.json', bytes: 10, sha256: hash };
const plan: WritingPlan = { id: 'download', origin, choice, files: [file, { path: 'model.onnx', bytes: 4 }] };

describe('writing a model', () => {
  it('ends in a model only when every file was checked', async () => {
    const writer = await beginWriting(db, plan);
    await writer.append('config.json', new Blob([content]), null);
    await writer.check('config.json');
    await writer.append('model.onnx', new Blob([bytesOf(4)]), null);
    await expect(writer.finish()).rejects.toThrow('model.onnx was not checked');
    expect(await listModels(db)).toEqual([]);
    await writer.check('model.onnx');
    const model = await writer.finish();
    expect(await listModels(db)).toEqual([model]);
    expect(await listDownloads(db)).toEqual([]);
  });

  it('begins a file anew that is not the one that was announced', async () => {
    const writer = await beginWriting(db, { ...plan, files: [file] });
    await writer.append('config.json', new Blob([bytesOf(10, 2)]), null);
    expect(await writer.check('config.json')).toEqual({ what: 'SHA-256', expected: hash, got: sha256(bytesOf(10, 2)) });
    expect(writer.file('config.json')).toMatchObject({ done: 0, parts: 0, digest: null });
    await expect(writer.finish()).rejects.toThrow('config.json was not checked');
  });

  it('is listed while it is begun, with what is kept', async () => {
    const writer = await beginWriting(db, plan);
    await writer.append('config.json', new Blob([content.slice(0, 6)]), '"tag"');
    const [begun] = await listDownloads(db);
    expect(begun).toMatchObject({ id: 'download', origin, choice, done: 6, bytes: 14 });
    expect(begun?.files[0]).toEqual({ ...file, done: 6, parts: 1, etag: '"tag"', digest: null });
  });

  it('keeps nothing of a file that is announced with another hash or size', async () => {
    const first = await beginWriting(db, plan);
    await first.append('config.json', new Blob([content]), null);
    await first.append('model.onnx', new Blob([bytesOf(2)]), null);
    const second = await beginWriting(db, { ...plan, files: [{ ...file, sha256: sha256(bytesOf(1)) }] });
    expect(second.files()).toMatchObject([{ path: 'config.json', done: 0, parts: 0 }]);
    expect(await db.count('parts')).toBe(0);
  });

  it('is for one at a time: who goes on elsewhere ends who was writing', async () => {
    const first = await beginWriting(db, plan);
    const second = await beginWriting(db, plan);
    await expect(first.append('config.json', new Blob([content]), null)).rejects.toMatchObject({
      code: 'changed-elsewhere',
      message: expect.stringContaining('"what":"resumed"') as string,
    });
    await second.append('config.json', new Blob([content]), null);
    expect(second.file('config.json').done).toBe(10);
    expect(await db.count('parts')).toBe(1);
  });

  it('ends when it is deleted, and leaves nothing', async () => {
    const writer = await beginWriting(db, plan);
    await writer.append('config.json', new Blob([content]), null);
    await removeDownload(db, 'download');
    await expect(writer.append('model.onnx', new Blob([bytesOf(4)]), null)).rejects.toThrow('"what":"deleted"');
    expect([await db.count('parts'), await db.count('downloads')]).toEqual([0, 0]);
  });

  it('says so where all was erased in another tab, by which its database is closed', async () => {
    const writer = await beginWriting(db, plan);
    await deleteDB(db.name);
    await expect(writer.append('config.json', new Blob([content]), null)).rejects.toMatchObject({
      code: 'changed-elsewhere',
      message: expect.stringContaining('"what":"deleted"') as string,
    });
  });

  it('tells how much room is missing when the disk is full, and counts nothing as kept that is not', async () => {
    const writer = await beginWriting(db, { ...plan, files: [{ ...file, bytes: 30 * 2 ** 20 }] });
    const full = new DOMException('no room', 'QuotaExceededError');
    const original = IDBObjectStore.prototype.put;
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'downloads') throw full;
      return original.apply(this, args);
    });
    await expect(writer.append('config.json', new Blob([content]), null)).rejects.toMatchObject({
      code: 'storage-full',
      data: { name: 'A small model', bytes: 30 * 2 ** 20, free: null },
    });
    put.mockRestore();
    expect(writer.file('config.json').done).toBe(0);
    expect(await db.count('parts')).toBe(0);
    await writer.append('config.json', new Blob([content]), null);
    expect(writer.file('config.json').done).toBe(10);
  });
});

describe('an import from disk that was ended', () => {
  const disk: WritingPlan = { ...plan, id: 'disk 1', origin: { kind: 'disk', name: 'folder' } };

  it('is no download to go on with, and is swept away once it is silent', async () => {
    const writer = await beginWriting(db, disk);
    await writer.append('config.json', new Blob([content]), null);
    expect(await listDownloads(db)).toEqual([]);
    await sweepImports(db);
    expect((await getDownload(db, 'disk 1'))?.done).toBe(10);
    await sweepImports(db, Date.now() + 61_000);
    expect([await db.count('parts'), await db.count('downloads')]).toEqual([0, 0]);
  });

  it('is told from a download, which is never swept away', async () => {
    await beginWriting(db, plan);
    await sweepImports(db, Date.now() + 10 ** 9);
    expect(await listDownloads(db)).toHaveLength(1);
  });
});
