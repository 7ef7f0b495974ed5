import type { Page } from '@playwright/test';
import { DOCUMENTS } from '../../src/adapters/storage/schema';
import { restoreDatabases } from '../stored/clone-json';
import { dumpOf, DUMPS } from '../stored/dump';
import { type App, expect, test } from './app';
import { openHolder } from './holder';

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

test('a newer database is refused with the way back, by both pages, and left as it is', async ({ app }) => {
  const { page } = app;
  await openBlank(app);
  await makeEmpty(page, 'hitrate', 99);
  await makeEmpty(page, 'hitrate-models', 99);
  await page.goto(app.url);
  const message = page.getByTestId('page-message');
  await expect(message).toContainText('A newer version of Hitrate wrote the database of documents: it has version 99');
  await expect(message).toContainText('Do not delete the data of this site');
  await page.goto(`${app.url}airlock.html`);
  await expect(page.getByTestId('airlock-problem')).toContainText(
    'A newer version of Hitrate wrote the database of models',
  );
  expect(await versionsOf(page)).toEqual({ hitrate: 99, 'hitrate-models': 99 });
});

test('a database without its stores is refused with what is missing', async ({ app }) => {
  const { page } = app;
  await openBlank(app);
  await makeEmpty(page, 'hitrate', DOCUMENTS.migrations.length);
  await makeEmpty(page, 'hitrate-models', 1);
  await page.goto(app.url);
  await expect(page.getByTestId('page-message')).toContainText(
    /In version \d+ of the database of documents parts are missing \(.*docs/,
  );
  await page.goto(`${app.url}airlock.html`);
  await expect(page.getByTestId('airlock-problem')).toContainText(
    'In version 1 of the database of models parts are missing',
  );
});

test('a tab that holds an older version open is to be closed, and the page continues by itself', async ({ app }) => {
  const { page } = app;
  await openBlank(app);
  await page.evaluate(restoreDatabases, dumpOf('v4'));
  const holder = await openHolder(page.context(), app.url);
  await page.goto(app.url);
  await expect(page.getByTestId('page-message')).toContainText('Close the other tabs of Hitrate');
  await holder.close();
  await expect(page.getByTestId('collection-list')).toContainText('Harbour');
  await expect(page.getByTestId('page-message')).toHaveCount(0);
});
