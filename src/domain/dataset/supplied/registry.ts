import type { ImportedSupplied } from '../outcome';
import type { ProblemLog } from '../problem';
import { guarded } from '../readers/guarded';
import type { SourceBytes, SourceTable, SourceText } from '../source';
import { readRewrites, REWRITE_FILES, rewritesIn } from './rewrites';
import {
  hasVectors,
  isVectorTable,
  readVectorArray,
  readVectorParquet,
  readVectorTable,
  VECTOR_FILES,
} from './vectors';

/** What a person may bring for retrieval, for people whose files are not recognised. */
export const suppliedFiles: readonly string[] = [REWRITE_FILES, VECTOR_FILES];

/** A file that is surely something brought for retrieval. */
export interface FoundSupplied {
  readonly file: SourceText | SourceBytes | SourceTable;
  /** @throws {SourceFailure} as the source does */
  read(log: ProblemLog): Promise<ImportedSupplied | null>;
}

/** Files that are no text. */
export interface BinaryFiles {
  /** Of NumPy. */
  readonly arrays: readonly SourceBytes[];
  /** Of Parquet. */
  readonly tables: readonly SourceTable[];
}

/** The files that are surely rewrites or vectors. */
export async function findSupplied(
  files: readonly SourceText[],
  { arrays, tables }: BinaryFiles,
): Promise<FoundSupplied[]> {
  const texts = await Promise.all(
    files.map(async (file): Promise<FoundSupplied[]> => {
      const shape = await rewritesIn(file);
      if (shape) return [{ file, read: (log) => readRewrites(file, shape, log) }];
      if (await isVectorTable(file)) return [{ file, read: (log) => readVectorTable(file, log) }];
      return [];
    }),
  );
  const parquet = await Promise.all(
    tables.map(async (file): Promise<FoundSupplied[]> => {
      const names = new Set((await file.columns()).map((name) => name.toLowerCase()));
      return hasVectors(names, file.path) ? [{ file, read: (log) => readVectorParquet(file, log) }] : [];
    }),
  );
  const numpy = arrays.map((file): FoundSupplied => ({ file, read: (log) => readVectorArray(file, log) }));
  return [...texts.flat(), ...parquet.flat(), ...numpy];
}

/** Reads what was found. @returns those of which something is to be had; whatever is wrong is in the log */
export async function readSupplied(found: readonly FoundSupplied[], log: ProblemLog): Promise<ImportedSupplied[]> {
  const read: ImportedSupplied[] = [];
  for (const each of found)
    await guarded(
      log,
      () => {},
      async () => {
        const supplied = await each.read(log);
        if (supplied) read.push(supplied);
      },
    );
  return read;
}
