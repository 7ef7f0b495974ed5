import { expect, test } from './app';

test.use({ profile: 'shared' });

test('the Questions screen says why passages are missed, grades in place, and keeps tags and the address', async ({
  app,
}) => {
  const { page } = app;
  const pane = page.getByTestId('question-pane');
  const rows = page.getByTestId('question-rows').getByRole('listitem');
  await app.open();
  await app.choose('bm25', 'embedding', 'ensemble');
  await app.evaluate();
  await app.show('Questions');
  await page.getByLabel('System', { exact: true }).selectOption('ensemble');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hybrid .* misses \d+ of 156$/);

  await test.step('causes filter the list, and their losses are those of recall', async () => {
    const cause = page.getByRole('button', { name: /^No shared words \d+$/ });
    const [, number] = /(\d+)$/.exec((await cause.textContent())!.trim())!;
    await cause.click();
    await expect(page).toHaveURL(/filter=cause%3Dno-shared-words/);
    await expect(rows.first()).toHaveAttribute('aria-setsize', number!);
    await expect(pane.locator('[data-testid="cause"][data-cause="no-shared-words"]').first()).toContainText(
      'Question and passage have no content word in common.',
    );
    await expect(pane.getByTestId('rank-line').first()).toBeVisible();
  });

  await test.step('the words that matched are marked, without a model', async () => {
    await expect(pane.locator('mark').first()).toBeVisible();
    await expect(pane.getByTestId('found-passages').getByRole('img').first()).toHaveAccessibleName(
      /^Share of the score: BM25 \d+ %/,
    );
  });

  await test.step('keys go from question to question, and grade', async () => {
    const before = await pane.getByRole('heading', { level: 2 }).textContent();
    await page.keyboard.press('j');
    await expect(pane.getByRole('heading', { level: 2 })).not.toHaveText(before!);
    const passage = pane.getByTestId('found-passages').locator('li').first();
    await page.keyboard.press('3');
    await expect(passage).toHaveAttribute('data-grade', '3');
    await passage.getByRole('button', { name: 'Grade 3: answers it' }).click();
    await expect(passage).not.toHaveAttribute('data-grade', '3');
  });

  await test.step('a tag, a note and the address are there after a reload', async () => {
    await pane.getByLabel('Note on the question').fill('Ask the curator.');
    await page.keyboard.press('Tab');
    // Written after the note, and shown once it is stored: then both are.
    await pane.getByLabel('Add a tag').fill('odd');
    await page.keyboard.press('Enter');
    await expect(pane.getByRole('button', { name: /^odd/ })).toBeVisible();
    const question = await pane.getByRole('heading', { level: 2 }).textContent();
    await page.reload();
    await expect(pane.getByRole('heading', { level: 2 })).toHaveText(question!);
    await expect(pane.getByRole('button', { name: /^odd/ })).toBeVisible();
    await expect(pane.getByLabel('Note on the question')).toHaveValue('Ask the curator.');
    await expect(pane.getByTestId('cause').first()).toBeVisible();
  });

  await test.step('on a phone, list and question are two pages', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(rows.first()).toBeHidden();
    await pane.getByRole('link', { name: 'All questions' }).click();
    await expect(rows.first()).toBeVisible();
    await expect(pane).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  expect(app.errors).toEqual([]);
});
