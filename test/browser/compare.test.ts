import { BlobReader, ZipReader } from '@zip.js/zip.js';
import { readFileSync } from 'node:fs';
import { download, expect, exported, test } from './app';

test.use({ profile: 'shared' });

test('systems are compared: differences from a baseline, by every test', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25', 'embedding', 'ensemble');
  await app.evaluate();
  const differences = page.getByTestId('differences');
  await expect(differences.getByTestId('differences-table').locator('tbody tr')).toHaveCount(2);
  await differences.getByLabel('Baseline').selectOption('ensemble');
  const bm25 = differences.locator('tr[data-system="bm25"]');
  await expect(bm25.locator('[data-column="difference"]')).toHaveText(/^[+−]/);
  await expect(bm25.locator('[data-column="tukey"]')).toHaveCount(0);
  await differences.getByLabel('All tests').check();
  await expect(bm25.locator('[data-column="tukey"]')).toHaveText(/\d/);

  // What is shown is what is exported.
  const { comparisons } = await exported(page);
  const measure = await differences.getByLabel('Measure').inputValue();
  const pair = comparisons!.find((each) => each.measure === measure && each.a === 'bm25' && each.b === 'ensemble')!;
  expect(pair.p.randomisation).toBeGreaterThan(0);
  await expect(bm25.locator('[data-column="outcome"]')).toHaveText(`${pair.wins} · ${pair.ties} · ${pair.losses}`);
  expect(pair.wins + pair.ties + pair.losses).toBe(156);
  expect(app.errors).toEqual([]);
});

test(
  'bars are as high as the values are, and charts are read and used by keyboard',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    await app.open();
    await app.choose('bm25', 'embedding');
    await app.evaluate();
    const { systems } = await exported(page);
    const bars = page.getByTestId('chart-mrr-plot');
    await expect(bars.getByRole('option')).toHaveCount(6);
    const values = [1, 2, 3, 4, 5, 10].flatMap((k) => systems.map(({ measures }) => measures[`MRR@${k}`]!));
    const heights = await bars
      .locator('[role=option] rect[fill]')
      .evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('height'))));
    expect(heights).toHaveLength(values.length);
    const [value, height] = [Math.max(...values), Math.max(...heights)];
    heights.forEach((each, i) => expect(each / height).toBeCloseTo(values[i]! / value));

    // What is pointed at is what a screen reader has, and what the box says.
    await bars.focus();
    await page.keyboard.press('ArrowRight');
    const active = page.locator(`[id="${await bars.getAttribute('aria-activedescendant')}"]`);
    const text = values.slice(2, 4).map((each) => each.toFixed(4).replace(/^0/, ''));
    await expect(active).toHaveAttribute('aria-label', `k = 2: bm25 ${text[0]}, embedding ${text[1]}`);
    await expect(bars.locator('foreignObject')).toContainText(text[1]!);
    await page.getByRole('group', { name: 'Systems shown in the charts' }).getByText('bm25').click();
    await expect(bars.locator('[role=option] rect[fill]')).toHaveCount(6);
    expect(app.errors).toEqual([]);
  },
);

test('tables, values of every question, runs and judgments are saved', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  expect(await download(page, 'export-latex')).toMatch(/\\toprule\n\\# & System & .*nDCG@5.*\n\\midrule\na & bm25 & /);
  expect(await download(page, 'export-markdown')).toMatch(/^\| {2}\| System \|.*\n\| --- .*\n\| a \| bm25 \|/);
  const questions = (await download(page, 'export-questions-csv')).trimEnd().split('\r\n');
  expect(questions).toHaveLength(1 + 2 * 156);
  expect(questions[0]).toContain('question,system,HitRate@1');
  expect((await download(page, 'export-qrels')).split('\n')[0]).toMatch(/^\S+ 0 \S+ \d+$/);

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('export-runs').click()]);
  const zip = new ZipReader(new BlobReader(new Blob([readFileSync(await file.path())])));
  expect((await zip.getEntries()).map(({ filename }) => filename)).toEqual(['bm25.run', 'embedding.run']);
  expect(app.errors).toEqual([]);
});
