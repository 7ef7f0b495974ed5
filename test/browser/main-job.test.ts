import { test as base } from '@playwright/test';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { createApp, download, expect, exported, leaveNewRun, SYSTEMS } from './app';
import { openElsewhere } from './elsewhere';
import { openProxy } from './recording-proxy';

/**
 * Chromium asks its own service about the fields of any page, with hashes of their names and nothing of what they hold.
 * That is the browser, not the page; a person switches it off with the browser's autofill.
 */
const OF_THE_BROWSER = /^content-autofill\.googleapis\.com:443$/;

base('the whole main job sends nothing beyond the origin, recorded on the wire', async ({ browser }) => {
  const site = await serve(DIST);
  const { origin } = new URL(site.url);
  const elsewhere = await openElsewhere();
  const proxy = await openProxy(`${origin}/`);
  // Addresses of this machine go by the proxy too.
  const context = await browser.newContext({
    proxy: { server: proxy.url, bypass: '<-loopback>' },
    viewport: { width: 1440, height: 900 },
  });

  await base.step('the proxy sees what leaves', async () => {
    const blank = await context.newPage();
    await blank.goto(elsewhere.url).catch(() => undefined);
    expect(proxy.refused).toEqual([elsewhere.url]);
    await blank.close();
    proxy.refused.length = 0;
  });

  const page = await context.newPage();
  const app = createApp(page, site.url);
  await base.step('import', async () => {
    await app.open();
    await app.pick('test/fixtures/import/llamaindex-small.json');
    await app.add('Small');
  });

  await base.step('evaluate with all six', async () => {
    await app.evaluate();
    await expect(page.getByTestId('results-table')).toContainText('ensemble-rrf-rerank');
  });

  await base.step('export', async () => {
    expect((await exported(page)).systems.map(({ id }) => id)).toEqual(SYSTEMS);
    await download(page, 'export-csv');
  });

  await base.step('judge', async () => {
    await app.show('Judge');
    await expect(page.getByTestId('judge-bench')).toBeVisible();
    await page.keyboard.press('1');
  });

  await base.step('try', async () => {
    await app.show('Try');
    await page.getByRole('textbox', { name: 'Question' }).fill('what is kept here?');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('try-columns')).toBeVisible();
  });

  const beyond = app.requests.filter((url) => !url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url));
  expect(beyond, 'as the browser tells').toEqual([]);
  expect(
    proxy.refused.filter((host) => !OF_THE_BROWSER.test(host)),
    'as the wire tells',
  ).toEqual([]);
  expect(proxy.asked.filter((url) => url.endsWith('.onnx')).length, 'models came by the proxy').toBeGreaterThan(0);
  await leaveNewRun(page);
  await page.getByTestId('privacy-button').click();
  await expect(page.getByTestId('requests-elsewhere')).toHaveText('None');
  await expect(page.getByTestId('requests-refused')).toContainText('None was tried');
  await context.close();
  await Promise.all([site.close(), elsewhere.close(), proxy.close()]);
});
