import { expect, test } from './app';

test.use({ profile: 'shared' });

const FOLDER = 'test/fixtures/documents/mixed';

test(
  'generated questions are a mix whose parts are set, each with its difficulty, and the set says what it can show',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    await app.open();
    await app.giveFolder(FOLDER);
    await app.keepDocuments('Museum');
    await app.show('Question editor');
    await page.getByTestId('questions-generate').click();
    const panel = page.getByTestId('question-source');
    const mix = page.getByTestId('question-mix');
    const badges = page.getByTestId('review-item').locator('.badge').first();

    await test.step('four ways are chosen at first, with their parts', async () => {
      await expect(mix.getByRole('checkbox', { checked: true })).toHaveCount(4);
      await expect(mix.getByRole('slider', { name: 'Part of in other words' })).toHaveValue('50');
      await expect(mix.locator('output').first()).toHaveText(/^10\s%$/);
    });

    await test.step('a part of none leaves its way out', async () => {
      for (const way of ['keyword queries', 'in other words', 'for several passages'])
        await mix.getByRole('slider', { name: `Part of ${way}` }).fill('0');
      await expect(mix.locator('output').nth(1)).toHaveText(/^100\s%$/);
      await panel.getByLabel('Questions at most').fill('10');
      await panel.getByRole('button', { name: 'Generate questions' }).click();
      await expect(badges).toHaveText('Natural questions');
      await expect(page.getByTestId('review-item').filter({ hasText: 'Keyword queries' })).toHaveCount(0);
    });

    await test.step('each question has its difficulty, and the set what it can show', async () => {
      await expect(page.getByTestId('difficulty').first()).toHaveText(/^(easy|medium|hard): /);
      const outlook = page.getByTestId('set-outlook');
      await expect(outlook).toContainText(/With \d+ questions?, differences from about \.\d+ nDCG@10 can be seen/);
      await expect(outlook).toContainText('cannot show a difference of .02: that takes about');
    });

    await test.step('without any part nothing can be made', async () => {
      await mix.getByRole('slider', { name: 'Part of natural questions' }).fill('0');
      await expect(panel.getByRole('button', { name: 'Generate again' })).toBeDisabled();
    });
  },
);
