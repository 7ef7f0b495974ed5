import type { Page } from '@playwright/test';
import { type TemplateId, TEMPLATES } from '../../src/domain/experiment/templates';
import { TEMPLATE_TEXTS } from '../../src/ui/shared/messages/experiment';
import { type App, chooseTemplate, download, type Exported, expect, exported, test } from './app';
import { temporaryFile } from './made-collection';
import { addFromDisk, closeModels, onDisk, smallCollection, trueEmbedder } from './models-dialog';

/** The run of another engine: each question's answer second, but for the last question. */
const trecRun = (): string =>
  temporaryFile(
    'engine.run',
    Array.from({ length: 6 }, (_, i) =>
      [(i + 1) % 6, i].map((doc, rank) => `q${i} Q0 ${doc} ${rank + 1} ${10 - rank} engine`).join('\n'),
    ).join('\n'),
  );

/** Questions and answers of a made-up help desk, in Japanese. */
const HELP: readonly (readonly [question: string, answer: string])[] = [
  [
    'パスワードを忘れたときはどうしますか',
    'パスワードを忘れた場合は、ログイン画面の「再設定」を押して、届いたメールの手順に従って変更します。',
  ],
  ['請求書はどこで見られますか', '請求書は「お支払い」のページから、月ごとにダウンロードできます。'],
  ['配送にかかる日数を教えてください', '商品は注文の翌日に発送され、二日から四日でお届けします。'],
  ['注文を取り消したい', '発送の前であれば、注文履歴から取り消すことができます。'],
  ['返品の送料は誰が払いますか', '不良品の返品では送料を当社が負担し、それ以外はお客様の負担です。'],
  ['電池はどのくらい持ちますか', '満充電の電池で、通常の使い方なら十時間ほど動きます。'],
  ['海外でも使えますか', '電圧が百から二百四十ボルトの国なら、変換プラグを付けて使えます。'],
  ['修理を頼むには', '修理は、製品の番号を書いて窓口に送ると、一週間で見積もりをお知らせします。'],
];

/** The same as two CSV files, named by numbers. */
const helpDesk = (): string[] => [
  temporaryFile('questions.csv', ['Text,AID', ...HELP.map(([question], i) => `${question},${i + 1}`)].join('\n')),
  temporaryFile('answers.csv', ['AID,Text', ...HELP.map(([, answer], i) => `${i + 1},"${answer}"`)].join('\n')),
];

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
  'six-retrievers': ['cosine', 'mmr', 'svm', 'bm25', 'tf-idf', 'hybrid'],
  'weighted-routes': ['shared-terms', 'lambda-mart'],
  'first-ten': ['cosine', 'cosine-rerank'],
  'graded-measures': ['ensemble-rrf'],
};

/** Over nouns and verbs every question shares a word with its answer, and no passage is cut off. */
function expectOfJapanese(app: App, systems: Exported['systems']): void {
  for (const { id, measures } of systems) {
    expect(Object.keys(measures), id).toEqual(['Recall@1', 'Recall@5', 'MRR']);
    expect(measures['MRR'], id).toBeGreaterThan(0.3);
  }
  expect(
    app.requests.some((url) => /tid|base\.dat/.test(url)),
    'the dictionary was read',
  ).toBe(true);
  expect(app.beyond()).toEqual([]);
}

/** The article's table beside its bars, on one screen. */
async function expectOfArticle(page: Page): Promise<void> {
  const byK = page.getByTestId('by-k');
  for (const [i, part] of ['Hit Rate', 'MRR', 'Time'].entries())
    await expect(byK.getByRole('table').nth(i)).toContainText(`${part} at k =12345`);
  await expect(byK.getByTestId('bars-by-k').locator('rect')).toHaveCount(3 * 4 * 5);
  expect((await byK.boundingBox())!.height).toBeLessThan(800);
  const lines = (await download(page, 'export-article-csv')).trim().split('\r\n');
  const times = lines.slice(-5).map((line) => line.split(',')[3]);
  expect([lines.length, new Set(times).size]).toEqual([1 + 4 * 5, 5]);
}

for (const { id } of TEMPLATES)
  test(
    `the template “${TEMPLATE_TEXTS[id].title}” runs from an empty profile to a report`,
    { tag: id === 'six-retrievers' ? [] : '@full' },
    async ({ app }) => {
      const { page } = app;
      await app.open();
      await app.pick(...(id === 'six-retrievers' ? helpDesk() : [smallCollection(id)]));
      await app.add('Small');
      await chooseTemplate(page, id);
      await GIVEN[id]?.(page);
      await expect(page.getByTestId('chosen-template')).toContainText('Systems and measures are set');
      await app.evaluate();
      await expect(page.getByTestId('verdict')).toBeVisible();
      const { systems } = await exported(page);
      const names = systems.map((system) => system.id);
      for (const name of RUN[id])
        expect(
          names.some((each) => each.startsWith(name)),
          `${name} of ${names.join()}`,
        ).toBe(true);
      if (id === 'six-retrievers') expectOfJapanese(app, systems);
      if (id === 'four-retrievers') await expectOfArticle(page);
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
