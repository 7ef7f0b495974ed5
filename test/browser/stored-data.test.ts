import type { BrowserContext, Page } from '@playwright/test';
import { DOCUMENTS } from '../../src/adapters/storage/schema';
import { restoreDatabases } from '../stored/clone-json';
import { dumpOf, DUMPS } from '../stored/dump';
import { type App, expect, test } from './app';

/** A page of the app's origin that has no code of the app. */
const openBlank = ({ page, url }: App) => page.goto(`${url}icons/hitrate.svg`);

/** Makes a database through raw IndexedDB, with no store. */
const makeEmpty = (page: Page, name: string, version: number) =>
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

for (const version of DUMPS) {
  test(`what ${version} stored is there in this version`, async ({ app }) => {
    const { page } = app;
    await openBlank(app);
    await page.evaluate(restoreDatabases, dumpOf(version));
    await page.goto(app.url);
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
  });
}

test('a database that is newer, lacks its stores or is held open by another tab is left as it is, and says what to do', async ({
  app,
}) => {
  const { page } = app;
  const message = page.getByTestId('page-message');
  const problem = page.getByTestId('airlock-problem');
  const show = async (documents: string | RegExp, models: string): Promise<void> => {
    await page.goto(app.url);
    await expect(message).toContainText(documents);
    await page.goto(`${app.url}airlock.html`);
    await expect(problem).toContainText(models);
  };
  await openBlank(app);
  await makeEmpty(page, 'hitrate', 99);
  await makeEmpty(page, 'hitrate-models', 99);
  await show(
    /A newer version of Hitrate wrote the database of documents: it has version 99.*Do not delete the data of this site/s,
    'A newer version of Hitrate wrote the database of models',
  );
  expect(await versionsOf(page)).toEqual({ hitrate: 99, 'hitrate-models': 99 });

  const removeAll = async (): Promise<void> => {
    await openBlank(app);
    await page.evaluate(async () => {
      for (const name of ['hitrate', 'hitrate-models'])
        await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve));
    });
  };
  await removeAll();
  await makeEmpty(page, 'hitrate', DOCUMENTS.migrations.length);
  await makeEmpty(page, 'hitrate-models', 1);
  await show(
    /In version \d+ of the database of documents parts are missing \(.*docs/,
    'In version 1 of the database of models parts are missing',
  );

  await removeAll();
  await page.evaluate(restoreDatabases, dumpOf('v4'));
  const holder = await openHolder(page.context(), app.url);
  await page.goto(app.url);
  await expect(message).toContainText('Close the other tabs of Hitrate');
  await holder.close();
  // The page goes on by itself.
  await expect(page.getByTestId('collection-list')).toContainText('Harbour');
  await expect(message).toHaveCount(0);
});
