import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app';

/** Bytes, gzipped. */
const MOST = 150_000;

/** Files that a script of the page imports, at once or later. What a worker runs is named otherwise. */
const importsOf = (script: string): string[] =>
  [...script.matchAll(/(?:from|import\(?)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, name]) => name!);

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

test.describe('the sample’s verdict', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'], colorScheme: 'dark' });

  test('comes with few scripts, says what to use, why, and what could reverse it; charts are saved, and figures copied', async ({
    app,
    context,
  }) => {
    const { page } = app;
    // Noted as soon as it is in the page: what is fetched after that is not before the verdict.
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('section[aria-label="Verdict"], [role="region"][aria-label="Verdict"]')) return;
        performance.mark('verdict');
        observer.disconnect();
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    await page.goto(app.url);
    await page.getByTestId('see-sample').click();
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await expect(verdict.getByRole('heading', { level: 1 })).toHaveText(
      'Four hybrids tie for best. Use Hybrid (weighted sum).',
    );
    await expect(verdict).toContainText('It beats BM25 by .082 nDCG@10.');
    await expect(verdict).toContainText(/Reranking takes over \d+ times as long/);
    await expect(verdict.getByTestId('verdict-gain')).toHaveText('+.082');
    await expect(verdict.getByTestId('verdict-latency')).toHaveText(/^[\d.]+ ms$/);
    await expect(verdict).toContainText('+.054 to +.116');
    await expect(verdict.getByTestId('verdict-questions')).toHaveAttribute('data-state', 'amber');
    await expect(verdict.getByTestId('verdict-saturation')).toContainText('Systems differ on 101 of them');
    await expect(verdict.getByTestId('verdict-judgments')).toContainText(
      '84 % of its first ten unjudged: Embedding could still catch up',
    );

    await test.step('the page’s own script before it is at most 150 kB gzipped', async () => {
      const fetched = await page.evaluate(() => {
        const [{ startTime: seen }] = performance.getEntriesByName('verdict') as [PerformanceEntry];
        return performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= seen)
          .map(({ name }) => name);
      });

      // Of what was fetched, all that the page can have fetched itself: the rest is of workers.
      const read = async (address: string): Promise<string> => (await page.request.get(address)).text();
      const sizes = new Map<string, number>();
      const entry = /src="\.\/(assets\/[\w.-]+\.js)"/.exec(await read(app.url))![1]!;
      const waiting = [new URL(entry, app.url).href];
      for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
        if (sizes.has(address) || !fetched.includes(address)) continue;
        const script = await read(address);
        sizes.set(address, gzipSync(script, { level: 9 }).length);
        for (const name of importsOf(script)) waiting.push(new URL(name, address).href);
      }
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      console.log(`${(total / 1000).toFixed(1)} kB gzipped in ${sizes.size} files before the verdict`);
      expect(sizes.size).toBeGreaterThan(2);
      // Without the app itself the sum would be of the wrong files.
      expect(total).toBeGreaterThan(50_000);
      expect(total).toBeLessThanOrEqual(MOST);
    });

    await test.step('a row that comes under a resting pointer dims no other; one that is pointed at does', async () => {
      const rows = page.getByTestId('ranked').locator('tr[data-system]');
      await page.mouse.move(700, 450);
      // What is loaded below and above moves the row until it is there.
      const bringUnder = async (): Promise<void> => {
        await rows.first().evaluate((row) => row.scrollIntoView({ block: 'center' }));
        const { x, y, height } = (await rows.first().boundingBox())!;
        expect(x).toBeLessThan(700);
        await page.evaluate((by) => window.scrollBy(0, by), y + height / 2 - 450);
        expect(await rows.first().evaluate((row) => row.matches(':hover'))).toBe(true);
      };
      for (let pass = 0; pass < 2; pass++) {
        await expect(bringUnder).toPass();
        await expect(page.locator('.dim')).toHaveCount(0);
      }
      let to = 700;
      await expect(async () => {
        await bringUnder();
        await page.mouse.move((to = 1401 - to), 450);
        expect(await page.locator('tr.dim').count()).toBeGreaterThan(0);
      }).toPass();
      await page.mouse.move(1, 1);
    });

    await test.step('a badge explains itself by keyboard', async () => {
      await verdict.getByTestId('verdict-judgments').getByRole('button').press('Enter');
      await expect(verdict.getByRole('note')).toContainText('On judged passages alone, its gain over BM25 is +.0');
      await page.keyboard.press('Escape');
    });

    await test.step('it is copied as text', async () => {
      await verdict.getByTestId('verdict-copy').click();
      await expect(verdict.getByRole('status')).toHaveText('Copied');
      const text = await page.evaluate(() => navigator.clipboard.readText());
      expect(text).toContain('Four hybrids tie for best. Use Hybrid (weighted sum).');
      expect(text).toContain('paired randomisation test, Holm-corrected for 5 comparisons');
    });

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
    await test.step('so are the ranking and the slices', async () => {
      await page.getByRole('button', { name: 'Copy Markdown of the ranking' }).click();
      await expect(page.getByTestId('copy-ranking').getByRole('status')).toHaveText('Copied as Markdown');
      expect(await clipboard()).toMatch(
        /^\| Rank \| System \| Id \|[^]*\| = 1 \| Hybrid \(weighted sum\) \| ensemble \| \.785 \|/,
      );
      await page.getByRole('button', { name: 'Copy TSV of the slices' }).click();
      await expect(page.getByTestId('copy-slices').getByRole('status')).toHaveText('Copied as TSV');
      expect(await clipboard()).toMatch(
        /^Divided by\tSlice\tQuestions\tHybrid \(weighted sum\)\t[^]*\nLanguage\tEnglish\t52\t0\.7/,
      );
    });

    await test.step('a slice filters the ranking, what stands out and the questions, until it is removed', async () => {
      const chip = page.getByTestId('slice-chip');
      const ranked = page.getByTestId('ranked');
      const insights = page.getByTestId('insights');
      const row = (system: string) => ranked.locator(`tr[data-system="${system}"]`);
      const figures = (system: string) => row(system).locator('[data-column="nDCG@10"]');
      await expect(ranked).toContainText('over 156 questions');
      const everything = await figures('bm25').textContent();

      // A cell has the colour that the legend gives to its certainty.
      const few = page.getByRole('button', { name: /^−\.\d\d: BM25, Few, 63 questions:/ });
      const colour = (at: Locator) => at.evaluate((each) => getComputedStyle(each).backgroundColor);
      expect(await colour(few)).toBe(await colour(page.locator('i.worse-sure').first()));
      expect(await colour(few)).not.toBe(await colour(figures('bm25')));

      const cell = page.getByRole('button', { name: /^−\.\d\d: BM25, Chinese, 52 questions:/ });
      const [, mean, gap] = /nDCG@10 (\.\d+), (.\.\d+) against/.exec((await cell.getAttribute('aria-label'))!)!;
      await cell.click();
      await expect(chip).toHaveText(/^Slice: Language = Chinese, 52 questions/);
      await expect(page).toHaveURL(/slice=language%3Azh/);
      await expect(cell).toHaveAttribute('aria-pressed', 'true');

      await test.step('the table has the figures of the slice alone, and its own ranks and intervals', async () => {
        await expect(ranked).toContainText('over 52 questions');
        // The same mean and difference as in the map, which is computed on its own.
        await expect(figures('bm25')).toHaveText(mean!);
        expect(mean).not.toBe(everything);
        await expect(row('bm25').locator('.seen-narrow')).toContainText(`${gap}`);
        await expect(row('bm25').locator('.seen-narrow')).toContainText(/[+−]\.\d+ to [+−]\.\d+/);
        await expect(row('bm25')).toHaveAttribute('data-rank', /^=?\d$/);
        await expect(page.getByTestId('slice-note')).toContainText('not for having chosen this slice');
        await expect(insights.getByRole('heading', { level: 2 })).toHaveText('What stands out in this slice');
        await expect(insights.getByRole('heading', { name: /missed by all 6 systems/ })).toBeVisible();
      });

      await test.step('the questions are those of the slice, by the link, a system and the rail', async () => {
        await page.getByRole('button', { name: 'Open these questions' }).click();
        const rows = page.getByTestId('question-rows').getByRole('listitem');
        await expect(rows.first()).toHaveAttribute('aria-setsize', '52');
        await page.goBack();
        await expect(chip).toBeVisible();
        await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Questions' }).click();
        await expect(page).toHaveURL(/questions\?slice=language%3Azh/);
        await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Findings' }).click();
        await expect(chip).toBeVisible();
        await row('bm25').getByRole('button', { name: 'BM25' }).click();
        await expect(page).toHaveURL(/questions\?slice=language%3Azh&systems=bm25/);
        await page.goBack();
      });

      await test.step('Escape and a click remove it', async () => {
        await expect(chip).toBeVisible();
        await chip.press('Escape');
        await expect(chip).toHaveCount(0);
        await cell.click();
        await chip.click();
        await expect(chip).toHaveCount(0);
        await expect(ranked).toContainText('over 156 questions');
        await expect(figures('bm25')).toHaveText(everything!);
        expect(page.url()).not.toContain('slice');
      });
    });

    await test.step('a wider margin makes equality of what was a tie, and is kept for the collection', async () => {
      const margin = verdict.getByTestId('verdict-margin');
      await expect(margin).toHaveValue('.02');
      await margin.fill('a lot');
      await margin.press('Enter');
      await expect(verdict).toContainText('A number from 0 to 1');
      await margin.fill('.1');
      await margin.press('Enter');
      await expect(verdict).toHaveAttribute('data-kind', 'equivalent');
      await expect(verdict.getByRole('heading')).toHaveText(/are equally good within \.1\. Use/);
      await expect(verdict.getByTestId('verdict-questions')).toHaveAttribute('data-state', 'ok');
      await page.reload();
      await expect(verdict).toHaveAttribute('data-kind', 'equivalent');
      await expect(margin).toHaveValue('.1');
    });
    expect(app.errors).toEqual([]);
  });
});
