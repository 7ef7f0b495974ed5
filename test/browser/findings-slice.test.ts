import type { Page } from '@playwright/test';
import { expect, test } from './app';

test.use({ profile: 'shared' });

async function toSample(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByTestId('see-sample').click();
  await expect(page.getByTestId('slice-map')).toBeVisible();
  await expect(page.getByTestId('insights')).toBeVisible();
}

test('at 1440 × 900 the verdict and quality against latency are above the fold', { tag: '@full' }, async ({ app }) => {
  const { page, url } = app;
  await page.setViewportSize({ width: 1440, height: 900 });
  await toSample(page, url);
  const chart = page.getByTestId('quality-latency');
  await expect(chart.getByText('Median latency per question', { exact: true })).toBeVisible();
  await expect(chart.getByText('of one question at a time on warm models')).toBeVisible();
  const bottom = (testid: string) =>
    page.getByTestId(testid).evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
  expect(await bottom('verdict')).toBeLessThan(await bottom('quality-latency'));
  expect(await bottom('quality-latency')).toBeLessThanOrEqual(900);
});

test('a slice filters the ranking, what stands out and the questions, until it is removed', async ({ app }) => {
  const { page, url } = app;
  await toSample(page, url);
  const chip = page.getByTestId('slice-chip');
  const ranked = page.getByTestId('ranked');
  const insights = page.getByTestId('insights');
  const row = (system: string) => ranked.locator(`tr[data-system="${system}"]`);
  const figures = (system: string) => row(system).locator('[data-column="nDCG@10"]');
  await expect(ranked).toContainText('over 156 questions');
  const everything = await figures('bm25').textContent();

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
    await expect(row('bm25').locator('.spoken')).toContainText(`${gap}`);
    await expect(row('bm25').locator('.spoken')).toContainText(/[+−]\.\d+ to [+−]\.\d+/);
    await expect(row('bm25')).toHaveAttribute('data-rank', /^=?\d$/);
    await expect(page.getByTestId('slice-note')).toContainText('not for having chosen this slice');
    await expect(insights.getByRole('heading', { level: 2 })).toHaveText('What stands out in this slice');
    await expect(insights.getByRole('heading', { name: /missed by all 6 systems/ })).toBeVisible();
  });

  await test.step('what is above is still of all questions', async () => {
    await expect(page.getByTestId('verdict-gain')).toHaveText('+.082');
    await expect(page.getByTestId('verdict')).toContainText('156 questions');
  });

  await test.step('a reload shows it again', async () => {
    await page.reload();
    await expect(chip).toHaveText(/52 questions/);
    await expect(figures('bm25')).toHaveText(mean!);
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

  await test.step('Escape, Backspace and a click remove it', async () => {
    await expect(chip).toBeVisible();
    await chip.press('Escape');
    await expect(chip).toHaveCount(0);
    for (const remove of [() => chip.press('Backspace'), () => chip.click(), () => cell.click()]) {
      await cell.click();
      await expect(chip).toBeVisible();
      await remove();
      await expect(chip).toHaveCount(0);
      await expect(ranked).toContainText('over 156 questions');
    }
    await expect(figures('bm25')).toHaveText(everything!);
    expect(page.url()).not.toContain('slice');
  });
  expect(app.errors).toEqual([]);
});

test('own tags are slices: of a few questions without tests, of ten in the map', { tag: '@full' }, async ({ app }) => {
  const { page, url } = app;
  await toSample(page, url);
  const findings = page.url();
  const tag = async (text: string, many: number) => {
    await page.goto(findings.replace('/findings', '/questions?filter=all'));
    const rows = page.getByTestId('question-rows').getByRole('listitem');
    const pane = page.getByTestId('question-pane');
    await expect(rows.first()).toBeVisible();
    for (let i = 0; i < many; i++) {
      await rows.nth(i).getByRole('link').click();
      await pane.getByLabel('Add a tag').fill(text);
      await page.keyboard.press('Enter');
      await expect(pane.getByRole('button', { name: new RegExp(`^${text}`) })).toBeVisible();
    }
  };
  await tag('odd', 3);
  await page.goto(`${findings}?slice=tag%3Aodd`);
  await expect(page.getByTestId('slice-chip')).toHaveText(/^Slice: Tag = odd, 3 questions/);
  await expect(page.getByTestId('slice-note')).toContainText('Too few questions to compare systems');
  await expect(page.getByTestId('ranked-table').getByRole('columnheader', { name: /95 %/ })).toHaveCount(0);
  await expect(page.getByTestId('ranked-table').locator('tr[data-system="bm25"]')).toHaveAttribute('data-rank', '');
  await expect(page.getByTestId('ranked-table').locator('tr[data-system="bm25"] [data-column="nDCG@10"]')).toHaveText(
    /^[\d.]+$/,
  );
  await expect(page.getByTestId('slice-map').getByRole('rowheader', { name: 'odd', exact: true })).toHaveCount(0);

  await tag('odd', 10);
  await page.goto(findings);
  await page.getByRole('button', { name: /: BM25, odd, 10 questions:/ }).click();
  await expect(page.getByTestId('slice-chip')).toHaveText(/^Slice: Tag = odd, 10 questions/);
  await expect(page.getByTestId('slice-note')).toContainText('Exploratory');
});
