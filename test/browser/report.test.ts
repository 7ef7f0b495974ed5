import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, test as bare, type Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { collectionPath } from '../data';
import { download, expect, test } from './app';
import { violations } from './axe';
import { closed, printedPages } from './printed';

const ROOT = join(import.meta.dirname, '../..');
const semiconductor = collectionPath('semiconductor-zh', 'doc_qa_test.json');

/** Opens a file as a person does whose browser runs no script and has no network. */
async function offline(browser: Browser, file: string, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  const requests: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  await page.goto(url);
  await work(page);
  expect(requests).toEqual([url]);
  await context.close();
}

bare.describe('the report of semiconductor-zh, from the command line', { tag: '@full' }, () => {
  bare.skip(semiconductor === null, 'the evaluation collections are not here (HITRATE_DATA)');
  let folder: string;
  let file: string;
  bare.beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hitrate-report-'));
    file = join(folder, 'report.html');
    execFileSync(
      process.execPath,
      [
        'tools/evaluate.mjs',
        semiconductor!,
        '--measures',
        'nDCG@10,HitRate@10,MRR@10,Recall@10',
        '--out',
        folder,
        '--report',
        file,
      ],
      { cwd: ROOT, stdio: 'ignore' },
    );
  });
  bare.afterAll(() => rmSync(folder, { recursive: true }));

  bare('is small, valid, and holds no question and no passage', async () => {
    const html = readFileSync(file, 'utf8');
    expect(Buffer.byteLength(html)).toBeLessThan(1_000_000);
    const { queries, corpus } = JSON.parse(readFileSync(semiconductor!, 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    for (const text of [...Object.values(queries!), ...Object.values(corpus!)]) expect(html).not.toContain(text);
    const validator = new HtmlValidate({
      root: true,
      extends: ['html-validate:recommended', 'html-validate:document'],
      // An SVG has no list elements of its own.
      rules: { 'prefer-native-element': 'off' },
    });
    const { results } = await validator.validateString(html);
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
      [],
    );
  });

  bare('opens from disk without script and network, at every width', async ({ browser }) => {
    await offline(browser, file, async (page) => {
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(page.getByRole('heading', { level: 1 })).toContainText('Use Hybrid (weighted sum) + rerank.');
        await expect(page.getByRole('list', { name: 'Difference of each system' }).getByRole('listitem')).toHaveCount(
          6,
        );
        await expect(page.getByRole('list', { name: 'nDCG@10 against' }).getByRole('listitem')).toHaveCount(6);
        const { width: wide } = (await page.locator('main').boundingBox())!;
        expect(wide).toBeLessThanOrEqual(width);
        const cells = await page.locator('td, th, dd, svg').filter({ visible: true }).all();
        for (const cell of cells) {
          const { x, width: own } = (await cell.boundingBox())!;
          expect(x + own).toBeLessThanOrEqual(width);
        }
      }
    });
  });

  bare('has no violation that axe-core finds', async ({ browser }) => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1440]) {
        // Its own policy lets no script in, axe-core neither.
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
        const page = await context.newPage();
        await page.goto(pathToFileURL(file).href);
        expect(await violations(page, null)).toEqual([]);
        await context.close();
      }
  });

  bare('prints on four A4 pages at most, and no row of a table is cut', async ({ browser }) => {
    await offline(browser, file, async (page) => {
      const pages = await printedPages(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
      expect(pages.length).toBeLessThanOrEqual(4);
      for (const { width, height } of pages) expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
      const rows = await page.locator('tr').all();
      expect(rows.length).toBeGreaterThan(8);
      for (const row of rows) {
        const text = closed((await row.textContent())!);
        expect(pages.filter((each) => closed(each.text).includes(text)).length, text).toBeGreaterThan(0);
      }
    });
  });
});

test('the report of the sample is shared, and is what is printed', async ({ app }) => {
  const { page } = app;
  await page.goto(`${app.url}#/c/sample`);
  await expect(page.getByTestId('slice-map')).toBeVisible();
  const queries = readFileSync(join(ROOT, 'public/samples/hitrate-sample/queries.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text);
  const holding = (html: string): string[] => queries.filter((text) => html.includes(text));

  await test.step('without questions, unless they are asked for', async () => {
    await page.getByTestId('share').click();
    const dialog = page.getByRole('dialog', { name: 'Share report' });
    await expect(dialog).toContainText('No question and no passage is in the file.');
    const without = await download(page, 'save-report');
    expect(without).toMatch(/^<!DOCTYPE html>/);
    expect(holding(without)).toEqual([]);
    await expect(dialog).toBeHidden();

    await page.getByTestId('share').click();
    await page.getByTestId('report-texts').check();
    await expect(dialog).toContainText('examples of failures with their questions and passages');
    expect(holding(await download(page, 'save-report')).length).toBeGreaterThan(2);
    // The next one is without them again.
    await page.getByTestId('share').click();
    await expect(page.getByTestId('report-texts')).not.toBeChecked();
    await page.keyboard.press('Escape');
  });

  const verdict = 'Four hybrids tie for best.';
  await test.step('printed in place of the page', async () => {
    const pages = await printedPages(await page.pdf({ preferCSSPageSize: true }));
    const text = pages.map((each) => each.text).join('\n');
    expect(text).toContain(verdict);
    expect(text).toContain('Quality against latency');
    expect(text).toContain('How it was made');
    expect(text).not.toContain('Playground');
    expect(text).not.toContain('Share report');
    expect(pages.length).toBeLessThanOrEqual(4);
    await expect(page.locator('.paper')).toHaveCount(0);
  });

  await test.step('with the causes of misses, by Ctrl P', async () => {
    await page.evaluate(() => {
      window.print = () => {
        window.dispatchEvent(new Event('beforeprint'));
        document.body.dataset['printed'] = document.querySelector('.paper')!.shadowRoot!.textContent;
        window.dispatchEvent(new Event('afterprint'));
      };
    });
    await page.keyboard.press('Control+p');
    await expect(page.locator('body')).toHaveAttribute('data-printed', /What Hybrid \(weighted sum\) misses/);
  });

  await test.step('other screens print without what is around them', async () => {
    await page.getByRole('link', { name: 'Runs' }).click();
    await expect(page.getByTestId('run-history')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Screens' })).toBeHidden();
    await expect(page.getByTestId('run-history')).toBeVisible();
  });
  expect(app.errors).toEqual([]);
});
