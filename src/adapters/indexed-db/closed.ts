import { type DatabaseName, HitrateError } from '../../contract/errors';

/**
 * A database whose connection says why it is gone, once it is: it closes where another tab migrates the database to a newer
 * version or erases it, and every use after that would else throw an error of the browser's own.
 */
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
