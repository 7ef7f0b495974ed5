import { collectionPath } from '../data';
import { expect, type Exported, exported, KS, SYSTEMS, test } from './app';

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

test(
  'semiconductor-zh reaches its figures, and computes nothing the second time, after a reload and offline',
  {
    tag: '@full',
  },
  async ({ app }) => {
    test.skip(semiconductor === null, 'the evaluation collections are not here (HITRATE_DATA)');
    const { page } = app;
    await app.open();
    await app.pick(semiconductor!);
    await expect(page.getByTestId('import-preview')).toContainText('433');
    await expect(page.getByTestId('import-preview')).toContainText('321');
    await app.add('Semiconductors');
    await app.evaluate();
    const result = await exported(page);
    const { systems } = result;
    expectComplete(result, SYSTEMS);
    const measure = (id: string, name: string): number => systems.find((each) => each.id === id)!.measures[name]!;
    expect(measure('bm25', 'HitRate@1')).toBeGreaterThanOrEqual(0.8);
    expect(measure('bm25', 'HitRate@5')).toBeGreaterThanOrEqual(0.94);
    expect(measure('ensemble-rerank', 'HitRate@1')).toBeGreaterThanOrEqual(0.87);
    expect(measure('ensemble-rerank', 'HitRate@5')).toBeGreaterThanOrEqual(0.96);

    await page.evaluate(() => navigator.serviceWorker.ready);
    for (const reloaded of [null, 'online', 'offline'] as const) {
      if (reloaded) {
        await page.context().setOffline(reloaded === 'offline');
        await page.reload();
        await app.statistics();
      }
      await app.evaluate();
      const counts = await app.counts();
      expect(Object.keys(counts).length).toBeGreaterThan(5);
      for (const [stage, { computed }] of Object.entries(counts)) expect(computed, stage).toBe(0);
      expect((await exported(page)).systems.map(({ measures }) => measures)).toEqual(systems.map((s) => s.measures));
    }
  },
);

test('Cranfield is read from its BEIR folder and evaluated', { tag: '@full' }, async ({ app }) => {
  test.skip(cranfield === null, 'the evaluation collections are not here (HITRATE_DATA)');
  await app.open();
  await app.pickFolder(cranfield!);
  for (const count of ['1,400', '225', '471'])
    await expect(app.page.getByTestId('import-preview')).toContainText(count);
  await app.add();
  const chosen = ['bm25', 'embedding', 'ensemble', 'ensemble-rrf'];
  await app.choose(...chosen);
  await app.evaluate();
  const result = await exported(app.page);
  expectComplete(result, chosen);
  for (const id of ['bm25', 'ensemble'])
    expect(result.systems.find((each) => each.id === id)!.measures['HitRate@1']).toBeGreaterThan(0.25);
});
