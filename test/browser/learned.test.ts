import { parseTrained } from '../../src/domain/ltr/learned-spec';
import { download, expect, test } from './app';
import { addSystems } from './models-dialog';

test.use({ profile: 'shared' });

test('rankers are learned in a worker, cross-validated, looked into and kept', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25');
  await addSystems(page, ['lambda-mart', 'rank-net']);
  await app.evaluate();
  expect((await app.counts())['learn']).toEqual({ computed: 312, reused: 0 });

  const trees = page.getByTestId('learned').locator('[data-system="lambda-mart"]');
  await trees.locator('summary').click();
  await expect(trees).toContainText('every question was scored by a model that did not see it');
  await expect(trees.getByTestId('learned-folds').locator('tbody tr')).toHaveCount(6);
  // Two routes of four features, and three of texts.
  const features = trees.getByTestId('learned-features').locator('tbody td.number:not(.wide-only)');
  const shares = await features.allTextContents();
  expect(shares).toHaveLength(11);
  const sum = shares.reduce((total, share) => total + parseFloat(share), 0);
  expect(Math.abs(sum - 100)).toBeLessThan(1);
  const linear = page.getByTestId('learned').locator('[data-system="rank-net"]');
  await linear.locator('summary').click();
  await expect(linear.getByTestId('learned-features').locator('tbody tr').first()).toContainText(/[+−]\d/);

  const saved = parseTrained(JSON.parse(await download(page, 'learned-download-lambda-mart')));
  expect(saved).toMatchObject({ ok: true, spec: { trainedOn: { length: 156 } } });
  expect(app.errors).toEqual([]);
});
