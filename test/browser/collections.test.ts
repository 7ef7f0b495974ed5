import { collectionPath } from '../data';
import { expect, type Exported, exported, KS, printTable, SYSTEMS, test } from './app';

test.use({ serviceWorkers: 'allow' });

const semiconductor = collectionPath('semiconductor-zh', 'doc_qa_test.json');
const cranfield = collectionPath('cranfield');

function expectComplete({ systems }: Exported, ids: readonly string[]): void {
  expect(systems.map(({ id }) => id)).toEqual(ids);
  for (const { measures } of systems)
    for (const k of KS)
      for (const name of ['HitRate', 'MRR', 'P', 'Recall', 'F1'])
        expect(measures[`${name}@${k}`]).toBeGreaterThanOrEqual(0);
}

test.describe('semiconductor-zh, LlamaIndex JSON', { tag: '@full' }, () => {
  test.skip(semiconductor === null, 'the evaluation collections are not here (HITRATE_DATA)');

  test('reaches the figures, computes nothing the second time, after a reload and offline', async ({ app }) => {
    const { page } = app;
    await app.open();
    await app.pick(semiconductor!);
    await expect(page.getByTestId('import-preview')).toContainText('433');
    await expect(page.getByTestId('import-preview')).toContainText('321');
    await app.add('Semiconductors');
    await app.evaluate();
    const result = await exported(page);
    printTable('semiconductor-zh', result);
    expectComplete(result, SYSTEMS);
    const measure = (id: string, name: string): number =>
      result.systems.find((each) => each.id === id)!.measures[name]!;
    expect(measure('bm25', 'HitRate@1')).toBeGreaterThanOrEqual(0.8);
    expect(measure('bm25', 'HitRate@5')).toBeGreaterThanOrEqual(0.94);
    expect(measure('ensemble-rerank', 'HitRate@1')).toBeGreaterThanOrEqual(0.87);
    expect(measure('ensemble-rerank', 'HitRate@5')).toBeGreaterThanOrEqual(0.96);
    await expect(page.getByTestId('chart-hit-rate')).toBeVisible();
    await expect(page.getByTestId('chart-mrr')).toBeVisible();
    for (const id of SYSTEMS) await expect(page.getByTestId('results-table')).toContainText(id);

    const computedNothing = async (): Promise<void> => {
      await app.evaluate();
      const counts = await app.counts();
      expect(Object.keys(counts).length).toBeGreaterThan(5);
      for (const [stage, { computed }] of Object.entries(counts)) expect(computed, stage).toBe(0);
      expect((await exported(page)).systems.map(({ measures }) => measures)).toEqual(
        result.systems.map((s) => s.measures),
      );
    };
    await computedNothing();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await app.statistics();
    await computedNothing();
    await page.context().setOffline(true);
    await page.reload();
    await app.statistics();
    await computedNothing();
  });
});

test.describe('Cranfield, BEIR folder', { tag: '@full' }, () => {
  test.skip(cranfield === null, 'the evaluation collections are not here (HITRATE_DATA)');

  test('is read from its folder and evaluated', async ({ app }) => {
    await app.open();
    await app.pickFolder(cranfield!);
    const preview = app.page.getByTestId('import-preview');
    await expect(preview).toContainText('1,400');
    await expect(preview).toContainText('225');
    await expect(preview).toContainText('471');
    await app.add();
    const systems = ['bm25', 'embedding', 'ensemble', 'ensemble-rrf'];
    await app.choose(...systems);
    await app.evaluate();
    const result = await exported(app.page);
    printTable('Cranfield', result);
    expectComplete(result, systems);
    const hitAt1 = (id: string): number => result.systems.find((each) => each.id === id)!.measures['HitRate@1']!;
    expect(hitAt1('bm25')).toBeGreaterThan(0.25);
    expect(hitAt1('ensemble')).toBeGreaterThan(0.25);
  });
});
