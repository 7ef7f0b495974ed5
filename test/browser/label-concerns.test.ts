import { expect, test } from './app';
import { violations } from './axe';

test.use({ profile: 'shared' });

test('two judgments of one text are listed in one place, and repaired there', async ({ app }) => {
  const { page } = app;
  const text = 'The valve of the boiler opens at ten bar, and the pump starts.';
  const collection = {
    queries: { q: 'When does the valve open?' },
    corpus: { a: text, b: text.replace(', ', ',  '), c: 'Other words.' },
    relevant_docs: { q: ['a', 'b'] },
    mode: 'text',
  };
  await app.open();
  await app.give({
    name: 'copies.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(collection)),
  });
  await app.add('Copies');
  await app.show('Data');
  await expect(page.getByTestId('card-judgments')).toContainText('1 to check');
  await page.getByTestId('to-check').click();
  const part = page.getByTestId('label-concerns');
  const row = part.locator('[data-reason="duplicate"]');
  await expect(row).toContainText('When does the valve open?');
  await row.getByRole('button', { name: 'Keep' }).click();
  await expect(part).toContainText('No judgment needs to be checked');
  await part.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await violations(page, null), `${width} wide`).toEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await row.getByRole('button', { name: 'Remove the judgment of b' }).click();
  await expect(part).toContainText('No judgment needs to be checked');
  await page.reload();
  await expect(part).toContainText('No judgment needs to be checked');
  expect(app.errors).toEqual([]);
});
