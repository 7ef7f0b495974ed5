import { expect, exported, test } from './app';
import { packPath } from '../data';
import { temporaryFile } from './made-collection';

test.use({ profile: 'shared' });

const write = (contents: Readonly<Record<string, string>>): string[] =>
  Object.entries(contents).map(([name, content]) => temporaryFile(name, content));

const TEXTS = {
  oolong: 'Oolong tea is partly oxidised.',
  kettle: 'A kettle boils water.',
  tram: 'The tram stops at dusk.',
};

const AUTORAG = {
  'qa.json': JSON.stringify([
    { qid: 'q1', query: 'oolong kettle', retrieval_gt: [['oolong'], ['kettle', 'tram']], generation_gt: ['…'] },
    { qid: 'q2', query: 'when does the tram stop', retrieval_gt: [['tram']], generation_gt: ['At dusk.'] },
  ]),
  'corpus.json': JSON.stringify(
    Object.entries(TEXTS).map(([doc_id, contents]) => ({ doc_id, contents, metadata: {} })),
  ),
};

/** Of judgments without documents. */
const RATINGS = { 'ratings.csv': 'query,docid,rating\noolong,a,3\noolong,b,0\ntram,c,2\n' };

const UNKNOWN = {
  'tool.json': JSON.stringify([
    { frage: 'When?', treffer: [{ doc: { key: 'b' } }, { doc: { key: 'a' } }], gold: ['a'] },
    { frage: 'Where?', treffer: [{ doc: { key: 'a' } }], gold: ['b'] },
  ]),
};

const QUESTIONS_BESIDE = {
  'oolong.txt': TEXTS.oolong,
  'tram.txt': TEXTS.tram,
  '質問.csv': '質問,回答,出典\nいつ止まりますか,stops at dusk,tram.txt\n何ですか,an answer,oolong\n',
};

/** Of several files, one that cannot be. */
const REFUSED = {
  'corpus.jsonl': '{"_id":"d1","title":"","text":"red apples"}\n',
  'queries.jsonl': '{"_id":"q1","text":"what is red?"}\n',
  'test.tsv': 'query-id\tcorpus-id\tscore\nq1\td9\t1\n',
};

test('files are recognised and shown before they are kept; bad ones say what is wrong and where; needs of AutoRAG count', async ({
  app,
}) => {
  const { page } = app;
  const preview = page.getByTestId('import-preview');
  await app.open();
  const before = await page.getByTestId('collection-list').innerText();
  await app.pick(...write(RATINGS));
  await expect(preview).toContainText('Quepid');
  await expect(preview).toContainText('no documents, 2 questions');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(preview).toBeHidden();
  await app.pick(...write(REFUSED));
  const problems = page.getByTestId('import-problems');
  await expect(problems).toContainText(/test\.tsv, line 2.*d9/s);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(problems).toBeHidden();
  expect(await page.getByTestId('collection-list').innerText()).toBe(before);

  if (packPath()) {
    // As they are published; Brotli and the others are unpacked under the policy of the page.
    await app.pickFolder(packPath('15h-brotli', 'set')!);
    await expect(preview).toContainText('45 documents, 9 questions');
    await page.getByRole('button', { name: 'Discard' }).click();
    await app.pickFolder(packPath('02-nanobeir-many-tasks', 'set')!);
    await preview.getByLabel('Task of the set').selectOption('NanoSciFact');
    await expect(preview).toContainText('48 judgments');
    await preview.getByLabel('Task of the set').selectOption('all, each a collection');
    const tasks = preview
      .getByTestId('found-tasks')
      .getByRole('listitem')
      .filter({ has: page.getByLabel('Name') });
    await expect(tasks).toContainText([/judg/, /judg/, /48 judgments/]);
    await tasks.first().getByLabel('Name').fill('Arguments');
    await page.getByRole('button', { name: 'Add 3 collections' }).click();
    for (const name of ['Arguments', 'NanoMSMARCO', 'NanoSciFact'])
      await expect(page.getByTestId('collection-list')).toContainText(name);
    await expect(page.getByTestId('data-overview')).toContainText('Documents');
  }
  await test.step('a table of an unknown tool is read by what a person says of its columns', async () => {
    await app.pick(...write(UNKNOWN));
    const roles = page.getByTestId('roles-of-fields');
    for (const [path, role] of [
      ['treffer.doc.key', 'list of retrieved ids'],
      ['gold', 'list of relevant ids'],
    ])
      await roles.locator('th', { hasText: path! }).locator('select').selectOption({ label: role! });
    await expect(roles.locator('th', { hasText: 'frage' }).locator('select')).toHaveValue('question');
    await page.getByRole('button', { name: 'Read by these columns' }).click();
    await expect(preview).toContainText('no documents, 2 questions (2 judged), 2 judgments');
    await page.getByRole('button', { name: 'Discard' }).click();
  });
  await test.step('a table of questions beside documents gives these their questions, in one step', async () => {
    await app.giveFiles(...write(QUESTIONS_BESIDE));
    await expect(page.getByTestId('questions-beside')).toContainText('2 questions, 1 text found in the documents');
    await app.keepDocuments('Tea');
    await expect(page.getByTestId('data-overview')).toContainText('Judgments for 2 questions');
  });
  await app.pick(...write(AUTORAG));
  await expect(preview).toContainText('AutoRAG');
  await expect(preview.getByTestId('needs')).toContainText('2 questions need 3 things');
  await app.add('AutoRAG');
  await app.choose('bm25');
  await app.evaluate();
  const [bm25] = (await exported(page)).systems;
  // q1 finds one of two needs in first place and both in the first two, though three documents are judged.
  expect(bm25!.perQuery['Recall@1']).toEqual({ q1: 0.5, q2: 1 });
  expect(bm25!.perQuery['Recall@2']).toEqual({ q1: 1, q2: 1 });
  expect(bm25!.perQuery['P@2']!['q1']).toBe(1);
  await app.show('Question editor');
  await page.getByRole('button', { name: /oolong kettle/ }).click();
  await expect(page.getByTestId('question-needs')).toContainText('kettle or tram');
  expect(app.errors).toEqual([]);
});

test('a file of 60 MB is read with progress, and evaluated by its words', { tag: '@full' }, async ({ app }) => {
  const filler = 'the quick brown fox jumps over the lazy dog and runs along the river until night falls '.repeat(160);
  const docs = Array.from({ length: 4400 }, (_, i) =>
    JSON.stringify({ _id: `d${i}`, title: `Document ${i}`, text: `number ${i} ${filler}` }),
  );
  expect(docs.reduce((sum, line) => sum + line.length, 0)).toBeGreaterThan(60_000_000);
  await app.open();
  await app.pick(
    ...write({
      'corpus.jsonl': `${docs.join('\n')}\n`,
      'queries.jsonl': '{"_id":"q1","text":"number 4321"}\n',
      'test.tsv': 'query-id\tcorpus-id\tscore\nq1\td4321\t1\n',
    }),
  );
  await expect(app.page.getByTestId('import-preview')).toContainText('4,400');
  await app.add('Large');
  await app.choose('bm25');
  await app.evaluate();
  await expect(app.page.getByTestId('results-table')).toContainText('bm25');
});
