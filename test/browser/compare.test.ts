import { BlobReader, ZipReader } from '@zip.js/zip.js';
import { readFileSync } from 'node:fs';
import { download, expect, exported, test } from './app';
import { addSystems } from './models-dialog';

test.use({ profile: 'shared' });

/** With the least recall of exact search that each must have: the bundled model is not trained for half of its numbers. */
const LEAST = { 'matryoshka-half': 0.4, int8: 0.95, binary: 0.4, 'binary-rescored': 0.85 };
const CHEAPER = Object.keys(LEAST);

test('systems are compared: differences from a baseline, by every test; tables, values, runs and judgments are saved; their fusion is tuned', async ({
  app,
}) => {
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
  const { comparisons, systems } = await exported(page);
  const measure = await differences.getByLabel('Measure').inputValue();
  const pair = comparisons!.find((each) => each.measure === measure && each.a === 'bm25' && each.b === 'ensemble')!;
  expect(pair.p.randomisation).toBeGreaterThan(0);
  await expect(bm25.locator('[data-column="outcome"]')).toHaveText(`${pair.wins} · ${pair.ties} · ${pair.losses}`);
  expect(pair.wins + pair.ties + pair.losses).toBe(156);

  expect(await download(page, 'export-latex')).toMatch(
    /\\toprule\n\\# & System & .*nDCG@5.*\n\\midrule\n\w+ & bm25 & /,
  );
  expect(await download(page, 'export-markdown')).toMatch(/^\| {2}\| System \|.*\n\| --- .*\n\| \w+ \| bm25 \|/);
  const questions = (await download(page, 'export-questions-csv')).trimEnd().split('\r\n');
  expect(questions).toHaveLength(1 + 3 * 156);
  expect(questions[0]).toContain('question,system,HitRate@1');
  expect((await download(page, 'export-qrels')).split('\n')[0]).toMatch(/^\S+ 0 \S+ \d+$/);

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('export-runs').click()]);
  const zip = new ZipReader(new BlobReader(new Blob([readFileSync(await file.path())])));
  expect((await zip.getEntries()).map(({ filename }) => filename)).toEqual([
    'bm25.run',
    'embedding.run',
    'ensemble.run',
  ]);

  // Nothing stands in for exact search here.
  await expect(page.getByTestId('vector-search')).toBeHidden();

  const byK = page.getByTestId('results-table');
  await page.getByLabel('Measure at every k').selectOption('MRR');
  const texts = systems.map(({ measures }) => measures['MRR@2']!.toFixed(3).replace(/^0/, ''));
  await expect(byK.locator('[data-column="MRR@2"]')).toHaveText(texts);

  await test.step('sliders move every number, a map and a search say how good it can be, held out', async () => {
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
  });

  await test.step('searches of vectors that are not exact are told beside exact search, and are in the exports', async () => {
    await app.show('New run');
    await addSystems(page, CHEAPER);
    await app.evaluate();
    const table = page.getByTestId('vector-search');
    await expect(table.locator('tbody tr')).toHaveCount(CHEAPER.length);
    for (const [id, least] of Object.entries(LEAST)) {
      const row = table.locator(`tr[data-system="${id}"]`);
      const recall = Number(await row.getAttribute('data-recall-at-10'));
      expect(recall, id).toBeGreaterThan(least);
      expect(recall, id).toBeLessThanOrEqual(1);
    }
    expect(await app.counts()).toMatchObject({
      'passage-vectors': { computed: 0 },
      'question-vectors': { computed: 0 },
    });
    const { systems: all } = (await exported(page)) as {
      systems: { id: string; vectorSearch?: { recallAt10: number }[] }[];
    };
    expect(all.filter(({ vectorSearch }) => vectorSearch).map(({ id }) => id)).toEqual(CHEAPER);
    expect(await download(page, 'export-csv')).toContain('exact_recall_at_10');
  });
  expect(app.errors).toEqual([]);
});
