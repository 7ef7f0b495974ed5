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
    // What reads them is loaded with the first file of vectors.
    readPassages: async (room) => (await import('./read-numbers')).readNumbers(passages, room),
  };
}
