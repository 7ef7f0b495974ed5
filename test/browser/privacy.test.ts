import type { Page } from '@playwright/test';
import { createApp, expect, leaveNewRun, NEW_RUN, test } from './app';
import { openElsewhere } from './elsewhere';

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

test('a person sees what was asked, refused and kept, and erases all of it, in other tabs and running workers too', async ({
  app,
  browser,
  context,
}) => {
  const { page } = app;
  const elsewhere = await openElsewhere();
  await app.open();

  await test.step('the panel tells requests of page and workers, what was refused, and where data lies', async () => {
    await app.choose('embedding');
    await app.evaluate();
    await page.evaluate((url) => fetch(url).catch(() => undefined), `${elsewhere.url}by-page`);
    await openPanel(page);
    await expect(page.getByTestId('requests-elsewhere')).toHaveText('None');
    const own = page.getByTestId('requests-own');
    await own.locator('summary').click();
    // A worker that has ended has told before what it asked for: the model.
    await expect(own.getByRole('row', { name: /^embedding/ })).toContainText(/MB/);
    await expect(own.getByRole('row', { name: /^page/ })).toBeVisible();
    await expect(page.getByTestId('requests-refused')).toContainText(`${elsewhere.url}by-page (connect-src, by page`);
    const sample = page.getByTestId('privacy-kept').getByRole('row', { name: /Hitrate sample/ });
    await expect(sample).toContainText(/[1-9].* MB/);
    await expect(page.getByTestId('privacy-downloads')).toContainText('no model host was ever asked');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('privacy-panel')).toBeHidden();
    expect(elsewhere.asked).toEqual([]);
  });

  await test.step('erasing names what goes, and leaves nothing', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const other = await context.newPage();
    await other.goto(`${app.url}${NEW_RUN}`);
    await expect(other.getByTestId('evaluate-button')).toBeVisible();
    await app.choose('ensemble-rerank');
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

  await test.step('without the policy, as a broken host or browser would have it, a request is shown in the head', async () => {
    const bare = await browser.newContext({ bypassCSP: true, serviceWorkers: 'block' });
    const open = createApp(await bare.newPage(), app.url);
    await open.open();
    const button = open.page.getByTestId('privacy-button');
    await expect(button).toContainText('Nothing leaves this machine');
    await open.page.evaluate((url) => fetch(url).then(() => undefined), `${elsewhere.url}secret`);
    expect(elsewhere.asked).toEqual(['/secret']);
    await expect(button).toContainText('asked another address');
    await openPanel(open.page);
    await expect(open.page.getByTestId('requests-elsewhere')).toContainText(new URL(elsewhere.url).origin);
    await bare.close();
  });
  await elsewhere.close();
});
