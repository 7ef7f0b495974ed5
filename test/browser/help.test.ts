import { expect, test } from './app';
import { violations } from './axe';

test('a term is explained by keyboard, and leads to the glossary and back', async ({ app }) => {
  const { page } = app;
  await page.goto(app.url);
  await page.getByTestId('see-sample').click();
  await page.getByRole('link', { name: 'Data' }).click();
  const term = page.getByTestId('card-judgments').getByTestId('term-judgment');
  await term.focus();
  await page.keyboard.press('Enter');
  await expect(term).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('note')).toContainText('A person’s grade of how relevant a passage is');
  expect(await violations(page, null)).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('note')).toBeHidden();
  await expect(term).toBeFocused();

  await page.keyboard.press('Enter');
  await page.getByRole('note').getByRole('button', { name: 'Grade' }).click();
  const entry = page.getByTestId('glossary').getByTestId('entry-grade');
  await expect(entry).toBeFocused();
  await expect(entry).toBeInViewport();
  await entry.getByRole('button', { name: 'Unjudged passage' }).click();
  await expect(page.getByTestId('entry-unjudged-passage')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('glossary')).toBeHidden();
  await expect(term).toBeFocused();
});

test('the glossary is searched by keyboard, on a phone too', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(app.url);
  await page.getByTestId('glossary-button').focus();
  await page.keyboard.press('Enter');
  const glossary = page.getByTestId('glossary');
  await expect(glossary.getByRole('searchbox')).toBeFocused();
  await expect(glossary.getByRole('status')).toHaveText(/^\d{3} terms$/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page, null), colorScheme).toEqual([]);
  }
  await page.keyboard.type('cross-encoder');
  await page.keyboard.press('Enter');
  await expect(glossary.getByRole('article').first()).toHaveAccessibleName('Reranker');
  expect(await glossary.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await glossary.getByRole('searchbox').fill('zzz');
  await expect(glossary.getByRole('status')).toContainText('No term matches “zzz”.');
  // The first empties the search.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(glossary).toBeHidden();
  await expect(page.getByTestId('glossary-button')).toBeFocused();
});

test('About says which version it is, and leads to the licences', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await page.goto(app.url);
  await page.getByTestId('about-button').click();
  await expect(page.getByTestId('about')).toContainText(/Version\s*\d+\.\d+\.\d+/);
  expect(await violations(page, null)).toEqual([]);
  await page.getByTestId('about').getByRole('button', { name: 'Third-party licences' }).click();
  await expect(page.getByTestId('about')).toBeHidden();
  await expect(page.getByTestId('notices-dialog')).toBeVisible();
  expect(app.errors).toEqual([]);
});
