import { expect, exported, test } from './app';
import { violations } from './axe';

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

test('a search can be cancelled, and the sliders go on', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25', 'embedding');
  await app.evaluate();
  await app.show('Fusion lab');
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

test(
  'three lists are a triangle of weights: its points are the positions of the sliders',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    await app.open();
    await app.choose('bm25', 'embedding', 'ensemble-rrf');
    await app.evaluate();
    await app.show('Fusion lab');
    await page.getByText('systems that are more than one retriever').click();
    await page.getByTestId('lab-lists').getByText('ensemble-rrf', { exact: true }).click();
    const map = page.getByTestId('lab-map-chart');
    await expect(map.getByRole('option')).toHaveCount(231);
    await expect(page.getByTestId('lab-answer')).toContainText('These weights are equal');
    await page.getByTestId('lab-weight-0').focus();
    await page.keyboard.press('ArrowRight');
    // Of the rest each list has the same share, in steps of .05.
    await expect(page.getByTestId('lab-answer')).toContainText('Weights .40 / .30 / .30 give');
    await expect(page.getByTestId('lab-answer')).toContainText('simultaneous over 231 settings');
    await expect(map.getByRole('option', { selected: true })).toHaveAccessibleName(/^\.40 \/ \.30 \/ \.30: \./);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await violations(page, null), `${width} ${colorScheme}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    }
    expect(app.errors).toEqual([]);
  },
);

test('the lab says what it lacks', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.show('Fusion lab');
  await expect(page.getByTestId('lab-empty')).toContainText('No run yet');
  await app.show('New run');
  await app.choose('bm25');
  await app.evaluate();
  await app.show('Fusion lab');
  await expect(page.getByTestId('lab-empty')).toContainText('one system');
});
