import { mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page as ChromiumPage } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findFirefox, FIREFOX_PREFERENCES } from '../../tools/firefox.mjs';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { createApp, expect, exported, NEW_RUN, test as base } from './app';
import { ask } from './database';
import { attemptsOfPage, attemptsOfWorker } from './attempts';
import { openElsewhere } from './elsewhere';

/** The Firefox of this machine, or null. */
const firefoxPath: string | null = findFirefox();

/** Firefox in a fresh profile, driven by WebDriver BiDi. */
const launchFirefox = (): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath!,
    headless: true,
    extraPrefsFirefox: FIREFOX_PREFERENCES,
    // Tests end by what they see, and on a busy machine late.
    protocolTimeout: 600_000,
  });

const byTestId = (id: string): string => `[data-testid="${id}"]`;

/** Shows where systems are chosen and run. */
async function toNewRun(page: Page): Promise<void> {
  if (await page.$(byTestId('evaluate-button'))) return;
  await page.click(byTestId('new-run'));
  await page.waitForSelector(byTestId('evaluate-button'));
}

/** Leaves only these systems chosen. */
async function choose(page: Page, ...systems: readonly string[]): Promise<void> {
  await toNewRun(page);
  await page.$$eval(
    'input[type="checkbox"]',
    (boxes, names) => {
      for (const box of boxes) {
        const label = (box.closest('label')?.innerText ?? '').trim().split(/\s/)[0]!;
        if (/^(bm25|embedding|ensemble)/.test(label) && (box as HTMLInputElement).checked !== names.includes(label))
          (box as HTMLInputElement).click();
      }
    },
    systems,
  );
}

/** Presses Evaluate once it can be pressed, and waits for the whole result. @throws what the page says where there is none */
async function evaluate(page: Page): Promise<void> {
  await toNewRun(page);
  try {
    // A pointer would miss a button that moves while the page fills, or that cannot be pressed yet.
    await page.waitForFunction(
      (button) => {
        if (location.hash.endsWith('/findings') || document.querySelector('[role="alert"]')) return true;
        document.querySelector<HTMLButtonElement>(button)?.click();
        return false;
      },
      { polling: 200 },
      byTestId('evaluate-button'),
    );
    // While it is under way its address has no key; where it fails the settings are shown again.
    await page.waitForFunction(
      () => document.querySelector('[role="alert"]') ?? /\/r\/[0-9a-f]{12}\/findings$/.test(location.hash),
    );
  } catch (error) {
    throw new Error(`${String(error)}. The page shows: ${await page.$eval('main', (main) => main.innerText)}`, {
      cause: error,
    });
  }
  const alert = await page.$('[role="alert"]');
  if (alert) throw new Error((await alert.evaluate((element) => element.textContent)) ?? 'an alert without words');
}

interface Kept {
  readonly createdAt: number;
  readonly systems: readonly { readonly id: string; readonly measures: Record<string, number> }[];
}

/** Measures of every system in the newest result, as they are kept. */
async function measuresOf(page: Page): Promise<Record<string, Record<string, number>>> {
  const [results] = await ask<[Kept[]]>(page as unknown as ChromiumPage, 'hitrate', ['results', 'getAll']);
  const newest = results.reduce((a, b) => (b.createdAt > a.createdAt ? b : a));
  return Object.fromEntries(newest.systems.map(({ id, measures }) => [id, measures]));
}

/** The built site with one file more, in a folder of its own. */
function siteWith(name: string, content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitrate-site-'));
  for (const entry of readdirSync(DIST)) symlinkSync(join(DIST, entry), join(folder, entry));
  writeFileSync(join(folder, name), content);
  return folder;
}

const workerThatTries = (): string =>
  `const attempts = ${attemptsOfWorker.toString()};
  onmessage = async ({ data }) => {
    await attempts(data, postMessage.bind(self));
    postMessage('all');
  };`;

interface Firefox {
  readonly url: string;
  readonly page: Page;
  readonly errors: string[];
  /** Ends the server. */
  unplug(): Promise<void>;
}

const test = base.extend<{ firefox: Firefox }>({
  firefox: async ({ browserName: _ }, use) => {
    const server = await serve(DIST);
    const browser: Browser = await launchFirefox();
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    page.setDefaultTimeout(300_000);
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(`${server.url}${NEW_RUN}`);
    await page.waitForSelector(byTestId('evaluate-button'));
    let plugged = true;
    const unplug = async (): Promise<void> => {
      if (plugged) await server.close();
      plugged = false;
    };
    await use({ url: server.url, page, errors, unplug });
    await browser.close();
    await unplug();
  },
});

test.describe('in Firefox', { tag: '@full' }, () => {
  test.use({ profile: 'shared' });
  test.skip(firefoxPath === null, 'there is no Firefox here: install one, or set FIREFOX_PATH');

  test('a first visit evaluates the sample to the figures of Chromium, and works on without the server', async ({
    firefox: { page, url, errors, unplug },
    page: chromiumPage,
  }) => {
    const systems = ['bm25', 'embedding', 'ensemble'];
    await choose(page, ...systems);
    await evaluate(page);
    const measures = await measuresOf(page);
    expect(Object.keys(measures)).toEqual(systems);
    expect(errors).toEqual([]);

    const chromium = createApp(chromiumPage, url);
    await chromium.open();
    await chromium.choose(...systems);
    await chromium.evaluate();
    for (const { id, measures: expected } of (await exported(chromiumPage)).systems)
      for (const [name, value] of Object.entries(expected))
        // Words are counted alike everywhere; vectors differ in their last digits by the order of sums.
        expect(measures[id]![name], `${id} ${name}`).toBeCloseTo(value, id === 'bm25' ? 4 : 2);

    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await unplug();
    await page.reload();
    await page.waitForSelector(byTestId('statistics'));
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await choose(page, 'bm25', 'embedding');
    await evaluate(page);
    expect((await measuresOf(page))['bm25']).toEqual(measures['bm25']);
  });

  test('neither the page nor a worker reaches another origin', async ({ firefox: { page } }) => {
    const elsewhere = await openElsewhere();
    // WebDriver BiDi runs nothing in Firefox's workers, so one that tries by itself is served as the app's are.
    const site = await serve(siteWith('attempts.js', workerThatTries()));
    await page.goto(`${site.url}${NEW_RUN}`);
    await page.waitForSelector(byTestId('evaluate-button'));
    await page.evaluate(attemptsOfWorker, `${elsewhere.url}page/`);
    await page.evaluate(attemptsOfPage, `${elsewhere.url}page/`);
    const tried = await page.evaluate((url) => {
      const worker = new Worker(new URL('attempts.js', document.baseURI), { type: 'module' });
      worker.postMessage(url);
      const names: string[] = [];
      return new Promise<string[]>((resolve) => {
        let silence: ReturnType<typeof setTimeout>;
        worker.onmessage = ({ data: name }: MessageEvent<string>) => {
          clearTimeout(silence);
          if (name === 'all') resolve(names);
          else names.push(name);
          // Firefox may block a worker for good that starts another one: what it tried until then counts.
          if (name.includes('worker')) silence = setTimeout(() => resolve(names), 10_000);
        };
      });
    }, `${elsewhere.url}worker/`);
    expect(tried).toEqual(expect.arrayContaining(['websocket', 'import-scripts', 'worker']));
    expect(elsewhere.asked).toEqual([]);
    // What the policy refused, the page was told.
    await page.click(byTestId('privacy-button'));
    await page.waitForSelector(byTestId('requests-refused'));
    const refused = await page.$eval(byTestId('requests-refused'), (element) => element.textContent);
    expect(refused).toContain(`${elsewhere.url}page/fetch`);
    await site.close();
    await elsewhere.close();
  });
});
