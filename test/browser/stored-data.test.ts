import type { BrowserContext, Page } from '@playwright/test';
import { DOCUMENTS } from '../../src/adapters/storage/schema';
import { restoreDatabases } from '../stored/clone-json';
import { dumpOf, DUMPS } from '../stored/dump';
import { type App, expect, test } from './app';

/** A page of the app's origin that has no code of the app. */
const openBlank = ({ page, url }: App) => page.goto(`${url}icons/hitrate.svg`);

/** Gives a database another version through raw IndexedDB. */
const raise = (page: Page, name: string, version: number) =>
  page.evaluate(
    ([named, at]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(named, at);
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
    [name, version] as const,
  );

const versionsOf = (page: Page) =>
  page.evaluate(async () =>
    Object.fromEntries((await indexedDB.databases()).map(({ name, version }) => [name, version])),
  );

/** Another tab, which holds the database of documents open until it is closed. */
async function openHolder(context: BrowserContext, url: string): Promise<Page> {
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

/** The page waits for the other tab, says so, and then goes on by itself. */
async function openWhileHeld({ page, url }: App): Promise<void> {
  const holder = await openHolder(page.context(), url);
  await page.goto(url);
  await expect(page.getByTestId('page-message')).toContainText('Close the other tabs of Hitrate');
  await holder.close();
  await expect(page.getByTestId('collection-list')).toContainText('Harbour');
  await expect(page.getByTestId('page-message')).toHaveCount(0);
}

/** Databases that a newer version wrote are left as they are, and the page says what to do. */
async function openWhereNewer(app: App): Promise<void> {
  const { page, url } = app;
  await openBlank(app);
  for (const name of ['hitrate', 'hitrate-models']) await raise(page, name, 99);
  await page.goto(url);
  await expect(page.getByTestId('page-message')).toContainText(
    /A newer version of Hitrate wrote the database of documents: it has version 99.*Do not delete the data of this site/s,
  );
  await page.goto(`${url}airlock.html`);
  await expect(page.getByTestId('airlock-problem')).toContainText(
    'A newer version of Hitrate wrote the database of models',
  );
  expect(await versionsOf(page)).toEqual({ hitrate: 99, 'hitrate-models': 99 });
}

for (const version of DUMPS) {
  test(`what ${version} stored is there in this version`, async ({ app }) => {
    const { page } = app;
    await openBlank(app);
    await page.evaluate(restoreDatabases, dumpOf(version));
    await (version === DUMPS[0] ? openWhileHeld(app) : page.goto(app.url));
    await page.getByTestId('collection-menu').click();
    await expect(page.getByTestId('collection-list').getByRole('button')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await app.openCollection('Harbour');
    if (version === 'v4') {
      await app.statistics();
      await expect(page.getByTestId('results-table').locator('tr[data-system="list-net"]')).toBeVisible();
    } else {
      await expect(page.getByTestId('retired-systems')).toContainText('“gated” has a part that is no longer available');
      await expect(page.getByTestId('other-result').locator('tr[data-system="gated"]')).toContainText(/\.\d{4}/);
    }
    // Seven of the files, and one that was judged by hand.
    await app.show('Data');
    await expect(page.getByText(/6 questions .* 8 judgments/)).toBeVisible();
    await app.show('New run');
    await expect(page.getByTestId('runs')).toContainText('other.run');
    await app.evaluate();
    expect((await versionsOf(page))['hitrate']).toBe(DOCUMENTS.migrations.length);
    // The browser asks for an icon of the page that is none of the app's.
    expect(app.errors.filter((text) => !text.includes('404'))).toEqual([]);
    if (version === DUMPS[0]) await openWhereNewer(app);
  });
}
