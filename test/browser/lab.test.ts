import { expect, exported, test } from './app';

test.use({ profile: 'shared' });

test('sliders move every number, a map and a search say how good it can be, held out', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25', 'embedding', 'ensemble');
  await app.evaluate();
  const { systems } = await exported(page);
  const ensemble = systems.find(({ id }) => id === 'ensemble')!;

  await app.show('Fusion lab');
  const mean = (measure: string) => page.locator(`tr[data-measure="${measure}"] [data-column="mean"]`);
  const written = (value: number): string => value.toFixed(4).replace(/^0/, '');

  // At even weights it is the system that Hitrate itself calls so: the same numbers, to the last digit shown.
  for (const measure of ['nDCG@5', 'MRR@5', 'MAP'])
    await expect(mean(measure)).toHaveText(written(ensemble.measures[measure]!));
  await page.getByLabel('Baseline').selectOption('ensemble');
  const row = page.locator('tr[data-measure="nDCG@5"]');
  await expect(row.locator('[data-column="outcome"]')).toHaveText('0 · 156 · 0');

  const slider = page.getByTestId('lab-weight-0');
  await slider.focus();
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '.80 / .20');
  await expect(mean('nDCG@5')).not.toHaveText(written(ensemble.measures['nDCG@5']!));
  await expect(row.locator('[data-column="outcome"]')).not.toHaveText('0 · 156 · 0');

  // The map comes once the hand rests. Its intervals are simultaneous, and what choosing is worth is held out.
  const map = page.getByTestId('lab-map-chart');
  await expect(map.getByRole('option')).toHaveCount(101);
  const answer = page.getByTestId('lab-answer');
  await expect(answer).toContainText(/Weights \.80 \/ \.20 give \.\d{3} nDCG@10/);
  await expect(answer).toContainText('simultaneous over 101 settings');
  await expect(page.getByTestId('lab-answer-held-out')).toContainText('held out');
  // The map has at its places what the sliders give there.
  await map.focus();
  await page.keyboard.press('Enter');
  await expect(slider).toHaveAttribute('aria-valuetext', '1.00 / .00');
  const told = (await map.getByRole('option', { selected: true }).getAttribute('aria-label'))!;
  await expect(answer.getByTestId('lab-value')).toHaveText(/^1\.00 \/ \.00: (\.\d{3}),/.exec(told)![1]!);
  await page.getByTestId('lab-best').click();
  await expect(page.getByTestId('lab-best')).toHaveCount(0);

  await page.getByTestId('lab-tune-button').click();
  const heldOut = page.getByTestId('lab-held-out');
  await expect(heldOut).toBeVisible();
  const [held, optimistic] = await Promise.all(
    [heldOut, page.getByTestId('lab-optimistic')].map(async (each) => Number(await each.getAttribute('data-mean'))),
  );
  expect(optimistic).toBeGreaterThanOrEqual(held!);
  await expect(page.getByTestId('lab-optimistic')).toContainText('on the same questions');
  await page.getByTestId('lab-put').click();
  await expect(mean('nDCG@10')).toHaveText(written(optimistic!));

  expect(app.errors).toEqual([]);
});
