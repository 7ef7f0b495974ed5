import type { BrowserContext, Page } from '@playwright/test';

/** Another tab, which holds the database of documents open until it is closed. */
export async function openHolder(context: BrowserContext, url: string): Promise<Page> {
  const holder = await context.newPage();
  await holder.goto(`${url}icons/hitrate.svg`);
  await holder.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('hitrate');
        opening.onsuccess = () => {
          // What nobody holds may be collected, and would close.
          Object.assign(globalThis, { held: opening.result });
          resolve();
        };
      }),
  );
  return holder;
}
