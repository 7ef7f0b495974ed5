import { expect, it } from 'vitest';
import { HitrateError } from '../../../../src/contract/errors';
import type { CollectionRecord } from '../../../../src/contract/storage';
import type { ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import type { Reader } from '../../../../src/workbench/run/chunking-size';
import { ChunkingsState } from '../../../../src/ui/documents/chunkings.svelte';

const reader: Reader = { model: 'm', revision: 'r', maxTokens: 64, passagePrefix: '' };
const collection = { id: 'c', corpusKey: 'k' } as CollectionRecord;
const windows = (size: number): ChunkerSpec => ({ kind: 'window', size, overlap: 0, context: 'none' });
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function opened(fail: () => boolean = () => false) {
  const begun: number[] = [];
  const finish: (() => void)[] = [];
  const state = new ChunkingsState({
    collections: {
      chunk: () => Promise.resolve([]),
      passageLengths: async (_id, chunker) => {
        begun.push(chunker.kind === 'window' ? chunker.size : 0);
        await new Promise<void>((resolve) => finish.push(resolve));
        if (fail()) throw new HitrateError('model-absent', { model: 'm' });
        return { passages: begun.length, characters: 10, longer: 0 };
      },
    },
  });
  const next = async (): Promise<void> => {
    await settled();
    finish.shift()!();
    await settled();
  };
  return { state, begun, next };
}

it('chunkings are counted one after the other, each once', async () => {
  const { state, begun, next } = opened();
  state.want(collection, [windows(1), windows(2)], reader);
  await settled();
  expect(begun).toEqual([1]);
  expect(state.of(collection, windows(1), reader)).toBeNull();
  await next();
  await next();
  expect(state.of(collection, windows(2), reader)).toEqual({ passages: 2, characters: 10, longer: 0 });
  state.want(collection, [windows(1), windows(2)], reader);
  await settled();
  expect(begun).toEqual([1, 2]);
});

it('what is no longer wanted is not begun', async () => {
  const { state, begun, next } = opened();
  state.want(collection, [windows(1), windows(2)], reader);
  await settled();
  state.want(collection, [windows(3)], reader);
  await next();
  await next();
  expect(begun).toEqual([1, 3]);
});

it('another collection, other documents and another model are counted apart', async () => {
  const { state, next } = opened();
  state.want(collection, [windows(1)], reader);
  await next();
  expect(state.of({ ...collection, corpusKey: 'other' }, windows(1), reader)).toBeNull();
  expect(state.of(collection, windows(1), { ...reader, maxTokens: 32 })).toBeNull();
  expect(state.of(collection, windows(1), { ...reader })).not.toBeNull();
});

it('a failure is told, and tried again when it is wanted again', async () => {
  let broken = true;
  const { state, next } = opened(() => broken);
  state.want(collection, [windows(1)], reader);
  await next();
  expect(state.of(collection, windows(1), reader)).toMatchObject({
    message: expect.stringContaining('is not on this machine') as string,
  });
  broken = false;
  state.want(collection, [windows(1)], reader);
  await next();
  expect(state.of(collection, windows(1), reader)).toMatchObject({ passages: 2 });
});
