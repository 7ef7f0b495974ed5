import { HitrateError } from '../../contract/errors';
import type { DocumentsProgress, ReadDocuments, SourceFile } from '../../contract/workers';
import type { CollectionRecord } from '../../contract/storage';
import type { ColumnChoice } from '../../domain/documents/file-report';
import type { Preparation } from '../../domain/documents/preparation';
import type { PreparationEffects } from '../../domain/documents/prepare';
import { keepCollection } from './collections';
import type { Ports } from '../kernel/ports';

export interface ReadingOptions {
  /** What columns of tables are, by path; proposed where a table is not named. */
  readonly columns?: Readonly<Record<string, ColumnChoice>>;
  /** Hashes of files that need not be read where their bytes are the same, by path. */
  readonly known?: Readonly<Record<string, string>>;
  /** Ends reading and gives nothing. */
  readonly signal: AbortSignal;
  /** Ends reading and gives what was read so far. */
  readonly stop?: AbortSignal;
  readonly progress: (step: DocumentsProgress) => void;
}

/** Reads files as documents, and keeps nothing. */
export async function readDocuments(
  ports: Ports,
  files: readonly SourceFile[],
  { columns, known, signal, stop, progress }: ReadingOptions,
): Promise<ReadDocuments> {
  const importer = ports.importer.with(signal);
  // Where this fails, reading has ended otherwise.
  const onStop = (): void => void importer.stopReading().catch(() => undefined);
  try {
    const input = { files, ...(columns ? { columns } : {}), ...(known ? { known } : {}) };
    const reading = importer.readDocuments(input, progress);
    if (stop?.aborted) onStop();
    stop?.addEventListener('abort', onStop);
    return await reading;
  } finally {
    stop?.removeEventListener('abort', onStop);
    ports.importer.release();
  }
}

/** What the steps of a preparation would do to documents, each after those before it that are chosen. */
export async function previewPreparation(
  { preparer }: Ports,
  { docs }: ReadDocuments,
  preparation: Preparation,
  signal: AbortSignal,
): Promise<PreparationEffects> {
  try {
    return await preparer.with(signal).effects({ docs, preparation });
  } finally {
    preparer.release();
  }
}

/** Keeps documents, prepared, as a collection that has no questions yet. */
export async function keepDocuments(
  ports: Ports,
  { docs, files, tables, name: proposed }: ReadDocuments,
  preparation: Preparation,
  name: string,
  origin: CollectionRecord['origin'] = 'import',
): Promise<CollectionRecord> {
  const { preparer } = ports;
  const prepared = await preparer
    .with()
    .prepare({ docs, preparation })
    .finally(() => preparer.release());
  if (prepared.docs.length === 0) throw new HitrateError('no-readable-document', null);
  const summary = {
    name: proposed,
    format: 'documents',
    files: files.filter(({ status }) => status === 'read').map(({ path }) => path),
    splits: [],
    split: null,
    languages: prepared.languages,
  } as const;
  const dataset = { docs: prepared.docs.map(({ doc }) => doc), queries: [], judgments: [] };
  return keepCollection(
    ports,
    { ok: true, kind: 'collection', dataset, summary, runs: [], warnings: [] },
    name.trim() || proposed,
    origin,
    {
      preparation,
      files,
      boilerplate: prepared.boilerplate,
      columns: Object.fromEntries(tables.map(({ path, chosen }) => [path, chosen])),
    },
  );
}
