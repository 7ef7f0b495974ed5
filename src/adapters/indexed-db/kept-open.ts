/** What of a connection is used here. */
interface Connection {
  addEventListener(type: 'close', listener: () => void): void;
  addEventListener(type: 'versionchange', listener: (event: IDBVersionChangeEvent) => void): void;
}

/**
 * Opens a database at the first call, and again at the next one after it could not be opened, or was closed: since
 * another tab erases it, or the browser gave it up.
 *
 * @param onErased called when another tab deletes the database
 */
export function keptOpen<Database extends Connection>(
  open: () => Promise<Database>,
  onErased: () => void = () => undefined,
): () => Promise<Database> {
  let kept: Promise<Database> | null = null;
  return () => {
    if (kept) return kept;
    const opened = open().then((database) => {
      database.addEventListener('close', forget);
      database.addEventListener('versionchange', ({ newVersion }) => {
        forget();
        if (newVersion === null) onErased();
      });
      return database;
    });
    const forget = (): void => {
      if (kept === opened) kept = null;
    };
    opened.catch(forget);
    return (kept = opened);
  };
}
