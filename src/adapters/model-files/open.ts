import type { SourceFile } from '../../contract/workers';
import { extensionOf } from '../../base/paths';
import { blobSource, type ByteSource } from '../files/byte-source';
import { zipSources } from '../files/zip';

/**
 * The files that were picked, or those in the one archive that was.
 *
 * @throws {SourceFailure} if it is no archive
 */
export async function openSources(files: readonly SourceFile[]): Promise<ByteSource[]> {
  const named = files.map(({ path, file }) => ({ path: path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, ''), file }));
  const [only, ...others] = named;
  if (only && others.length === 0 && extensionOf(only.path) === 'zip') return zipSources(only.path, only.file);
  return named.map(({ path, file }) => blobSource(path, file));
}
