import type { PartialDownload } from '../../contract/models';
import { atomically, within } from '../indexed-db/atomically';
import type { ModelDatabase, PartialDownloadRecord } from './schema';

/** Longer than it takes to write a part and to read the next: an import that was silent for so long has ended. */
const SILENT_IMPORT_MS = 60_000;

/** A download that was begun, with its bytes that are kept, and all of them. */
type Begun = PartialDownloadRecord & Pick<PartialDownload, 'done' | 'bytes'>;

/** Downloads that were begun, oldest first. Some may be in progress in another page. */
export async function listDownloads(db: ModelDatabase): Promise<Begun[]> {
  const records = await db.getAll('downloads');
  return records
    .filter(({ origin }) => origin.kind === 'hub')
    .sort((a, b) => a.startedAt - b.startedAt)
    .map(begunOf);
}

export async function getDownload(db: ModelDatabase, id: string): Promise<Begun | null> {
  const record = await db.get('downloads', id);
  return record ? begunOf(record) : null;
}

const begunOf = (record: PartialDownloadRecord): Begun => ({
  ...record,
  done: record.files.reduce((sum, file) => sum + file.done, 0),
  bytes: record.files.reduce((sum, file) => sum + file.bytes, 0),
});

/** Deletes what was begun; a page that is writing it stops with an error. */
export async function removeDownload(db: ModelDatabase, id: string): Promise<void> {
  const tx = db.transaction(['downloads', 'parts'], 'readwrite');
  const record = await tx.objectStore('downloads').get(id);
  const writes = record
    ? [() => tx.objectStore('parts').delete(within(record.folder)), () => tx.objectStore('downloads').delete(id)]
    : [];
  await atomically(tx, writes);
}

/** Deletes what is left of imports from disk whose worker or page was ended: those cannot be resumed. */
export async function sweepImports(db: ModelDatabase, now = Date.now()): Promise<void> {
  const records = await db.getAll('downloads');
  const ended = records.filter(({ origin, touchedAt }) => origin.kind === 'disk' && touchedAt < now - SILENT_IMPORT_MS);
  for (const { id } of ended) await removeDownload(db, id);
}
