import type { BrowserContext } from '@playwright/test';

/** Computed values of the bundled samples, by content: they change how fast a result comes and nothing else. */
const CACHES = ['rows', 'artifacts'];
/** Artifacts that a person made: not computed. */
const MADE = ['annotations', 'run-notes', 'judging-plan'];
const SAMPLES = ['sample', 'documents-sample'];

/**
 * Takes a profile back to a first visit, except for what was computed from the bundled samples: embeddings, pairs and
 * rankings are not computed again by the next test.
 *
 * @param url of the site, which must have no open page
 */
export async function startOver(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  // A file of the site that runs nothing.
  await page.goto(`${url}icons/hitrate.svg`);
  await page.evaluate(
    async ([caches, samples, made]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error!);
        });
      // Times that were taken are of this machine.
      for (const key of Object.keys(localStorage)) if (key !== 'hitrate-machine') localStorage.removeItem(key);
      sessionStorage.clear();
      await done(indexedDB.deleteDatabase('hitrate-models'));
      if (!(await indexedDB.databases()).some(({ name }) => name === 'hitrate')) return;
      const db = await done(indexedDB.open('hitrate'));
      const transaction = db.transaction([...db.objectStoreNames], 'readwrite');
      for (const name of transaction.objectStoreNames) {
        const store = transaction.objectStore(name);
        const keys = await done(store.getAllKeys());
        for (const key of keys)
          if (
            !caches.includes(name) ||
            !samples.includes((key as [string])[0]) ||
            made.includes((key as [string, string])[1]) ||
            (key as [string, string])[1].startsWith('blind ')
          )
            store.delete(key);
      }
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      db.close();
    },
    [CACHES, SAMPLES, MADE] as const,
  );
  await page.close();
}
