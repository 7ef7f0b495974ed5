import type { ImportedSupplied } from '../outcome';
import { flatMapAsync } from '../../../base/containers';
import { areContexts, readContexts } from './contexts';
import { guarded, type ProblemLog } from '../problem';
import type { SourceBytes, SourceTable, SourceText } from '../source';
import { readRewrites, rewritesIn } from './rewrites';
import { hasVectors, isVectorTable, readVectorArray, readVectorParquet, readVectorTable } from './vectors';

export interface FoundSupplied {
  readonly file: SourceText | SourceBytes | SourceTable;
  /** @throws {SourceFailure} as the source does */
  read(log: ProblemLog): Promise<ImportedSupplied | null>;
}

export interface BinaryFiles {
  /** Of NumPy. */
  readonly arrays: readonly SourceBytes[];
  /** Of Parquet. */
  readonly tables: readonly SourceTable[];
}

export async function findSupplied(
  files: readonly SourceText[],
  { arrays, tables }: BinaryFiles,
): Promise<FoundSupplied[]> {
  const texts = await flatMapAsync(files, async (file): Promise<FoundSupplied[]> => {
    const shape = await rewritesIn(file);
    if (shape) return [{ file, read: (log) => readRewrites(file, shape, log) }];
    if (await areContexts(file)) return [{ file, read: (log) => readContexts(file, log) }];
    return (await isVectorTable(file)) ? [{ file, read: (log) => readVectorTable(file, log) }] : [];
  });
  const parquet = await flatMapAsync(tables, async (file): Promise<FoundSupplied[]> => {
    const names = new Set((await file.columns()).map((name) => name.toLowerCase()));
    return hasVectors(names, file.path) ? [{ file, read: (log) => readVectorParquet(file, log) }] : [];
  });
  const numpy = arrays.map((file): FoundSupplied => ({ file, read: (log) => readVectorArray(file, log) }));
  return [...texts, ...parquet, ...numpy];
}

/** Reads what was found; whatever is wrong is in the log. */
export async function readSupplied(found: readonly FoundSupplied[], log: ProblemLog): Promise<ImportedSupplied[]> {
  const read: ImportedSupplied[] = [];
  for (const each of found) {
    const supplied = await guarded(log, () => each.read(log));
    if (supplied) read.push(supplied);
  }
  return read;
}
