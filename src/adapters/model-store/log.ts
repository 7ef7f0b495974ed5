import type { LogEntry, ModelDatabase } from './schema';

/** The oldest are deleted beyond so many. */
const MAX_ENTRIES = 5000;

/** What the airlock fetched, oldest first. */
export const readLog = (db: ModelDatabase): Promise<LogEntry[]> => db.getAll('log');

export async function writeLog(db: ModelDatabase, entry: LogEntry): Promise<void> {
  const tx = db.transaction('log', 'readwrite');
  const last = await tx.store.add(entry);
  if (last > MAX_ENTRIES) await tx.store.delete(IDBKeyRange.upperBound(last - MAX_ENTRIES));
  await tx.done;
}
