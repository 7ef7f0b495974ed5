import type { SourceFile } from '../../contract/workers';
import { extensionOf } from '../../base/paths';
import { guarded, type ProblemLog } from '../../domain/dataset/problem';
import { blobSource, type ByteSource } from './byte-source';
import { gunzipped } from './gzip';
import { zipSources } from './zip';

/** What systems leave behind in folders and archives: `__MACOSX`, `.DS_Store`, `._corpus.jsonl`, `Thumbs.db`. */
const LEFT_BY_SYSTEMS = /(?:^|\/)(?:__MACOSX\/|\.[^/]|(?:Thumbs\.db|desktop\.ini)$)/i;

/** `npz` is how NumPy names a zip of its arrays. */
const ARCHIVES: readonly string[] = ['zip', 'npz'];

/**
 * The given files, archives replaced by their files.
 *
 * @param maxBytes of one file that must be unpacked to know its size
 */
export async function gather(files: readonly SourceFile[], log: ProblemLog, maxBytes: number): Promise<ByteSource[]> {
  const found: ByteSource[] = [];
  for (const { path, file } of files) {
    const name = path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
    if (ARCHIVES.includes(extensionOf(name))) found.push(...((await guarded(log, () => zipSources(name, file))) ?? []));
    else found.push(blobSource(name, file));
  }
  const sources: ByteSource[] = [];
  for (const source of found.filter(({ path }) => !LEFT_BY_SYSTEMS.test(path))) {
    const isPacked = extensionOf(source.path) === 'gz';
    const plain = isPacked ? await guarded(log, () => gunzipped(source, maxBytes)) : source;
    if (plain) sources.push(plain);
  }
  return sources;
}
