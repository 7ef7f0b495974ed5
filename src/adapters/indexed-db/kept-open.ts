import { type DatabaseName, HitrateError } from '../../contract/errors';

interface Connection {
  addEventListener(type: 'close', listener: () => void): void;
  addEventListener(type: 'versionchange', listener: (event: IDBVersionChangeEvent) => void): void;
}

/** @param onErased called when another tab deletes the database */
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

export async function withDatabase<Database extends { close(): void }, T>(
  open: () => Promise<Database>,
  task: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await open();
  try {
    return await task(database);
  } finally {
    database.close();
  }
}

export function explainingClose<Db extends object>(db: Db, database: DatabaseName): Db {
  const explained = (error: unknown): unknown =>
    error instanceof DOMException && error.name === 'InvalidStateError'
      ? new HitrateError('storage-closed', { database }, { cause: error })
      : error;
  return new Proxy(db, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        try {
          const result = Reflect.apply(value, target, args) as unknown;
          return result instanceof Promise
            ? result.catch((error: unknown) => Promise.reject(explained(error)))
            : result;
        } catch (error) {
          throw explained(error);
        }
      };
    },
  });
}
