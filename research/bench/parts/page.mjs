import { DIST } from '../../../tools/site.mjs';

/** The built app in Chromium with an empty profile. @param site folder of another build, to compare with */
export async function withPage(use, site = DIST) {
  const { chromium } = await import('@playwright/test');
  const { BROWSER_ARGS, ensureBrowser } = await import('../../../tools/browser.mjs');
  const { serve } = await import('../../../tools/serve.mjs');
  const { securityHeaders } = await import('../../../src/adapters/offline/headers.js');
  const executablePath = await ensureBrowser();
  if (!executablePath) throw new Error('there is no Chromium to measure in');
  const server = await serve(site, { headers: securityHeaders() });
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  try {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(1_800_000);
    await page.goto(server.url);
    await page.waitForFunction(() => 'hitrate' in globalThis);
    return await use(page, browser, server.url);
  } finally {
    await browser.close();
    await server.close();
  }
}
