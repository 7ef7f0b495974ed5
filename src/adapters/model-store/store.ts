import { HitrateError } from '../../contract/errors';
import type { PartialDownload, StoredModel } from '../../contract/models';
import { atomically, within } from '../indexed-db/atomically';
import { announceChange, idOf } from './identity';
import type { LogEntry, ModelDatabase, PartialDownloadRecord } from './schema';

/** Oldest first. */
export async function listModels(db: ModelDatabase): Promise<StoredModel[]> {
  const records = await db.getAll('models');
  return records.map(({ model }) => model).sort((a, b) => a.addedAt - b.addedAt);
}

/** A file of a model, on disk until it is read; null where the model is absent or not whole, or lacks the path. */
export async function readModelFile(db: ModelDatabase, id: string, path: string): Promise<Blob | null> {
  const tx = db.transaction(['models', 'parts']);
  const record = await tx.objectStore('models').get(id);
  const file = record?.model.files.find((each) => each.path === path);
  if (!record || !file) return null;
  const blob = new Blob(await tx.objectStore('parts').getAll(within(record.folder, path)));
  if (blob.size === file.bytes) return blob;
  const data = { name: record.model.name, path, bytes: blob.size, of: file.bytes };
  throw new HitrateError('model-unavailable', { code: 'file-incomplete', data });
}

/** Deletes a model and what was begun of it; one that is not there is deleted already. */
export async function removeModel(db: ModelDatabase, id: string): Promise<void> {
  const tx = db.transaction(['models', 'parts', 'downloads'], 'readwrite');
  const record = await tx.objectStore('models').get(id);
  const downloads = await tx.objectStore('downloads').getAll();
  const begun = downloads.filter(({ origin, choice }) => idOf(origin, choice.reading, '') === id);
  await atomically(tx, [
    ...(record ? [record, ...begun] : begun).map(
      ({ folder }) =>
        () =>
          tx.objectStore('parts').delete(within(folder)),
    ),
    ...begun.map((download) => () => tx.objectStore('downloads').delete(download.id)),
    () => tx.objectStore('models').delete(id),
  ]);
  announceChange();
}

/** Longer than it takes to write a part and to read the next: an import that was silent for so long has ended. */
const SILENT_IMPORT_MS = 60_000;

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

const MAX_ENTRIES = 5000;

/** What the airlock fetched, oldest first. */
export const readLog = (db: ModelDatabase): Promise<LogEntry[]> => db.getAll('log');

export async function writeLog(db: ModelDatabase, entry: LogEntry): Promise<void> {
  const tx = db.transaction('log', 'readwrite');
  const last = await tx.store.add(entry);
  if (last > MAX_ENTRIES) await tx.store.delete(IDBKeyRange.upperBound(last - MAX_ENTRIES));
  await tx.done;
}
