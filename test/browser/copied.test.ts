import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './app';

test.use({ permissions: ['clipboard-read', 'clipboard-write'], colorScheme: 'dark' });

async function savedFile(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const figure = page.getByTestId('quality-latency');
  await figure.getByRole('button', { name: 'Save chart' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    figure.getByRole('button', { name, exact: true }).click(),
  ]);
  await page.keyboard.press('Escape');
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** The width and height that a PNG says it has. */
const sizeOf = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('charts are saved as SVG and PNG, and tables are copied', async ({ app, context }) => {
  const { page } = app;
  await page.goto(`${app.url}#/c/sample`);
  await expect(page.getByTestId('slice-map')).toBeVisible();

  await test.step('an SVG stands alone, in the light theme', async () => {
    const { name, bytes } = await savedFile(page, 'SVG');
    expect(name).toBe('nDCG-10-against-latency-chart.svg');
    const text = bytes.toString('utf8');
    expect(text).not.toMatch(/var\(|class=|style=|href|tabindex|aria-|<script/);
    expect(text).toContain('nDCG@10 against latency');
    for (const system of ['BM25', 'Embedding', 'Hybrid (RRF)']) expect(text).toContain(`>${system}<`);
    // The first system in the light theme, and the ink of the dark one.
    expect(text).toContain('rgb(32, 76, 99)');
    expect(text).not.toContain('rgb(236, 238, 243)');
    const other = await context.newPage();
    const problem = await other.evaluate((svg) => {
      const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
      return parsed.querySelector('parsererror')?.textContent ?? null;
    }, text);
    expect(problem).toBeNull();
    await other.close();
    // The chart itself is as it was.
    await expect(page.getByTestId('quality-latency').locator('svg')).not.toHaveAttribute('style', /--/);
  });

  await test.step('a PNG has twice the size', async () => {
    const { name, bytes } = await savedFile(page, 'PNG');
    expect(name).toBe('nDCG-10-against-latency-chart.png');
    const { width, height } = (await page.getByTestId('quality-latency').locator('svg').boundingBox())!;
    const [wide, high] = sizeOf(bytes);
    expect(Math.abs(wide - 2 * (width + 32))).toBeLessThan(3);
    expect(Math.abs(high - 2 * (height + 64))).toBeLessThan(3);
  });

  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await test.step('the ranking is copied with all digits, and as it is written', async () => {
    await page.getByRole('button', { name: 'Copy TSV of the ranking' }).click();
    await expect(page.getByTestId('copy-ranking').getByRole('status')).toHaveText('Copied as TSV');
    const [header, first, ...rows] = (await clipboard())
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(header!.slice(0, 4)).toEqual(['Rank', 'System', 'Id', 'nDCG@10']);
    expect(first!.slice(0, 3)).toEqual(['1', 'Hybrid (weighted sum)', 'ensemble']);
    expect(Number(first![3])).toBeCloseTo(0.785, 3);
    expect(first![3]!.length).toBeGreaterThan(10);
    expect(rows).toHaveLength(5);
    await page.getByRole('button', { name: 'Copy Markdown of the ranking' }).click();
    await expect(page.getByTestId('copy-ranking').getByRole('status')).toHaveText('Copied as Markdown');
    expect(await clipboard()).toMatch(
      /^\| Rank \| System \| Id \|[^]*\| = 1 \| Hybrid \(weighted sum\) \| ensemble \| \.785 \|/,
    );
  });

  await test.step('so are the slices', async () => {
    await page.getByRole('button', { name: 'Copy TSV of the slices' }).click();
    await expect(page.getByTestId('copy-slices').getByRole('status')).toHaveText('Copied as TSV');
    expect(await clipboard()).toMatch(
      /^Divided by\tSlice\tQuestions\tHybrid \(weighted sum\)\t[^]*\nLanguage\tEnglish\t52\t0\.7/,
    );
  });
  expect(app.errors).toEqual([]);
});
