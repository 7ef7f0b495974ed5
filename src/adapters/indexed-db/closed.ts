import { type DatabaseName, HitrateError } from '../../contract/errors';

/** A database whose closed connection says why (another tab migrates or erases it), not the browser's own error. */
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
