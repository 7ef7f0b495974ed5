interface Connection {
  addEventListener(type: 'close', listener: () => void): void;
  addEventListener(type: 'versionchange', listener: (event: IDBVersionChangeEvent) => void): void;
}

/**
 * Opens a database at the first call, and anew after a failure or a close (erased by another tab, or by the browser).
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
