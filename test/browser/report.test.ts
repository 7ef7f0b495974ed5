import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { hasEngineDescriptions, opensearchValidator } from '../engine-descriptions';
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

test('the report of the sample is shared, and is what is printed; its verdict is handed over as a zip', async ({
  app,
  browser,
}, info) => {
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

  await test.step('read from the disk without script and network, at every width and on paper', async () => {
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
      const cells = opened.locator('main, td, th, dd, svg').filter({ visible: true });
      const ends = await cells.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
      expect(Math.max(...ends)).toBeLessThanOrEqual(width);
    }
    const pages = await printedPages(await opened.pdf({ preferCSSPageSize: true, printBackground: true }));
    expect(pages.length).toBeLessThanOrEqual(4);
    for (const { width, height } of pages) expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
    // No row of a table is cut.
    for (const row of await opened.locator('tr').allTextContents()) {
      const text = closed(row);
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

  await test.step('its verdict is handed over as a zip', async () => {
    await page.getByTestId('hand-over-open').click();
    const dialog = page.getByRole('dialog', { name: 'Hand over' });
    await dialog.getByLabel('Engine').selectOption('opensearch');
    await expect(page.getByTestId('handover-refusals')).toContainText(
      'Nearest: BM25 (Lucene) with lengths in one byte.',
    );
    await expect(dialog).toContainText('Nothing of your documents is in the files.');

    const save = async (): Promise<Readonly<Record<string, string>>> => {
      const [saved] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-handover').click()]);
      expect(saved.suggestedFilename()).toMatch(/opensearch\.zip$/);
      await expect(dialog).toBeHidden();
      const entries = unzipSync(new Uint8Array(readFileSync(await saved.path())));
      return Object.fromEntries(
        Object.entries(entries).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]),
      );
    };
    const bare = await save();
    const bodies = ['README.md', 'index.json', 'pipeline.json', 'search.json'];
    expect(Object.keys(bare).sort()).toEqual(bodies);
    expect(bare['README.md']).toContain('The difference between the two was not measured.');

    await page.getByTestId('hand-over-open').click();
    await expect(page.getByTestId('handover-passages')).not.toBeChecked();
    await page.getByTestId('handover-measure').click();
    await expect(page.getByTestId('handover-difference')).toContainText(/nDCG@10 \(95 % interval/);
    await page.getByTestId('handover-passages').check();
    await page.getByTestId('handover-vectors').check();
    const whole = await save();
    expect(Object.keys(whole).sort()).toEqual([...bodies, 'passages.ndjson'].sort());
    expect(whole['README.md']).toContain('Against the system itself the nearest one has');
    const json = (path: string): unknown => JSON.parse(whole[path]!);
    const lines = whole['passages.ndjson']!.trim().split('\n');
    const [action, passage] = lines.slice(0, 2).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(action).toEqual({ index: { _id: expect.any(String) } });
    const { dimension } = (json('index.json') as { mappings: { properties: Record<string, { dimension: number }> } })
      .mappings.properties['vector_1']!;
    expect(passage!['vector_1']).toHaveLength(dimension);
    expect(lines.length % 2).toBe(0);
    if (hasEngineDescriptions()) {
      const body = (file: string, name: string) =>
        opensearchValidator(
          `namespaces/${file}.yaml#/components/requestBodies/${name}/content/application~1json/schema`,
        );
      expect(body('indices', 'indices.create')(json('index.json'))).toEqual([]);
      expect(body('search_pipeline', 'search_pipeline.put')(json('pipeline.json'))).toEqual([]);
      const asked = whole['search.json']!.replace('"{{vector_1}}"', JSON.stringify(passage!['vector_1']));
      expect(body('_core', 'search')(JSON.parse(asked))).toEqual([]);
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
