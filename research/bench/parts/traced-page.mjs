import { DIST } from '../../../tools/site.mjs';

/** What is done after a phase seems over, as counting what the disk holds, belongs to it. */
const AFTERWARDS_MS = 2000;

/**
 * The app in Chromium with an empty profile, at the sample. `use` gets the page, and what traces a step: it adds to `steps`
 * what was done, the milliseconds that it took, and the longest task of the page in time of the processor, which other
 * programs do not change.
 */
export async function withTracedPage(steps, use) {
  const { chromium } = await import('@playwright/test');
  const { BROWSER_ARGS, ensureBrowser } = await import('../../../tools/browser.mjs');
  const { serve } = await import('../../../tools/serve.mjs');
  const { securityHeaders } = await import('../../../src/adapters/offline/headers.js');
  const executablePath = await ensureBrowser();
  if (!executablePath) process.exit(1);
  const server = await serve(DIST, { headers: securityHeaders() });
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
  try {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(1_800_000);
    await page.goto(`${server.url}#/c/sample/data`);
    await page.getByTestId('add-files').waitFor();
    return await use(page, async (what, step) => {
      await browser.startTracing(page, { categories: ['-*', 'disabled-by-default-devtools.timeline', '__metadata'] });
      const began = performance.now();
      await step();
      const milliseconds = performance.now() - began;
      await page.waitForTimeout(AFTERWARDS_MS);
      const tasks = tasksOf(JSON.parse((await browser.stopTracing()).toString()).traceEvents);
      steps.push({ what, milliseconds, longest: tasks.reduce((most, time) => Math.max(most, time), 0) });
    });
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Milliseconds of the processor that each task of the page's own thread took. */
function tasksOf(events) {
  const pages = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const threads = new Set(pages.map(({ pid, tid }) => `${pid} ${tid}`));
  return events
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && threads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
}
