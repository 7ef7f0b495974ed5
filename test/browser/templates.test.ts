import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type TemplateId, TEMPLATES } from '../../src/domain/experiment/templates';
import { TEMPLATE_TEXTS } from '../../src/ui/shared/messages/experiment';
import { chooseTemplate, download, expect, exported, test } from './app';
import { addFromDisk, closeModels, onDisk, smallCollection, trueEmbedder } from './models-dialog';

/** The run of another engine: each question's answer second, but for the last question. */
function trecRun(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'hitrate-templates-')), 'engine.run');
  const lines = Array.from({ length: 6 }, (_, i) =>
    [(i + 1) % 6, i].map((doc, rank) => `q${i} Q0 ${doc} ${rank + 1} ${10 - rank} engine`),
  );
  writeFileSync(path, lines.flat().join('\n'));
  return path;
}

/** What a person gives to a template that says what it needs, by the one step that it offers. */
const GIVEN: { readonly [Id in TemplateId]?: (page: Page) => Promise<void> } = {
  'which-embedding-model': async (page) => {
    await expect(page.getByTestId('chosen-template')).toContainText('It needs a second embedding model');
    await page.getByRole('button', { name: 'Add an embedding model' }).click();
    await addFromDisk(page, onDisk('true-embedder', trueEmbedder()));
    await closeModels(page);
  },
  'external-engine': async (page) => {
    await expect(page.getByTestId('chosen-template')).toContainText('It needs a run of your engine');
    await page.getByTestId('template-run-input').setInputFiles(trecRun());
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  },
};

/** Systems that show that a template was run, and not what was chosen before. */
const RUN: Readonly<Record<TemplateId, readonly string[]>> = {
  'which-embedding-model': ['bm25', 'true-embedder'],
  'which-chunk-size': ['bm25 · recursive 256/26', 'embedding · recursive 2000/200'],
  'is-reranking-worth-it': ['ensemble-rrf', 'ensemble-rrf-rerank-50'],
  'tune-the-hybrid': ['ensemble-30-70', 'ensemble-70-30'],
  'external-engine': ['bm25', 'engine'],
  'four-retrievers': ['ensemble-rrf-rerank'],
  'six-retrievers': ['tf-idf', 'hybrid'],
  'weighted-routes': ['shared-terms', 'lambda-mart'],
  'first-ten': ['cosine', 'cosine-rerank'],
  'graded-measures': ['ensemble-rrf'],
};

for (const { id } of TEMPLATES)
  test(
    `the template “${TEMPLATE_TEXTS[id].title}” runs from an empty profile to a report`,
    { tag: id === 'external-engine' ? [] : '@full' },
    async ({ app }) => {
      const { page } = app;
      await app.open();
      await app.pick(smallCollection(id));
      await app.add('Small');
      await chooseTemplate(page, id);
      await GIVEN[id]?.(page);
      await expect(page.getByTestId('chosen-template')).toContainText('Systems and measures are set');
      await app.evaluate();
      await expect(page.getByTestId('verdict')).toBeVisible();
      const names = (await exported(page)).systems.map((system) => system.id);
      for (const name of RUN[id])
        expect(
          names.some((each) => each.startsWith(name)),
          `${name} of ${names.join()}`,
        ).toBe(true);
      await page.getByTestId('share').click();
      const report = await download(page, 'save-report');
      expect(report).toMatch(/^<!doctype html>/i);
      for (const name of RUN[id]) expect(report).toContain(name);
      expect(app.errors).toEqual([]);
    },
  );

test('the second article runs at one press, and its first question has the numbers of the article', async ({ app }) => {
  const { page } = app;
  await app.open();
  await chooseTemplate(page, 'first-ten');
  await page.getByTestId('run-on-sample').click();
  await expect(page.getByTestId('collection-menu')).toContainText('The Breakwater');
  await app.statistics();
  await expect(page.getByTestId('export-json')).toBeVisible();
  const { systems } = await exported(page);
  expect(systems.map(({ id }) => id)).toEqual(['cosine', 'cosine-rerank']);
  for (const { perQuery } of systems) {
    const of = (measure: string): string => Object.values(perQuery[measure]!)[0]!.toFixed(2);
    expect(['HitRate@10', 'P@10', 'Recall@10', 'F1@10'].map(of)).toEqual(['1.00', '0.20', '0.67', '0.31']);
  }
  // None of these measures looks at the order of the ten.
  expect(systems[1]!.measures).toEqual(systems[0]!.measures);
  expect(app.errors).toEqual([]);
});
