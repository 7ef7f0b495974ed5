/**
 * `npm run sample-result`: evaluates the bundled sample in the built site, as a first visitor would, and writes the result
 * and the picture of its verdict that ship with the app. To be run when figures change; `sample-result.test.ts` finds when they have.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ensureInstalled, runPackage } from './install.mjs';
import { serve } from './serve.mjs';
import { DIST, ensureBuilt } from './site.mjs';

const RESULT = new URL('../public/samples/hitrate-sample/result.bin', import.meta.url);
const VERDICT = new URL('../src/ui/app/sample-verdict.json', import.meta.url);

ensureInstalled();
ensureBuilt();
const { chromium } = await import('@playwright/test');
const { BROWSER_ARGS, ensureBrowser } = await import('./browser.mjs');
const server = await serve(DIST);
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: BROWSER_ARGS });
try {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => 'hitrate' in globalThis);
  const { result, verdict } = await page.evaluate(() => globalThis.hitrate.sampleResult());
  const bytes = gzipSync(result, { level: 9 });
  writeFileSync(RESULT, bytes);
  writeFileSync(VERDICT, JSON.stringify(verdict));
  runPackage('oxfmt', [fileURLToPath(VERDICT)]);
  console.log(`${result.length} characters, ${bytes.length} bytes written; ${verdict.title}`);
} finally {
  await browser.close();
  await server.close();
}
