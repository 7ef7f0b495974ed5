import { afterEach, expect, it, vi } from 'vitest';
import { docId } from '../../../../src/base/types';
import { partsOf } from '../../../../src/adapters/storage/read-numbers';
import { storedSupplied, writtenSupplied } from '../../../../src/adapters/storage/schema';
import type { StoredVectors } from '../../../../src/contract/storage';

/** More than a buffer, and not a whole number of them. */
const passages = Float32Array.from({ length: 700_001 }, (_, i) => Math.sin(i));
const content = {
  kind: 'vectors',
  dimensions: 1,
  docs: [docId('d')],
  passages,
  queries: [],
  textKeys: [],
  questions: new Float32Array(),
} as const;

const bytes = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);
const isWhole = (numbers: Float32Array): boolean => bytes(numbers).equals(bytes(passages));

afterEach(() => vi.restoreAllMocks());

const read = (room?: (length: number) => Float32Array): Promise<Float32Array> =>
  (storedSupplied(writtenSupplied(content)) as StoredVectors).readPassages(room);

it('numbers of passages are written as a blob, and come back where they are wanted', async () => {
  const written = writtenSupplied(content);
  expect(written.kind === 'vectors' && written.passages).toBeInstanceOf(Blob);
  expect(isWhole(await read())).toBe(true);
  const room = new Float32Array(passages.length + 2);
  expect(isWhole(await read((length) => room.subarray(1, length + 1)))).toBe(true);
  expect([room[0], room.at(-1)]).toEqual([0, 0]);
});

it('and also where a stream fills no buffer, and of a version that wrote an array', async () => {
  const stream = vi.spyOn(Blob.prototype, 'stream').mockImplementation(() => {
    throw new TypeError('no bytes');
  });
  expect(isWhole(await read())).toBe(true);
  expect(stream).toHaveBeenCalled();
  const former = storedSupplied(content) as StoredVectors;
  expect(isWhole(await former.readPassages())).toBe(true);
  const room = new Float32Array(passages.length);
  expect(await former.readPassages(() => room)).toBe(room);
  expect(isWhole(room)).toBe(true);
});

it('are saved part by part', async () => {
  const parts: Uint8Array[] = [];
  for await (const part of partsOf(passages)) parts.push(part);
  expect(Buffer.concat(parts).equals(bytes(passages))).toBe(true);
});
