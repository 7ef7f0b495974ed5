import { afterEach, expect, it, vi } from 'vitest';
import type { Vectors } from '../../../../src/base/vectors';
import type { VectorSet } from '../../../../src/domain/dataset/supplied/content';
import { docId } from '../../../../src/base/types';
import { partsOf } from '../../../../src/adapters/storage/read-numbers';
import { storedSupplied, writtenSupplied } from '../../../../src/adapters/storage/schema';
import type { StoredVectors } from '../../../../src/contract/storage';

/** More than a buffer, and not a whole number of them. */
const passages = Float32Array.from({ length: 700_001 }, (_, i) => Math.sin(i));
const content = {
  kind: 'vectors',
  dimensions: 1,
  docs: Array.from(passages, (_, i) => docId(`${i}`)),
  passages,
  queries: [],
  textKeys: [],
  questions: new Float32Array(),
} as const;

const bytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
const isWhole = (numbers: Vectors): boolean =>
  numbers instanceof Float32Array && bytes(numbers).equals(bytes(passages));

afterEach(() => vi.restoreAllMocks());

const stored = (own: VectorSet) => storedSupplied(writtenSupplied(own)) as StoredVectors;
const read = (into?: Uint8Array): Promise<Vectors> => stored(content).readPassages(into);

it('numbers of passages are written as a blob, and come back where they are wanted', async () => {
  const written = writtenSupplied(content);
  expect(written.kind === 'vectors' && written.passages).toBeInstanceOf(Blob);
  expect(isWhole(await read())).toBe(true);
  const room = new Float32Array(passages.length + 2);
  expect(isWhole(await read(new Uint8Array(room.buffer, 4, passages.byteLength)))).toBe(true);
  expect([room[0], room.at(-1)]).toEqual([0, 0]);
  expect(stored(content).passageBytes).toBe(passages.byteLength);
});

it('and are of a byte a number, or of bits, by how many they are', async () => {
  const own = { ...content, dimensions: 8, docs: content.docs.slice(0, 2) };
  for (const packed of [new Int8Array(16).fill(-3), Uint8Array.of(1, 2)])
    expect(await stored({ ...own, passages: packed }).readPassages()).toEqual(packed);
  await expect(stored({ ...own, passages: Uint8Array.of(1) }).readPassages()).rejects.toThrow('1 bytes are kept of 16');
});

it('and also where a stream fills no buffer, and of a version that wrote an array', async () => {
  const stream = vi.spyOn(Blob.prototype, 'stream').mockImplementation(() => {
    throw new TypeError('no bytes');
  });
  expect(isWhole(await read())).toBe(true);
  expect(stream).toHaveBeenCalled();
  const former = storedSupplied(content) as StoredVectors;
  expect(isWhole(await former.readPassages())).toBe(true);
});

it('are saved part by part', async () => {
  const parts: Uint8Array[] = [];
  for await (const part of partsOf(passages)) parts.push(part);
  expect(Buffer.concat(parts).equals(bytes(passages))).toBe(true);
});
