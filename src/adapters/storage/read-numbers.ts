import { orNull } from '../../base/containers';

/** Reads numbers from a blob, or an array of earlier versions. @param room gives the array to write to */
export async function readNumbers(
  written: Blob | Float32Array,
  room: (length: number) => Float32Array = (length) => new Float32Array(length),
): Promise<Float32Array> {
  if (!(written instanceof Blob)) {
    const into = room(written.length);
    into.set(written);
    return into;
  }
  const into = room(written.size / Float32Array.BYTES_PER_ELEMENT);
  await readInto(written, new Uint8Array(into.buffer, into.byteOffset, written.size));
  return into;
}

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
  const blob = passages instanceof Blob ? passages : new Blob([passages as Float32Array<ArrayBuffer>]);
  for (let at = 0; at < blob.size; at += PART_BYTES)
    yield new Uint8Array(await blob.slice(at, at + PART_BYTES).arrayBuffer());
}
