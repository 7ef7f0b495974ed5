import type { StoredContent } from '../../contract/storage';
import type { Supplied, VectorSet } from '../../domain/dataset/supplied/content';

/**
 * Supplied files as they are written down: the numbers of passages as a blob, since a browser refuses a value of more than
 * 127 MiB, and reads a blob in parts. Of earlier versions they are an array.
 */
export type WrittenSupplied =
  Exclude<Supplied, VectorSet> | (Omit<VectorSet, 'passages'> & { readonly passages: Blob | Float32Array });

export const writtenSupplied = (content: Supplied): WrittenSupplied =>
  content.kind === 'vectors'
    ? { ...content, passages: new Blob([content.passages as Float32Array<ArrayBuffer>]) }
    : content;

export function storedSupplied(written: WrittenSupplied): StoredContent {
  if (written.kind !== 'vectors') return written;
  const { passages, ...rest } = written;
  return {
    ...rest,
    async readPassages(room) {
      if (!(passages instanceof Blob)) {
        const into = room?.(passages.length) ?? passages;
        if (into !== passages) into.set(passages);
        return into;
      }
      const length = passages.size / Float32Array.BYTES_PER_ELEMENT;
      const into = room?.(length) ?? new Float32Array(length);
      await readInto(passages, new Uint8Array(into.buffer, into.byteOffset, passages.size));
      return into;
    },
  };
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
function byteReaderOf(blob: Blob): ReadableStreamBYOBReader | null {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}

const PART_BYTES = 2 ** 23;

/** The bytes of the numbers of passages, part by part: all of them may be half of what a page may hold. */
export async function* partsOf(passages: Blob | Float32Array): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const blob = passages instanceof Blob ? passages : new Blob([passages as Float32Array<ArrayBuffer>]);
  for (let at = 0; at < blob.size; at += PART_BYTES)
    yield new Uint8Array(await blob.slice(at, at + PART_BYTES).arrayBuffer());
}
