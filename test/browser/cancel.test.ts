import { createApp, expect, exported, test } from './app';

const STAGES = [
  'lexical-index',
  'lexical-search',
  'passage-vectors',
  'question-vectors',
  'dense-search',
  'fuse',
  'rerank',
  'score',
];

test('cancelling in each stage leaves the app usable and the cache sound', async ({ app, browser }) => {
  const { page } = app;
  await app.open();
  for (const stage of STAGES) {
    // A press at the first paint of the stage: a person is slower, and these stages last milliseconds on the sample.
    await page.evaluate((id) => {
      const observer = new MutationObserver(() => {
        const running = document.querySelector(`[data-testid="stage-${id}"][data-state="running"]`);
        const button = document.querySelector<HTMLElement>('[data-testid="cancel-button"]');
        if (!running || !button) return;
        observer.disconnect();
        button.click();
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    }, stage);
    await page.getByTestId('evaluate-button').click();
    await expect(page.getByTestId('evaluate-button')).toBeEnabled({ timeout: 60_000 });
    await expect(page.getByTestId('progress')).toBeHidden();
  }
  await app.evaluate();
  const interrupted = await exported(page);
  expect(app.errors).toEqual([]);

  const fresh = await browser.newPage();
  const other = createApp(fresh, app.url);
  await other.open();
  await other.evaluate();
  const whole = await exported(fresh);
  await fresh.close();
  expect(interrupted.systems.map(({ measures }) => measures)).toEqual(whole.systems.map(({ measures }) => measures));
});

test('cancelling frees the workers, and the reranker goes on from the pairs that were scored', async ({ app }) => {
  const { page } = app;
  await app.open();
  await page.getByTestId('evaluate-button').click();
  const rerank = page.getByTestId('stage-rerank');
  await expect(rerank).toHaveAttribute('data-state', 'running', { timeout: 60_000 });
  await expect
    .poll(async () => Number(await rerank.getByRole('progressbar').getAttribute('aria-valuenow')), {
      timeout: 60_000,
      intervals: [20],
    })
    .toBeGreaterThan(100);
  await page.getByTestId('cancel-button').click();
  await expect(page.getByTestId('evaluate-button')).toBeEnabled();
  await expect.poll(() => page.workers().length).toBe(0);
  await app.evaluate();
  const counts = await app.counts();
  expect(counts['rerank']!.reused).toBeGreaterThan(100);
  expect(counts['passage-vectors']!.computed).toBe(0);
});
