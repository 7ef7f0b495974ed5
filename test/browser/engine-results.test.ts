import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './app';
import { violations } from './axe';

test.use({ profile: 'shared' });

const folder = 'test/fixtures/engine-results';
const RESPONSES = `${folder}/msearch.responses.json`;
const REQUESTS = `${folder}/msearch.requests.ndjson`;

interface Responses {
  readonly responses: readonly { readonly took: number; readonly hits: { readonly hits: { _id: string }[] } }[];
}

test('responses of a multi-search become a run that is named, previewed with what did not match, and evaluated', async ({
  app,
}) => {
  const { page } = app;
  await app.open();
  // Responses alone name no question.
  await app.give([RESPONSES]);
  await expect(page.getByRole('dialog')).toContainText('The 12 responses in it name no question.');
  await page.keyboard.press('Escape');

  const { responses } = JSON.parse(readFileSync(RESPONSES, 'utf8')) as Responses;
  const stray = structuredClone(responses) as unknown as { hits: { hits: { _id: string; _source?: object }[] } }[];
  // Its title would tell it.
  stray[0]!.hits.hits[1] = { ...stray[0]!.hits.hits[1]!, _id: 'not-here', _source: {} };
  const path = join(mkdtempSync(join(tmpdir(), 'hitrate-engine-')), 'production.json');
  writeFileSync(path, JSON.stringify({ took: 1, responses: stray }));
  await app.pick(path, REQUESTS);
  const preview = page.getByTestId('import-preview');
  await expect(preview.getByTestId('engine-match')).toContainText(
    '12 lists of 12 matched, 12 by the text of the question; up to 5 passages each, found by “_id”; median latency',
  );
  await expect(preview).toContainText('1 of 60 hits are not in the collection');
  await expect(preview).toContainText('“not-here” at responses[0].hits.hits[1]');
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await violations(page, null), `${width} wide`).toEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  const name = preview.getByLabel('System');
  await expect(name).toHaveValue('production.json');
  await name.fill('bm25');
  await expect(preview).toContainText('Another system has this name.');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await name.fill('Production');
  await app.add();

  await app.choose('bm25');
  // Its figures and times in the ranking: see the test of the latency that an engine gives.
  await app.evaluate();
});
