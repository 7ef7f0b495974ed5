/**
 * `npm run estimates -- folder…`: evaluates the sample and then each folder (a collection with questions and judgments)
 * in one fresh profile of the built site, and writes what each run was estimated to take and what it took. The first
 * estimate is by a typical machine, the others by the runs before.
 */
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../tools/install.mjs';
import { serve } from '../tools/serve.mjs';
import { DIST, ensureBuilt } from '../tools/site.mjs';

const { positionals: folders } = parseArgs({ allowPositionals: true });
/** A reranker reads ten thousands of pairs. */
const LONG = 60 * 60_000;

ensureInstalled();
ensureBuilt();
const { chromium } = await import('@playwright/test');
const { BROWSER_ARGS, ensureBrowser } = await import('../tools/browser.mjs');
const server = await serve(DIST);
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: BROWSER_ARGS });
try {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.goto(`${server.url}#/c/sample/runs/new`);
  await evaluate('sample');
  for (const folder of folders) {
    await page.getByTestId('add-files').click();
    await page.getByTestId('folder-input').setInputFiles(folder);
    await page.getByTestId('import-preview').waitFor({ timeout: LONG });
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL(/\/data$/, { timeout: LONG });
    await page.goto(page.url().replace(/data$/, 'runs/new'));
    await evaluate(folder);
  }

  async function evaluate(name) {
    const estimate = page.getByTestId('estimate');
    await estimate.filter({ hasText: 'memory' }).waitFor({ timeout: LONG });
    const text = (await estimate.innerText()).replace(/\s+/g, ' ');
    const began = Date.now();
    await page.getByTestId('evaluate-button').click();
    await page.waitForURL(/\/r\/[0-9a-f]{12}\/findings/, { timeout: LONG });
    console.log(`${name}: took ${((Date.now() - began) / 1000).toFixed(1)} s. ${text}`);
  }
} finally {
  await browser.close();
  await server.close();
}
