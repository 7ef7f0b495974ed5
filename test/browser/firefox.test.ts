import { mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { serve } from '../../tools/serve.mjs';
import { DIST } from '../../tools/site.mjs';
import { createApp, expect, exported, NEW_RUN, test as base } from './app';
import { attemptsOfPage, attemptsOfWorker } from './attempts';
import { openElsewhere } from './elsewhere';
import { byTestId, choose, evaluate, firefoxPath, give, launchFirefox, measuresOf } from './firefox';

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

  test('a collection is imported from its file, evaluated, and told in the privacy panel', async ({
    firefox: { page, errors },
  }) => {
    await give(page, 'test/fixtures/import/llamaindex-small.json');
    await page.waitForSelector(byTestId('import-preview'));
    await page.locator('dialog[open] .button.primary').click();
    await page.waitForFunction((preview) => !document.querySelector(preview), {}, byTestId('import-preview'));
    // The systems that are chosen next are those of the new collection.
    await page.waitForFunction(() => document.querySelector('main h2')?.textContent === 'llamaindex-small');
    await page.waitForFunction(() => !location.hash.startsWith('#/c/sample/'));
    await choose(page, 'bm25', 'ensemble-rerank');
    await evaluate(page);
    const measures = await measuresOf(page);
    for (const system of ['bm25', 'ensemble-rerank']) expect(measures[system]!['HitRate@5'], system).toBeGreaterThan(0);

    await page.click(byTestId('privacy-button'));
    await page.waitForFunction(
      (kept) => document.querySelector(kept)?.textContent.includes('Preferences'),
      {},
      byTestId('privacy-kept'),
    );
    const told = (id: string) => page.$eval(byTestId(id), (element) => (element as HTMLElement).innerText);
    expect(await told('requests-elsewhere')).toBe('None');
    expect(await told('requests-own')).toMatch(/\d+ requests/);
    expect(await told('privacy-kept')).toContain('llamaindex-small');
    await page.click(byTestId('erase-everything'));
    await page.click(byTestId('erase-confirm'));
    await page.waitForSelector(byTestId('erased'));
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
    expect(errors).toEqual([]);
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

  test('WebGPU chosen by name, where there is none, is a clear error', async ({ firefox: { page } }) => {
    test.skip(await page.evaluate(() => 'gpu' in navigator), 'this Firefox has WebGPU');
    await page.$$eval('summary', (all) => all.find((each) => each.textContent.includes('Settings'))!.click());
    const device = await page.waitForSelector('::-p-aria([name="Device"][role="combobox"])');
    await device!.select('webgpu');
    await expect(evaluate(page)).rejects.toThrow(/WebGPU was chosen/);
  });
});
