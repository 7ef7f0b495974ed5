import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { said } from '../../said';
import { openModelDatabase, type ModelDatabase } from '../../../../src/adapters/model-store/schema';
import { listModels, readModelFile, removeModel } from '../../../../src/adapters/model-store/store';
import { beginWriting } from '../../../../src/adapters/model-store/writing';
import { addModel, bytesOf, choice, offer, origin, reading } from './made-up';

let db: ModelDatabase;
let opened = 0;

beforeEach(async () => {
  db = await openModelDatabase(`store-${opened++}`);
});

const weights = bytesOf(100);
const files = { 'config.json': bytesOf(7, 9), 'onnx/model_quantized.onnx': weights };
const id = 'org/small@751bff37182d:q8';
const read = async (path: string) => {
  const blob = await readModelFile(db, id, path);
  return blob && new Uint8Array(await blob.arrayBuffer());
};

describe('a model in the store', () => {
  it('is named by its repository, commit and number format, and has what the repository says', async () => {
    const model = await addModel(db, files);
    expect(model).toMatchObject({ id, name: 'A small model', origin, dimensions: 384, languages: ['en', 'ja'] });
    expect(model).toMatchObject({ licence: 'apache-2.0', matryoshka: [128], reading });
    expect(model.files.map(({ path, bytes }) => [path, bytes])).toEqual([
      ['config.json', 7],
      ['onnx/model_quantized.onnx', 100],
    ]);
    expect(await listModels(db)).toEqual([model]);
  });

  it('gives its files as they were written, though in more parts than ten', async () => {
    await addModel(db, files);
    expect(await read('onnx/model_quantized.onnx')).toEqual(weights);
    expect(await read('config.json')).toEqual(files['config.json']);
    expect(await read('onnx/model.onnx')).toBeNull();
  });

  it('gives nothing while it is only begun, though all bytes of a file are here', async () => {
    const writer = await beginWriting(db, { id, origin, choice, files: [{ path: 'config.json', bytes: 7 }] });
    await writer.append('config.json', new Blob([bytesOf(7)]), null);
    expect(await read('config.json')).toBeNull();
    expect(await listModels(db)).toEqual([]);
  });

  it('is not given in part where the storage has lost some of it', async () => {
    await addModel(db, files);
    const [first] = await db.getAllKeys('parts');
    await db.delete('parts', first!);
    await expect(said(read('config.json'))).rejects.toThrow('config.json of A small model has 4 of its 7 bytes');
  });

  it('takes the place of one with the same id, of which no byte stays', async () => {
    await addModel(db, { ...files, 'vocab.txt': bytesOf(50) });
    await addModel(db, { 'onnx/model_quantized.onnx': bytesOf(3) });
    expect((await listModels(db)).map((model) => model.files.length)).toEqual([1]);
    expect(await db.count('parts')).toBe(1);
  });

  it('is deleted with all its parts and with what was begun of it, and others stay', async () => {
    const other = await addModel(db, files, { origin: { kind: 'disk', name: 'other' } });
    await addModel(db, files);
    const again = await beginWriting(db, { id: 'again', origin, choice, files: [{ path: 'config.json', bytes: 7 }] });
    await again.append('config.json', new Blob([bytesOf(3)]), null);
    const { dtype, ...rest } = { ...reading.weights, dtype: 'fp32' as const };
    const larger = { ...choice, reading: { ...reading, weights: { ...rest, dtype } } };
    await beginWriting(db, { id: 'another format', origin, choice: larger, files: [] });
    await removeModel(db, id);
    expect(await listModels(db)).toEqual([other]);
    expect(await db.getAllKeys('downloads')).toEqual(['another format']);
    const [kept] = await db.getAll('models');
    expect(new Set((await db.getAllKeys('parts')).map(([folder]) => folder))).toEqual(new Set([kept!.folder]));
    await removeModel(db, id);
  });
});

it('the list is by age, and disk and hub have names of their own', async () => {
  await addModel(db, files, { origin: { ...origin, repository: 'z/z', commit: null } as typeof origin });
  const disk = await addModel(db, files, {
    origin: { kind: 'disk', name: 'my-folder' },
    choice: { ...choice, offer },
  });
  expect(disk.id).toBe(`my-folder@${disk.revision.slice(0, 12)}:q8`);
  expect((await listModels(db)).map((model) => model.id)).toEqual([`z/z@${disk.revision.slice(0, 12)}:q8`, disk.id]);
});
