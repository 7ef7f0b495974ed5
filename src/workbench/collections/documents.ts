import { HitrateError } from '../../contract/errors';
import type { DocumentsApi, DocumentsProgress, ReadDocuments, SourceFile } from '../../contract/workers';
import type { CollectionRecord, PreparedDocuments } from '../../contract/storage';
import type { ColumnChoice } from '../../domain/documents/file-report';
import type { Preparation } from '../../domain/documents/preparation';
import type { PreparationEffects } from '../../domain/documents/prepare';
import type { Ports } from '../kernel/ports';
import type { Following } from '../kernel/run-types';
import { keepCollection } from './collections';

export interface ReadingOptions extends Following<DocumentsProgress> {
  /** Ends reading and gives what was read so far, where an abort of the signal gives nothing. */
  readonly stop?: AbortSignal;
}

/** Documents that were read and are not stored: a worker has them until this is closed. */
export interface DocumentsSession {
  readonly found: ReadDocuments;
  readTable(path: string, columns: ColumnChoice, options: Following<DocumentsProgress>): Promise<ReadDocuments>;
  /** What each step would do, after those before it; null where another preparation was asked about meanwhile. */
  effects(preparation: Preparation): Promise<PreparationEffects | null>;
  /** Stores the documents, prepared, as a collection without questions. */
  keep(preparation: Preparation, name: string, origin?: CollectionRecord['origin']): Promise<CollectionRecord>;
  close(): void;
}

/** Reads files as documents, and stores nothing. What is wrong with a file is in its report. */
export async function readDocuments(
  ports: Ports,
  files: readonly SourceFile[],
  { signal, stop, progress }: ReadingOptions,
): Promise<DocumentsSession> {
  const port = ports.documents();
  const worker = port.with(signal);
  try {
    let found = await stopping(worker, stop, () => worker.read({ files }, progress));
    signal.throwIfAborted();
    // Whoever no longer wants it does not close it.
    const end = (): void => port.release();
    signal.addEventListener('abort', end);
    return {
      get found() {
        return found;
      },
      async readTable(path, columns, options) {
        // Without the signal: ending the worker would lose what it read.
        const own = port.with();
        // The answer says what the worker now holds, also where it came too late.
        found = await stopping(own, options.signal, () => own.readTable({ path, columns }, options.progress));
        options.signal.throwIfAborted();
        return found;
      },
      effects: (preparation) => port.with().effects(preparation),
      keep: async (preparation, name, origin = 'import') => {
        const prepared = await port.with().prepare(preparation);
        return keepDocuments(ports, found, prepared, preparation, name, origin);
      },
      close() {
        signal.removeEventListener('abort', end);
        end();
      },
    };
  } catch (error) {
    port.release();
    throw error;
  }
}

/** Reads, and stops the worker's reading when a signal is aborted. */
async function stopping<T>(worker: DocumentsApi, stop: AbortSignal | undefined, read: () => Promise<T>): Promise<T> {
  // Where this fails, reading has ended otherwise.
  const onStop = (): void => void worker.stopReading().catch(() => undefined);
  try {
    const reading = read();
    if (stop?.aborted) onStop();
    stop?.addEventListener('abort', onStop);
    return await reading;
  } finally {
    stop?.removeEventListener('abort', onStop);
  }
}

function keepDocuments(
  ports: Ports,
  { name: proposed, files, tables }: ReadDocuments,
  { docs, described, boilerplate, languages }: PreparedDocuments,
  preparation: Preparation,
  name: string,
  origin: CollectionRecord['origin'],
): Promise<CollectionRecord> {
  if (docs.length === 0) throw new HitrateError('no-readable-document', null);
  const summary = {
    name: proposed,
    format: 'documents',
    files: files.filter(({ status }) => status === 'read').map(({ path }) => path),
    splits: [],
    split: null,
    languages,
  } as const;
  const dataset = { docs, queries: [], judgments: [] };
  return keepCollection(
    ports,
    { ok: true, kind: 'collection', dataset, described, summary, runs: [], warnings: [] },
    name.trim() || proposed,
    origin,
    {
      preparation,
      files,
      boilerplate,
      columns: Object.fromEntries(tables.map(({ path, chosen }) => [path, chosen])),
    },
  );
}
