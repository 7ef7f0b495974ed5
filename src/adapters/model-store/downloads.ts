import type { ModelChoice, ModelOrigin } from '../../contract/models';
import { atomically } from '../indexed-db/atomically';
import { within } from '../indexed-db/keys';
import type { PartialFile, PartialDownloadRecord, ModelDatabase } from './schema';

/** A download that was begun and is not a model yet. */
export interface PartialBytes {
  readonly id: string;
  readonly origin: ModelOrigin;
  readonly choice: ModelChoice;
  readonly files: readonly PartialFile[];
  readonly startedAt: number;
  /** When bytes were last kept. */
  readonly touchedAt: number;
  /** Bytes that are kept, of … */
  readonly done: number;
  /** … so many. */
  readonly bytes: number;
}

/** Longer than it takes to write a part and to read the next: an import that was silent for so long has ended. */
const SILENT_IMPORT_MS = 60_000;

/** Downloads that were begun, oldest first. Some may be going on in another page. */
export async function listDownloads(db: ModelDatabase): Promise<PartialBytes[]> {
  const records = await db.getAll('downloads');
  return records
    .filter(({ origin }) => origin.kind === 'hub')
    .sort((a, b) => a.startedAt - b.startedAt)
    .map(begunOf);
}

export async function getDownload(db: ModelDatabase, id: string): Promise<PartialBytes | null> {
  const record = await db.get('downloads', id);
  return record ? begunOf(record) : null;
}

function begunOf({ id, origin, choice, files, startedAt, touchedAt }: PartialDownloadRecord): PartialBytes {
  const done = files.reduce((sum, file) => sum + file.done, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { id, origin, choice, files, startedAt, touchedAt, done, bytes };
}

/** Deletes what was begun; a page that is writing it stops with an error. */
export async function removeDownload(db: ModelDatabase, id: string): Promise<void> {
  const tx = db.transaction(['downloads', 'parts'], 'readwrite');
  const record = await tx.objectStore('downloads').get(id);
  const writes = record
    ? [() => tx.objectStore('parts').delete(within(record.folder)), () => tx.objectStore('downloads').delete(id)]
    : [];
  await atomically(tx, writes);
}

/** Deletes what is left of imports from disk whose worker or page was ended: those cannot be gone on with. */
export async function sweepImports(db: ModelDatabase, now = Date.now()): Promise<void> {
  const records = await db.getAll('downloads');
  const ended = records.filter(({ origin, touchedAt }) => origin.kind === 'disk' && touchedAt < now - SILENT_IMPORT_MS);
  for (const { id } of ended) await removeDownload(db, id);
}
