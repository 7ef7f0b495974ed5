import type { SourceFile } from '../../contract/importer';
import { extensionOf } from '../../domain/dataset/paths';
import { SourceFailure, type ProblemLog } from '../../domain/dataset/problem';
import { blobSource, type ByteSource } from './byte-source';
import { zipSources } from './zip';

/** What systems leave behind in folders and archives: `__MACOSX`, `.DS_Store`, `._corpus.jsonl`, `Thumbs.db`. */
const LEFT_BY_SYSTEMS = /(?:^|\/)(?:__MACOSX\/|\.[^/]|(?:Thumbs\.db|desktop\.ini)$)/i;

/** The files that were given, with those inside archives in the place of the archives. */
export async function gather(files: readonly SourceFile[], log: ProblemLog): Promise<ByteSource[]> {
  const sources: ByteSource[] = [];
  for (const { path, file } of files) {
    const name = path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
    if (extensionOf(name) !== 'zip') sources.push(blobSource(name, file));
    else
      try {
        sources.push(...(await zipSources(name, file)));
      } catch (error) {
        if (!(error instanceof SourceFailure)) throw error;
        log.add(error.problem);
      }
  }
  return sources.filter((source) => !LEFT_BY_SYSTEMS.test(source.path));
}
