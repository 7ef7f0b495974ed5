import { download, expect, test } from './app';
import { violations } from './axe';

test.use({ profile: 'shared' });

test('systems are asked the same questions in other forms, and what each loses is shown', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  await app.show('Findings');
  const part = page.getByTestId('robustness');
  await part.getByText('Robustness', { exact: true }).click();
  await page.getByTestId('measure-robustness').click();
  await expect(page.getByTestId('robustness-title')).toHaveText(/loses most from|No test shows a loss/);
  const heat = page.getByTestId('robustness-heat');
  await expect(heat.locator('tbody tr')).toHaveCount(2);
  await expect(heat.locator('thead')).toContainText('Typing errors');
  // English words alone can be mistyped: of the Chinese and Japanese questions none is counted there.
  await expect(heat.locator('thead')).toContainText(/Typing errors \d+ of 156 questions/);
  // Those in Chinese have homophones that the dictionary of pinyin finds, which is loaded in the worker.
  await expect(heat.locator('thead')).toContainText(/Pinyin \d+ of 156 questions/);
  await expect(heat.locator('tr[data-system="bm25"] td[data-kind="pinyin"]')).toHaveText(/^\s*−\.\d{3}/);
  await expect(heat.locator('tr[data-system="bm25"] td[data-kind="case"]')).toContainText(/[+−]?\.?\d/);
  const typing = heat.locator('tr[data-system="bm25"] td[data-kind="typing"]');
  await expect(typing).toHaveText(/^\s*−\.\d{3}/);

  // It is still there after another screen.
  await app.show('Runs');
  await app.show('Findings');
  await part.getByText('Robustness', { exact: true }).click();
  await expect(heat).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await violations(page, null), `${width} wide`).toEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  const lines = (await download(page, 'save-robustness')).trim().split('\n');
  const first = JSON.parse(lines[0]!) as { _id: string; text: string; metadata: { kind: string; of: string } };
  expect(first._id).toBe(`${first.metadata.of}-typing`);
  expect(app.errors).toEqual([]);
});
