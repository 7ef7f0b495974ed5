/**
 * `npm run screenshots [-- folder]`: a picture of every screen on the bundled sample, light and dark, at three widths, in
 * `screenshots/` or the folder that is named. The pictures of the README are made with them.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { serve } from './serve.mjs';
import { DIST, ensureBuilt } from './site.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WIDTHS = [390, 1024, 1440];
const THEMES = ['light', 'dark'];

/** Name, address, and what is on the screen once it is ready. */
const SCREENS = [
  ['start', '#/', '[data-testid=see-sample]'],
  ['findings', '#/c/sample/findings', '[data-testid=insights]'],
  ['questions', '#/c/sample/questions', '[data-testid=question-pane]'],
  ['judge', '#/c/sample/questions/judge', '#panel h1'],
  ['data', '#/c/sample/data', '[data-testid=readiness-meter]'],
  ['documents', '#/c/sample/data/documents', '#panel ul.card li'],
  ['question-editor', '#/c/sample/data/questions', '#panel ul.card li'],
  ['judges', '#/c/sample/data/judges', '[data-testid=judges-answer]'],
  ['runs', '#/c/sample/runs', '[data-testid=run-history]'],
  ['new-run', '#/c/sample/findings?drawer=new-run', '[data-testid=preset-thorough]'],
  ['playground', '#/c/sample/playground', '#panel textarea, #panel input'],
];

let made = 0;
const folder = resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? join(ROOT, 'screenshots'));
mkdirSync(folder, { recursive: true });
ensureInstalled();
ensureBuilt();
const { chromium } = await import('@playwright/test');
const { BROWSER_ARGS, ensureBrowser } = await import('./browser.mjs');
const server = await serve(DIST);
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: BROWSER_ARGS });
try {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByTestId('see-sample').click();
  await page.getByTestId('verdict').waitFor();
  for (const [name, address, ready] of SCREENS) {
    await page.goto(server.url + address);
    await page.locator(ready).first().waitFor();
    await pictures(page, name);
  }
  await report(page);
  await pictures(page, 'report');
  await secondRun(page);
  await pictures(page, 'compare-two');
  await page.goto(`${server.url}#/c/sample/playground/fusion`);
  await page.getByTestId('lab-map').waitFor();
  await pictures(page, 'fusion-lab');
  console.log(`${made} pictures in ${folder}`);
} finally {
  await browser.close();
  await server.close();
}

async function pictures(page, name) {
  for (const width of WIDTHS)
    for (const colorScheme of THEMES) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.emulateMedia({ colorScheme });
      await picture(page, join(folder, `${name}-${width}-${colorScheme}.png`));
      if (name === 'findings' && width === 1440) await picture(page, join(ROOT, 'docs', `findings-${colorScheme}.png`));
      made++;
    }
}

/** Opens the file of the report, as who gets it does. */
async function report(page) {
  await page.goto(`${server.url}#/c/sample/findings`);
  await page.getByTestId('share').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-report').click()]);
  const file = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.html');
  await download.saveAs(file);
  await page.goto(pathToFileURL(file).href);
}

/** Runs other systems on the sample, and compares that run with the one that ships. */
async function secondRun(page) {
  await page.goto(`${server.url}#/c/sample/findings?drawer=new-run`);
  await page.getByTestId('preset-quick').click();
  await page.getByTestId('evaluate-button').click();
  // While it is under way its address has no key.
  await page.waitForURL((url) => /\/r\/[0-9a-f]{12}\/findings$/.test(url.hash), { timeout: 600_000 });
  await page.goto(`${server.url}#/c/sample/runs`);
  for (const run of [0, 1]) await page.getByTestId('run-history').getByRole('checkbox').nth(run).check();
  await page.getByTestId('compare-runs').click();
  await page.getByTestId('figure-changes').waitFor();
}

/** Once the page has drawn itself for the size. */
async function picture(page, path) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.screenshot({ path });
}
