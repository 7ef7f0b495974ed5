import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Notice } from '../../src/contract/models';
import { DIST } from '../../tools/site.mjs';
import { expect, test } from './app';
import { violations } from './axe';

test.use({ serviceWorkers: 'allow' });

test('a term is explained by keyboard and leads to the glossary; licences are shown, and kept for use offline', async ({
  app,
}) => {
  const { page } = app;
  await page.goto(app.url);
  await page.getByTestId('see-sample').click();
  await page.getByRole('link', { name: 'Data' }).click();
  const term = page.getByTestId('card-judgments').getByTestId('term-judgment');

  await test.step('a term, and the glossary', async () => {
    await term.focus();
    await page.keyboard.press('Enter');
    await expect(term).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('note')).toContainText('A person’s grade of how relevant a passage is');
    expect(await violations(page, null)).toEqual([]);
    await page.getByRole('note').getByRole('button', { name: 'Grade' }).click();
    const glossary = page.getByTestId('glossary');
    await expect(glossary.getByTestId('entry-grade')).toBeFocused();
    await expect(glossary.getByTestId('entry-grade')).toBeInViewport();
    await glossary.getByRole('searchbox').fill('cross-encoder');
    await expect(glossary.getByRole('article').first()).toHaveAccessibleName('Reranker');
    expect(await violations(page, null)).toEqual([]);
    // The first empties the search.
    for (let i = 0; i < 2; i++) await page.keyboard.press('Escape');
    await expect(glossary).toBeHidden();
    await expect(term).toBeFocused();
  });

  const notices = JSON.parse(readFileSync(join(DIST, 'licences/notices.json'), 'utf8')) as Notice[];

  await test.step('licences are shown, and kept for use offline', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.getByTestId('about-button').click();
    await expect(page.getByTestId('about')).toContainText(/Version\s*\d+\.\d+\.\d+/);
    await page.getByTestId('about').getByRole('button', { name: 'Third-party licences' }).click();
    const dialog = page.getByTestId('notices-dialog');
    await expect(dialog.getByRole('listitem')).toHaveCount(notices.length);
    const item = dialog.getByRole('listitem').filter({ hasText: 'minisearch' });
    await item.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(item.locator('pre')).toContainText('Permission is hereby granted');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    const isKept = () => caches.match('licences/notices.json', { ignoreSearch: true }).then(Boolean);
    expect(await page.evaluate(isKept)).toBe(true);
    expect(app.errors).toEqual([]);
  });
});
