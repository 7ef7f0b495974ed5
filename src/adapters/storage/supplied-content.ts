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
      const bytes = new Uint8Array(into.buffer, into.byteOffset, passages.size);
      let at = 0;
      for await (const part of partsOf(passages)) {
        bytes.set(part, at);
        at += part.length;
      }
      return into;
    },
  };
}

const PART_BYTES = 2 ** 23;

/** The bytes of the numbers of passages, part by part: all of them may be half of what a page may hold. */
export async function* partsOf(passages: Blob | Float32Array): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const blob = passages instanceof Blob ? passages : new Blob([passages as Float32Array<ArrayBuffer>]);
  for (let at = 0; at < blob.size; at += PART_BYTES)
    yield new Uint8Array(await blob.slice(at, at + PART_BYTES).arrayBuffer());
}
