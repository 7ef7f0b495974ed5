import type { Page } from '@playwright/test';

type Method = 'getAll' | 'getAllKeys' | 'count' | 'clear';
/** Of a store, with the keys between two where they are given. */
type Asked = readonly [store: string, method: Method, from?: unknown, to?: unknown];

/** What stores of a database answer, asked past the app in one transaction. */
export const ask = <Answers extends readonly unknown[]>(
  page: Page,
  database: string,
  ...questions: readonly Asked[]
): Promise<Answers> =>
  page.evaluate(
    async ([name, asked]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error!);
        });
      const db = await done(indexedDB.open(name));
      const names = asked.map(([store]) => store);
      const stores = db.transaction(names, 'readwrite');
      const answers = asked.map(([store, method, from, to]) => {
        const range = from === undefined ? undefined : IDBKeyRange.bound(from, to);
        return done(stores.objectStore(store)[method as 'count'](range) as IDBRequest<unknown>);
      });
      const all = await Promise.all(answers);
      db.close();
      return all;
    },
    [database, questions] as const,
  ) as Promise<unknown> as Promise<Answers>;
