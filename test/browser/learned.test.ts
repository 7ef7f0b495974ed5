import { defaultLearned, type LearnedSpec, parseTrained } from '../../src/domain/ltr/learned-spec';
import { DEFAULT_ANALYZER } from '../../src/domain/text/analyzer-spec';
import { experimentFile } from '../../src/domain/experiment/experiment-file';
import type { ExperimentSpec, SystemSpec } from '../../src/domain/experiment/experiment';
import { DEFAULT_QUESTIONS, type RetrieverSpec } from '../../src/domain/retrieval/retriever-spec';
import { DEFAULT_SCORERS } from '../../src/domain/retrieval/lexical/scorers';
import { type App, download, expect, exported, test } from './app';

/** Two ways to read words, which agree less than one would think; no model is needed. */
const ROUTES = (['bm25-lucene', 'tf-idf'] as const).map((scorer): RetrieverSpec => ({
  kind: 'lexical',
  analyzer: DEFAULT_ANALYZER,
  scorer: DEFAULT_SCORERS[scorer],
  question: DEFAULT_QUESTIONS['as-asked'],
}));

const system = (id: string, learned: LearnedSpec | null, retrievers = ROUTES): SystemSpec => ({
  id,
  retrievers,
  fusion: null,
  learned,
  rerank: null,
  threshold: null,
});

const experimentOf = (...systems: SystemSpec[]): ExperimentSpec => ({
  schema: 1,
  systems: [system('bm25', null, ROUTES.slice(0, 1)), ...systems],
  depth: 30,
  lists: 'depth',
  ks: [1, 5],
  measures: ['nDCG@10'],
  relevance: 1,
  missing: 'zero',
});

/** Opens an experiment, in place of the one that is open. */
async function open(app: App, spec: ExperimentSpec): Promise<void> {
  const { page } = app;
  await app.show('New run');
  const back = page.getByRole('button', { name: 'Back to the settings' });
  if (await back.isVisible()) await back.click();
  await page.getByTestId('experiment-input').setInputFiles({
    name: 'learned.json',
    mimeType: 'application/json',
    buffer: Buffer.from(experimentFile(spec)),
  });
  await expect(page.getByTestId('opened-experiment')).toBeVisible();
}

const TREES = defaultLearned('lambda-mart');

test('rankers are learned in a worker, cross-validated, looked into, kept, and applied again', async ({ app }) => {
  const { page } = app;
  await app.open();
  await open(app, experimentOf(system('trees', TREES), system('linear', defaultLearned('rank-net'))));
  await app.evaluate();
  expect((await app.counts())['learn']).toEqual({ computed: 312, reused: 0 });

  const trees = page.getByTestId('learned').locator('[data-system="trees"]');
  await trees.locator('summary').click();
  await expect(trees).toContainText('every question was scored by a model that did not see it');
  await expect(trees.getByTestId('learned-folds').locator('tbody tr')).toHaveCount(6);
  // Two routes of four features, and three of texts.
  const shares = await trees
    .getByTestId('learned-features')
    .locator('tbody td.number:not(.wide-only)')
    .allTextContents();
  expect(shares).toHaveLength(11);
  const sum = shares.reduce((total, share) => total + parseFloat(share), 0);
  expect(Math.abs(sum - 100)).toBeLessThan(1);
  const linear = page.getByTestId('learned').locator('[data-system="linear"]');
  await linear.locator('summary').click();
  await expect(linear.getByTestId('learned-features').locator('tbody tr').first()).toContainText(/[+−]\d/);

  const saved = parseTrained(JSON.parse(await download(page, 'learned-download-trees')));
  if (!saved.ok) throw new Error('the saved model cannot be read');
  expect(saved.spec.trainedOn).toHaveLength(156);
  const validated = (await exported(page)).systems.find(({ id }) => id === 'trees')!.measures['nDCG@10']!;

  // The model on the very questions that it was trained on: far better, and told as what it is.
  await open(app, experimentOf(system('trees', TREES), system('saved', saved.spec)));
  await app.evaluate();
  expect((await app.counts())['learn']).toEqual({ computed: 156, reused: 156 });
  const again = (await exported(page)).systems.map(({ measures }) => measures['nDCG@10']!);
  expect(again[1]).toBe(validated);
  expect(again[2]).toBeGreaterThan(validated + 0.05);
  await expect(page.getByTestId('caveats')).toContainText('trained on 156 of the 156 questions');
  await page.getByTestId('learned').locator('[data-system="saved"] summary').click();
  await expect(page.getByTestId('learned').locator('[data-system="saved"]')).toContainText('trained before');
  expect(app.errors).toEqual([]);
});
