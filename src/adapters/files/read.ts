import type { ImporterApi, ImportProgress, SourceFile } from '../../contract/workers';
import { describeDocs } from '../../domain/dataset/corpus';
import { isArrayName } from '../../domain/dataset/supplied/vectors';
import { importCollection } from '../../domain/dataset/import-collection';
import type { ImportOutcome } from '../../domain/dataset/outcome';
import { ProblemLog } from '../../domain/dataset/problem';
import { givingAway } from '../rpc/parts';
import { bytesOf } from './byte-source';
import { gather } from './gather';
import { Meter, DecodedText } from './text';
import { isParquetName, parquetTable } from './parquet';

/** More does not fit in a tab once it is text, passages and indexes. */
export const MAX_BYTES = 2 ** 30;

/**
 * Files, folders, zip archives and gzip files: behind `ImporterApi.read`. Problems with files are in the outcome; only
 * bugs throw.
 *
 * @param maxBytes of all the files that are read, unpacked
 */
export async function readCollection(
  input: { readonly files: readonly SourceFile[]; readonly split?: string },
  progress: (step: ImportProgress) => void,
  maxBytes = MAX_BYTES,
): Promise<ImportOutcome> {
  const log = new ProblemLog();
  const meter = new Meter(maxBytes, progress);
  const sources = await gather(input.files, log, maxBytes);
  const texts = sources.filter(({ path }) => !isArrayName(path)).map((source) => new DecodedText(source, meter, log));
  const arrays = sources.filter(({ path }) => isArrayName(path));
  return importCollection(texts, log, {
    split: input.split,
    maxBytes,
    binary: {
      arrays: arrays.map((source) => {
        const { path, bytes } = source;
        return { path, bytes, read: () => bytesOf(source, (length) => meter.advance(path, length)) };
      }),
      tables: sources.filter(({ path }) => isParquetName(path)).map((source) => parquetTable(source, meter)),
    },
    onStart: (bytesTotal) => meter.start(bytesTotal),
  });
}

export const createImporter = (): ImporterApi => ({
  async read(input, progress) {
    const outcome = await readCollection(input, progress);
    return givingAway(
      outcome.ok && outcome.kind === 'collection'
        ? { ...outcome, described: describeDocs(outcome.dataset.docs) }
        : outcome,
    );
  },
});
