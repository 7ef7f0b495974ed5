import { expect, exported, test } from './app';

test.use({ profile: 'shared' });

test('sliders move every number, a map and a search say how good it can be, held out', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25', 'embedding', 'ensemble');
  await app.evaluate();
  const { systems } = await exported(page);
  const ensemble = systems.find(({ id }) => id === 'ensemble')!;

  await page.getByRole('tab', { name: 'Fusion lab' }).click();
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
  await expect(row.locator('[data-column="interval"]')).toHaveText(/^\[.*\]$/);

  await page.getByTestId('lab-map-button').click();
  const map = page.getByTestId('lab-map-chart');
  await expect(map.getByRole('option')).toHaveCount(21 * 11);
  // The map has at its places what the sliders give there.
  await map.focus();
  await page.keyboard.press('Enter');
  const told = (await page.getByTestId('lab-map-told').locator('strong').textContent())!;
  await expect(mean('nDCG@10')).toHaveText(told);

  await page.getByTestId('lab-tune-button').click();
  const heldOut = page.getByTestId('lab-held-out');
  await expect(heldOut).toBeVisible();
  const [held, optimistic] = await Promise.all(
    [heldOut, page.getByTestId('lab-optimistic')].map(async (each) => Number(await each.getAttribute('data-mean'))),
  );
  expect(optimistic).toBeGreaterThanOrEqual(held!);
  await expect(page.getByTestId('lab-optimistic')).toContainText('Chosen and scored on the same questions');
  await page.getByTestId('lab-put').click();
  await expect(mean('nDCG@10')).toHaveText(written(optimistic!));

  await page.getByTestId('lab-perQuestion-button').click();
  await expect(page.getByTestId('lab-weighed')).toBeVisible();
  expect(app.errors).toEqual([]);
});

test('a search can be cancelled, and the sliders go on', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  await page.getByRole('tab', { name: 'Fusion lab' }).click();
  await expect(page.getByTestId('lab-table')).toBeVisible();
  await page.getByTestId('lab-tune').getByLabel('Method').check();
  await page.getByTestId('lab-tune-button').click();
  await expect(page.getByTestId('lab-tune-button')).toHaveText('Cancel');
  await page.getByTestId('lab-weight-0').fill('0.9');
  await expect(page.getByTestId('lab-weight-0')).toHaveAttribute('aria-valuetext', '.90 / .10');
  await page.getByTestId('lab-tune-button').click();
  await expect(page.getByTestId('lab-tune-button')).toHaveText('Tune');
  await expect(page.getByTestId('lab-tuned')).toHaveCount(0);
  await page.getByLabel('Method').first().selectOption('rrf');
  await expect(page.getByTestId('lab-constant')).toBeVisible();
  expect(app.errors).toEqual([]);
});

test('the lab says what it lacks', async ({ app }) => {
  const { page } = app;
  await app.open();
  await page.getByRole('tab', { name: 'Fusion lab' }).click();
  await expect(page.getByTestId('lab-empty')).toContainText('There is no result yet');
  await page.getByRole('tab', { name: 'Evaluate' }).click();
  await app.choose('bm25');
  await app.evaluate();
  await page.getByRole('tab', { name: 'Fusion lab' }).click();
  await expect(page.getByTestId('lab-empty')).toContainText('one system');
});
