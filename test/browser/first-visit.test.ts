import { download, expect, exported, KS, SYSTEMS, test } from './app';

test('a first visit evaluates the bundled sample at one press, is cancelled and goes on, and asks no other origin for anything', async ({
  app,
}) => {
  await app.open();
  await test.step('cancelling frees the workers', async () => {
    await app.page.getByTestId('evaluate-button').click();
    const rerank = app.page.getByTestId('stage-rerank');
    await expect(rerank).toHaveAttribute('data-state', 'running');
    await expect
      .poll(async () => Number(await rerank.getByRole('progressbar').getAttribute('aria-valuenow')), {
        intervals: [20],
      })
      .toBeGreaterThan(100);
    await app.page.getByTestId('cancel-button').click();
    await expect(app.page.getByTestId('evaluate-button')).toBeEnabled();
    await expect.poll(() => app.page.workers().length).toBe(0);
  });
  const whole = app.evaluate();
  await app.statistics();
  // What needs no reranking is there first, and says that it is not all.
  await expect(app.page.getByTestId('partial')).toContainText('4 of 6 systems');
  await expect(app.page.getByTestId('results-table')).toContainText('ensemble-rrf');
  await expect(app.page.getByTestId('export-json')).toBeHidden();
  await whole;
  await expect(app.page.getByTestId('partial')).toBeHidden();
  const counts = await app.counts();
  expect(counts['rerank']!.reused).toBeGreaterThan(100);
  expect(counts['passage-vectors']!.computed).toBe(0);
  const result = await exported(app.page);
  expect(result.systems.map(({ id }) => id)).toEqual(SYSTEMS);
  const hitAt1 = Object.fromEntries(result.systems.map(({ id, measures }) => [id, measures['HitRate@1']!]));
  // Hard enough that the systems differ.
  expect(new Set(Object.values(hitAt1)).size).toBeGreaterThanOrEqual(5);
  expect(hitAt1['ensemble-rerank']).toBeGreaterThan(hitAt1['embedding']!);
  const origin = new URL(app.url).origin;
  expect(app.requests.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url))).toEqual([]);
  expect(app.errors).toEqual([]);

  await test.step('the exports hold every system at every k', async () => {
    const csv = (await download(app.page, 'export-csv')).trim().split(/\r?\n/);
    expect(csv).toHaveLength(1 + SYSTEMS.length * KS.length);
    expect(csv[0]).toMatch(/^system,k,/);
    const article = (await download(app.page, 'export-article-csv')).trim().split(/\r?\n/);
    expect(article[0]).toBe('retrievers,hit_rate,mrr,cost_time');
    expect(article[1]).toMatch(/^bm25_top_1_eval,/);
    const [first] = result.systems;
    const values = Object.values(first!.perQuery['HitRate@1']!);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(first!.measures['HitRate@1']).toBeCloseTo(mean, 12);
  });
});
