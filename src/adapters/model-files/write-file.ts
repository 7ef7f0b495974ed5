import { HitrateError } from '../../contract/errors';
import type { ByteSource } from '../files/byte-source';
import { fileHasher } from '../model-store/file-hash';
import { PartBuffer } from '../model-store/part-buffer';
import type { ModelWriter } from '../model-store/writing';

/**
 * Writes a file part by part, with its hash.
 *
 * @param progress called with the bytes of every piece that was read
 * @throws {HitrateError} `import-failed` where the file is not as long as it was when it was looked at
 */
export async function writeFile(
  writer: ModelWriter,
  path: string,
  source: ByteSource,
  progress: (bytes: number) => void,
): Promise<void> {
  const { bytes } = writer.file(path);
  const hasher = fileHasher(bytes, false);
  const buffer = new PartBuffer();
  let length = 0;
  for await (const chunk of source.chunks()) {
    length += chunk.length;
    hasher.update(chunk);
    buffer.add(chunk);
    if (buffer.isFull) await writer.append(path, buffer.take(), null);
    progress(chunk.length);
  }
  if (buffer.length > 0) await writer.append(path, buffer.take(), null);
  if (length !== bytes) {
    const message = `${source.path} has ${length} in place of ${bytes} bytes: it was cut off, or changed while it was read. Pick it again.`;
    throw new HitrateError('import-failed', message);
  }
  await writer.check(path, hasher.hashes().sha256);
}
