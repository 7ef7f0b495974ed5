import type { Page } from '@playwright/test';
import { expect, leaveNewRun, NEW_RUN, test } from './app';
import { openElsewhere } from './elsewhere';
import { openHolder } from './holder';
import { builtWorkers, startWorker } from './workers';

test.use({ serviceWorkers: 'allow' });

const kept = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    preferences: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    serviceWorkers: (await navigator.serviceWorker.getRegistrations()).length,
  }));

const NOTHING = { databases: [], caches: [], preferences: [], serviceWorkers: 0 };

async function openPanel(page: Page): Promise<void> {
  await leaveNewRun(page);
  await page.getByTestId('privacy-button').click();
  await expect(page.getByTestId('privacy-kept')).toContainText('Preferences');
}

test('the panel tells requests of page and workers, what was refused, and where data lies', async ({ app }) => {
  const { page } = app;
  const elsewhere = await openElsewhere();
  await app.open();
  await app.choose('embedding');
  await app.evaluate();
  await page.evaluate((url) => fetch(url).catch(() => undefined), `${elsewhere.url}by-page`);
  await openPanel(page);
  await expect(page.getByTestId('requests-elsewhere')).toHaveText('None');
  const own = page.getByTestId('requests-own');
  await own.locator('summary').click();
  // A worker that has ended has told before what it asked for: the model.
  const embedding = own.getByRole('row', { name: /^embedding/ });
  await expect(embedding).toContainText(/MB/);
  await expect(own.getByRole('row', { name: /^page/ })).toBeVisible();
  await expect(page.getByTestId('requests-refused')).toContainText(`${elsewhere.url}by-page (connect-src, by page`);
  await expect(page.getByTestId('privacy-kept').getByRole('row', { name: /Hitrate sample/ })).toContainText(
    /[1-9].* MB/,
  );
  await expect(page.getByTestId('privacy-downloads')).toContainText('no model host was ever asked');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('privacy-panel')).toBeHidden();
  expect(elsewhere.asked).toEqual([]);
  await elsewhere.close();
});

test('what the airlock fetched is told by host', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await app.open();
  // Opening the panel makes the database of models.
  await openPanel(page);
  await page.keyboard.press('Escape');
  await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('hitrate-models');
      opening.onsuccess = () => resolve(opening.result);
    });
    const entry = { asked: 'https://hub.example', path: '/a/b', status: 200, when: 1_700_000_000_000 };
    const log = db.transaction('log', 'readwrite').objectStore('log');
    log.add({ ...entry, answered: 'https://hub.example', bytes: 1_000_000 });
    log.add({ ...entry, answered: 'https://cdn.example', bytes: 2_000_000 });
    await new Promise((resolve) => (log.transaction.oncomplete = resolve));
    db.close();
  });
  await openPanel(page);
  const row = page.getByTestId('privacy-downloads').getByRole('row', { name: /hub\.example/ });
  await expect(row).toContainText('answered by https://cdn.example');
  await expect(row).toContainText('3.0 MB');
});

test.describe('without the policy, as a broken host or browser would have it', () => {
  test.use({ bypassCSP: true });

  test('a request to another origin is shown, in the head of the page too', async ({ app }) => {
    const { page } = app;
    const elsewhere = await openElsewhere();
    await app.open();
    await expect(page.getByTestId('privacy-button')).toContainText('Nothing leaves this machine');
    await page.evaluate((url) => fetch(url).then(() => undefined), `${elsewhere.url}secret`);
    expect(elsewhere.asked).toEqual(['/secret']);
    await expect(page.getByTestId('privacy-button')).toContainText('asked another address');
    await openPanel(page);
    await expect(page.getByTestId('requests-elsewhere')).toContainText(new URL(elsewhere.url).origin);
    await elsewhere.close();
  });
});

test.describe('erasing everything', () => {
  test('names what goes, ends other tabs and running workers, and leaves nothing', async ({ app, context }) => {
    const { page } = app;
    await app.open();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const other = await context.newPage();
    await other.goto(`${app.url}${NEW_RUN}`);
    await expect(other.getByTestId('evaluate-button')).toBeVisible();
    await page.getByTestId('evaluate-button').click();
    await expect(page.locator('[data-testid^="stage-"][data-state="running"]').first()).toBeVisible();

    await openPanel(page);
    await page.getByTestId('erase-everything').click();
    const dialog = page.getByTestId('erase-dialog');
    await expect(dialog).toContainText('1 collection (Hitrate sample');
    await dialog.getByRole('button', { name: 'Keep everything' }).click();
    expect((await kept(page)).databases).toContain('hitrate');
    await page.getByTestId('erase-everything').click();
    await page.getByTestId('erase-confirm').click();
    await expect(page.getByTestId('erased')).toContainText('Everything is erased');
    await expect(other.getByTestId('erased')).toContainText('Erased in another tab');
    expect(await kept(page)).toEqual(NOTHING);
    await other.close();
    // What was still on its way when it was erased writes nothing.
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await kept(page)).toEqual(NOTHING);

    await page.getByRole('button', { name: 'Start anew' }).click();
    await expect(page.getByTestId('evaluate-button')).toBeVisible();
  });

  test('waits for a tab that holds the documents open, and says so', { tag: '@full' }, async ({ app, context }) => {
    const { page } = app;
    await app.open();
    const holder = await openHolder(context, app.url);
    await openPanel(page);
    await page.getByTestId('erase-everything').click();
    await page.getByTestId('erase-confirm').click();
    const dialog = page.getByTestId('erase-dialog');
    await expect(dialog).toContainText('Waiting for the database of documents');
    await expect(dialog.getByTestId('erase-confirm')).toBeDisabled();
    await holder.close();
    await expect(page.getByTestId('erased')).toBeVisible();
    expect(await kept(page)).toEqual(NOTHING);
  });
});

test('a worker tells what it was refused', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await app.open();
  const [lexical] = builtWorkers().filter(({ name }) => name === 'lexical');
  const worker = await startWorker(page, lexical!);
  // The page hears workers that it has started itself; this one tells whoever listens.
  const told = page.evaluate(() => {
    const [held] = (globalThis as unknown as { held: Worker[] }).held;
    return new Promise<string>((resolve) => {
      held!.addEventListener('message', ({ data }) => {
        const observed = (data as { 'hitrate-observed'?: { refused: { what: string }[] } })['hitrate-observed'];
        if (observed && observed.refused.length > 0) resolve(observed.refused[0]!.what);
      });
    });
  });
  await worker.evaluate(() => fetch('https://example.org/secret').catch(() => undefined));
  expect(await told).toBe('https://example.org/secret');
});
