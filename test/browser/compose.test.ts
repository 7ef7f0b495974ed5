import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseTemplate, createApp, download, expect, exported, test, openContext } from './app';
import { addSystems } from './models-dialog';

test.use({ profile: 'shared' });

const folder = () => mkdtempSync(join(tmpdir(), 'hitrate-compose-'));

test('systems that a person edits where they stand and adds are run, and their experiment gives the same digits in another profile', async ({
  app,
  browser,
}) => {
  const { page } = app;
  await app.open();
  await app.choose('bm25', 'ensemble-rrf');
  const steps = page.getByRole('list', { name: 'Steps of ensemble-rrf', exact: true });
  await steps.getByRole('button', { name: /^Fusion/ }).click();
  await page.getByTestId('ready-made-editor').getByLabel('Constant').fill('10');
  await steps.getByRole('button', { name: /^Cut/ }).click();
  await page.getByTestId('ready-made-editor').getByLabel('Depth').fill('30');
  await expect(steps.locator('[data-box=cut]')).toContainText('30 passages');
  await addSystems(page, ['bm25-lucene', 'fuse-isr']);
  await page.getByRole('button', { name: 'Edit bm25-lucene' }).click();
  const editor = page.getByTestId('system-editor');
  await editor.getByLabel('Name').fill('mine');
  await editor.getByLabel('k₁').fill('nothing');
  await expect(editor.getByRole('button', { name: 'Keep' })).toBeDisabled();
  await editor.getByLabel('k₁').fill('0.9');
  await editor.getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByTestId('composed')).toContainText('mine');
  await app.evaluate();
  const first = await exported(page);
  expect(first.systems.map(({ id }) => id)).toEqual(['bm25', 'ensemble-rrf', 'mine', 'fuse-isr']);
  const file = join(folder(), 'experiment.json');
  writeFileSync(file, await download(page, 'export-experiment'));

  const context = await openContext(browser);
  const other = createApp(await context.newPage(), app.url);
  await other.open();
  await other.page.getByTestId('experiment-input').setInputFiles(file);
  await expect(other.page.getByTestId('opened-experiment')).toContainText('4 systems');
  await other.evaluate();
  const second = await exported(other.page);
  expect(second.systems.map(({ id, measures, perQuery }) => ({ id, measures, perQuery }))).toEqual(
    first.systems.map(({ id, measures, perQuery }) => ({ id, measures, perQuery })),
  );
  expect([...app.errors, ...other.errors]).toEqual([]);
  await context.close();
});

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

test('the experiment over cosine, MMR, SVM, BM25, TF-IDF and their hybrid runs from two CSV files', async ({ app }) => {
  const { page } = app;
  const at = folder();
  const csv = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join(',')).join('\n');
  writeFileSync(join(at, 'questions.csv'), csv([['Text', 'AID'], ...HELP.map(([question], i) => [question, i + 1])]));
  writeFileSync(
    join(at, 'answers.csv'),
    csv([['AID', 'Text'], ...HELP.map(([, answer], i) => [i + 1, `"${answer}"`])]),
  );
  await app.open();
  await app.pick(join(at, 'questions.csv'), join(at, 'answers.csv'));
  await app.add('help desk');
  await chooseTemplate(page, 'six-retrievers');
  await app.evaluate();
  const { systems } = await exported(page);
  expect(systems.map(({ id }) => id)).toEqual(['cosine', 'mmr', 'svm', 'bm25', 'tf-idf', 'hybrid']);
  for (const { id, measures } of systems) {
    expect(Object.keys(measures), id).toEqual(['Recall@1', 'Recall@5', 'MRR']);
    // Over nouns and verbs every question shares a word with its answer, and no passage is cut off.
    expect(measures['MRR'], id).toBeGreaterThan(0.3);
  }
  expect(
    app.requests.some((url) => /tid|base\.dat/.test(url)),
    'the dictionary was read',
  ).toBe(true);
  const origin = new URL(app.url).origin;
  expect(app.requests.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url))).toEqual([]);
  expect(app.errors).toEqual([]);
});
