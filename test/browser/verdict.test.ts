import { expect, test } from './app';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('the verdict on the sample says what to use, why, and what could reverse it', async ({ app }) => {
  const { page } = app;
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
  await expect(verdict.getByRole('img')).toHaveAccessibleName(
    'Gain of Hybrid (weighted sum) over BM25: +.082 nDCG@10, 95 % interval +.054 to +.116',
  );
  await expect(verdict.getByTestId('verdict-questions')).toHaveAttribute('data-state', 'amber');
  await expect(verdict.getByTestId('verdict-saturation')).toContainText('Systems differ on 101 of them');
  await expect(verdict.getByTestId('verdict-judgments')).toContainText(
    '84 % of its first ten unjudged: Embedding could still catch up',
  );

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
