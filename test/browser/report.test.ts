import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HtmlValidate } from 'html-validate';
import { download, expect, test } from './app';
import { violations } from './axe';

const ROOT = join(import.meta.dirname, '../..');

interface PrintedPage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** In the order in which it was drawn, which Chromium takes from the document. */
  readonly text: string;
}

/** What a PDF says, page by page. */
async function printedPages(pdf: Buffer): Promise<PrintedPage[]> {
  // Looked for when it is loaded; text needs none.
  (globalThis as { DOMMatrix?: unknown }).DOMMatrix ??= class {};
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: PrintedPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    pages.push({ width, height, text: items.map((item) => ('str' in item ? item.str : '')).join('') });
  }
  await document.destroy();
  return pages;
}

/** White space is where lines break, and elsewhere. */
const closed = (text: string): string => text.replace(/\s/g, '');

test('the report of the sample is shared, and is what is printed', async ({ app, browser }, info) => {
  const { page } = app;
  await page.goto(`${app.url}#/c/sample`);
  await expect(page.getByTestId('slice-map')).toBeVisible();
  const queries = readFileSync(join(ROOT, 'public/samples/hitrate-sample/queries.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text);
  const file = info.outputPath('report.html');
  const holding = (html: string): string[] => queries.filter((text) => html.includes(text));

  await test.step('without questions, unless they are asked for', async () => {
    await page.getByTestId('share').click();
    const dialog = page.getByRole('dialog', { name: 'Share report' });
    await expect(dialog).toContainText('No question and no passage is in the file.');
    const without = await download(page, 'save-report');
    expect(without).toMatch(/^<!DOCTYPE html>/);
    expect(holding(without)).toEqual([]);
    expect(Buffer.byteLength(without)).toBeLessThan(1_000_000);
    writeFileSync(file, without);
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

  await test.step('valid, and read from the disk without script and network, at every width and on paper', async () => {
    const validator = new HtmlValidate({
      root: true,
      extends: ['html-validate:recommended', 'html-validate:document'],
      // An SVG has no list elements of its own.
      rules: { 'prefer-native-element': 'off' },
    });
    const { results } = await validator.validateString(readFileSync(file, 'utf8'));
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
      [],
    );
    const url = pathToFileURL(file).href;
    const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
    const requests: string[] = [];
    context.on('request', (request) => requests.push(request.url()));
    const opened = await context.newPage();
    await opened.goto(url);
    for (const width of [390, 1024, 1440]) {
      await opened.setViewportSize({ width, height: 900 });
      await expect(opened.getByRole('heading', { level: 1 })).toContainText('Use Hybrid (weighted sum).');
      await expect(opened.getByRole('list', { name: 'nDCG@10 against' }).getByRole('listitem')).toHaveCount(6);
      for (const cell of await opened.locator('main, td, th, dd, svg').filter({ visible: true }).all()) {
        const { x, width: own } = (await cell.boundingBox())!;
        expect(x + own).toBeLessThanOrEqual(width);
      }
    }
    const pages = await printedPages(await opened.pdf({ preferCSSPageSize: true, printBackground: true }));
    expect(pages.length).toBeLessThanOrEqual(4);
    for (const { width, height } of pages) expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
    // No row of a table is cut.
    for (const row of await opened.locator('tr').all()) {
      const text = closed((await row.textContent())!);
      expect(pages.filter((each) => closed(each.text).includes(text)).length, text).toBeGreaterThan(0);
    }
    expect(requests).toEqual([url]);
    await context.close();
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 1440],
    ] as const) {
      // Its own policy lets no script in, axe-core neither.
      const looked = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
      const shown = await looked.newPage();
      await shown.goto(url);
      expect(await violations(shown, null), `${width} wide, ${colorScheme}`).toEqual([]);
      await looked.close();
    }
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
