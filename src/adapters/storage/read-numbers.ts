import { orNull } from '../../base/containers';
import { type Vectors, vectorsOfBytes } from '../../base/vectors';

/** From a blob, or an array of earlier versions. @throws where they are not so many numbers */
export async function readVectors(written: Blob | Float32Array, numbers: number, into?: Uint8Array): Promise<Vectors> {
  const blob = blobOf(written);
  const bytes = into ?? new Uint8Array(blob.size);
  await readInto(blob, bytes);
  const vectors = vectorsOfBytes(bytes, numbers);
  if (!vectors) throw new Error(`${blob.size} bytes are kept of ${numbers} numbers`);
  return vectors;
}

const blobOf = (written: Blob | Float32Array): Blob =>
  written instanceof Blob ? written : new Blob([written as Float32Array<ArrayBuffer>]);

const BUFFER_BYTES = 2 ** 20;

/** By one buffer that is used again and again: whatever else is read from a blob waits in memory to be collected. */
async function readInto(blob: Blob, bytes: Uint8Array): Promise<void> {
  let at = 0;
  const put = (part: Uint8Array): void => {
    bytes.set(part, at);
    at += part.length;
  };
  const reader = byteReaderOf(blob);
  if (!reader) for await (const part of partsOf(blob)) put(part);
  for (let buffer = new ArrayBuffer(BUFFER_BYTES); reader;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done) return;
    put(value);
    buffer = value.buffer;
  }
}

/** Null where a blob's stream fills no buffer that it is given. */
const byteReaderOf = (blob: Blob) => orNull(() => blob.stream().getReader({ mode: 'byob' }));

const PART_BYTES = 2 ** 23;

/** The bytes of the numbers of passages, part by part: all of them may be half of what a page may hold. */
export async function* partsOf(passages: Blob | Float32Array): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const blob = blobOf(passages);
  for (let at = 0; at < blob.size; at += PART_BYTES)
    yield new Uint8Array(await blob.slice(at, at + PART_BYTES).arrayBuffer());
}
