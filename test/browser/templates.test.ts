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

/** Of the others each is like one of these. */
const STORIES: readonly TemplateId[] = ['external-engine', 'weighted-routes'];

for (const { id } of TEMPLATES)
  test(
    `the template “${TEMPLATE_TEXTS[id].title}” runs from an empty profile to a report`,
    { tag: STORIES.includes(id) ? [] : '@full' },
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

test('presets choose systems, and say what they cost', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await app.open();
  const [quick, standard] = ['quick', 'standard'].map((id) => page.getByTestId(`preset-${id}`));
  await expect(standard!).toHaveAttribute('aria-pressed', 'true');
  await expect(standard!).toContainText(/ to \d+ (s|min), 16 MB to download/);
  await quick!.click();
  await expect(quick!).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('checkbox', { name: /^ensemble-rerank/ })).not.toBeChecked();
  await expect(page.getByTestId('estimate')).toContainText('9.8 MB to download');
  await app.evaluate();
  expect((await exported(page)).systems.map(({ id }) => id)).toEqual(['bm25', 'embedding', 'ensemble-rrf']);
});

test(
  'the drawer takes the focus and gives it back; Escape and Back close it, and a reload keeps it',
  { tag: '@full' },
  async ({ app }) => {
    const { page, url } = app;
    await page.goto(url);
    await page.getByTestId('see-sample').click();
    await expect(page.getByTestId('verdict')).toBeVisible();
    const drawer = page.getByTestId('new-run-drawer');
    const link = page.getByTestId('new-run');
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(drawer).toBeVisible();
    await expect(page).toHaveURL(/\/findings\?drawer=new-run$/);
    const isInside = () => drawer.evaluate((each) => each.contains(document.activeElement));
    expect(await isInside()).toBe(true);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(link).toBeFocused();
    await expect(page).toHaveURL(/\/findings$/);
    await link.click();
    await expect(drawer).toBeVisible();
    await page.reload();
    await expect(drawer).toBeVisible();
    await page.goBack();
    await expect(drawer).toBeHidden();
    await expect(page.getByTestId('verdict')).toBeVisible();
  },
);

test('a step of a system is edited where it stands', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.choose('ensemble-rrf');
  const steps = page.getByRole('list', { name: 'Steps of ensemble-rrf', exact: true });
  await steps.getByRole('button', { name: /^Fusion/ }).click();
  await page.getByTestId('ready-made-editor').getByLabel('Constant').fill('10');
  await steps.getByRole('button', { name: /^Cut/ }).click();
  await page.getByTestId('ready-made-editor').getByLabel('Depth').fill('30');
  await expect(steps.locator('[data-box=cut]')).toContainText('30 passages');
  await page.getByRole('button', { name: 'Add systems' }).click();
  const catalogue = page.getByTestId('add-systems');
  await catalogue.getByLabel('Search the systems').fill('lucene');
  await expect(catalogue.getByRole('checkbox')).toHaveCount(1);
  await catalogue.getByRole('checkbox').check();
  await catalogue.getByRole('button', { name: 'Add 1 system' }).click();
  const added = page.getByRole('list', { name: 'Steps of bm25-lucene' });
  await added.getByRole('button', { name: /^Rerank/ }).click();
  const editor = page.getByTestId('system-editor');
  await editor.getByLabel('Rerank the first passages').check();
  await editor.getByLabel('Passages', { exact: true }).fill('3');
  await editor.getByRole('button', { name: 'Keep' }).click();
  await expect(added.locator('[data-box=rerank]')).toContainText('The first 3');
});
