import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { expect, it, vi } from 'vitest';
import { said } from '../../said';
import { fetchStored, modelFile, nameOf, requireFile } from '../../../../src/adapters/model/stored-files';
import { openModelDatabase } from '../../../../src/adapters/model-store/schema';
import type { ModelRequest } from '../../../../src/contract/model-workers';
import type { ModelConfiguration } from '../../../../src/domain/models/configuration';

const weights = { path: 'onnx/model.onnx', dtype: 'fp32', externalData: [] } as const;
const reading: ModelConfiguration = { task: 'generation', weights, maxTokens: 9 };
const request: ModelRequest = {
  folder: '/models/',
  model: 'org/añy model@abc:q8',
  device: 'wasm',
  maxTokens: 9,
  revision: 'r1',
  reading,
};

it('files of a model that was added are found by its made-up address, which is another for another revision', async () => {
  const db = await openModelDatabase();
  const model = {
    id: request.model,
    name: 'any',
    origin: { kind: 'disk', name: 'any' } as const,
    addedAt: 1,
    files: [{ path: 'onnx/model.onnx', bytes: 5, sha256: '' }],
    reading,
    dimensions: null,
    languages: [],
    licence: null,
    matryoshka: [],
    revision: 'r1',
  };
  await db.put('models', { model, folder: 'f' }, model.id);
  await db.put('parts', new Blob(['he']), ['f', 'onnx/model.onnx', 0]);
  await db.put('parts', new Blob(['llo']), ['f', 'onnx/model.onnx', 1]);
  db.close();

  const name = nameOf(request);
  expect(nameOf({ ...request, revision: 'r2' })).not.toBe(name);
  const found = await fetchStored(`${name}/onnx/model.onnx`);
  expect([found.status, await found.text()]).toEqual([200, 'hello']);
  expect((await fetchStored(`${name}/config.json`)).status).toBe(404);
  expect(await (await modelFile(request, 'onnx/model.onnx'))?.text()).toBe('hello');
  // Erased in another tab: what is open is closed, and what is there then is read.
  await deleteDB('hitrate-models');
  expect(await modelFile(request, 'onnx/model.onnx')).toBeNull();
  await expect(said(requireFile(request, 'tokenizer.json'))).rejects.toMatchObject({
    code: 'model-unavailable',
    message: expect.stringMatching(/has no file tokenizer\.json.*Models/) as string,
  });
});

it('a bundled model keeps its name', () => {
  const { reading: _reading, ...bundled } = request;
  expect(nameOf(bundled)).toBe(request.model);
});

it('leaves no body of a bundled model’s file unread, with which Firefox would not end the next', async () => {
  const sent = new Response('{"a":1}', { status: 206, headers: { 'content-range': 'bytes 0-6/7' } });
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(sent);
  const found = await fetchStored('/models/any/tokenizer.json');
  expect(sent.bodyUsed).toBe(true);
  expect([found.status, found.headers.get('content-range'), await found.text()]).toEqual([
    206,
    'bytes 0-6/7',
    '{"a":1}',
  ]);
  fetched.mockRestore();
});
