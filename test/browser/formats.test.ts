import { gzipSync } from 'node:zlib';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, exported, test } from './app';

test.use({ profile: 'shared' });

let folder: string;
test.beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hitrate-formats-'))));
test.afterEach(() => rmSync(folder, { recursive: true }));

function write(contents: Readonly<Record<string, string | Uint8Array>>): string[] {
  return Object.entries(contents).map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  });
}

const lines = (...records: object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');
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

test('AND-of-OR lists of AutoRAG: recall counts what is met', async ({ app }) => {
  const { page } = app;
  await app.open();
  await app.pick(...write(AUTORAG));
  const preview = page.getByTestId('import-preview');
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

test(
  'Ragas: ground-truth texts are looked for in the contexts, and what was retrieved is a run',
  { tag: '@full' },
  async ({ app }) => {
    const { page } = app;
    await app.open();
    const rows = lines(
      {
        user_input: 'What is oolong?',
        retrieved_contexts: [TEXTS.kettle, TEXTS.oolong],
        reference_contexts: ['oolong  tea is PARTLY oxidised'],
      },
      { user_input: 'When does the tram stop?', retrieved_contexts: [TEXTS.tram], reference_contexts: [TEXTS.tram] },
    );
    await app.pick(...write({ 'ragas.jsonl.gz': gzipSync(rows) }));
    const preview = page.getByTestId('import-preview');
    await expect(preview).toContainText('Ragas');
    await expect(preview.getByTestId('run-preview').getByRole('listitem')).toHaveCount(1);
    await app.add('Ragas');
    await app.choose('bm25');
    await app.evaluate();
    const run = (await exported(page)).systems.at(-1)!;
    expect(Object.values(run.perQuery['MRR@5']!)).toEqual([0.5, 1]);
    expect(Object.values(run.perQuery['Recall@2']!)).toEqual([1, 1]);
    expect(app.errors).toEqual([]);
  },
);

const OTHERS: Readonly<Record<string, { files: Record<string, string>; label: string; found: RegExp }>> = {
  MTEB: {
    label: 'MTEB',
    found: /2 documents, 1 question/,
    files: {
      'corpus.jsonl': lines({ id: 'a', text: TEXTS.oolong }, { id: 'b', text: TEXTS.kettle }),
      'queries.jsonl': lines({ id: 'q', text: 'oolong' }),
      'qrels.jsonl': lines({ 'query-id': 'q', 'corpus-id': 'a', score: 1 }),
    },
  },
  'MS MARCO': {
    label: 'MS MARCO',
    found: /2 documents, 1 question/,
    files: {
      'collection.tsv': `7\t${TEXTS.oolong}\n8\t${TEXTS.kettle}\n`,
      'queries.dev.tsv': '1\toolong\n',
      'qrels.dev.tsv': '1\t0\t7\t1\n',
    },
  },
  'question/answer CSV': {
    label: 'Questions and answers',
    found: /2 documents, 2 questions/,
    files: {
      'questions.csv': 'Text,AID\n"What is oolong, really?",1\nHow to boil?,2\n',
      'answers.csv': `AID,Text\n1,${TEXTS.oolong}\n2,${TEXTS.kettle}\n`,
    },
  },
  Quepid: {
    label: 'Quepid',
    found: /no documents, 2 questions/,
    files: { 'ratings.csv': 'query,docid,rating\noolong,a,3\noolong,b,0\ntram,c,2\n' },
  },
  OpenSearch: {
    label: 'OpenSearch judgments',
    found: /no documents, 1 question/,
    files: {
      'judgments.json': JSON.stringify({ judgmentRatings: [{ query: 'tea', ratings: [{ docId: 'a', rating: '2' }] }] }),
    },
  },
  ranx: {
    label: 'ranx judgments',
    found: /no documents, 1 question/,
    files: { 'qrels.json': '{"q": {"a": 1, "b": 0}}' },
  },
};

test('other formats are recognised, and shown before they are kept', async ({ app }) => {
  const { page } = app;
  await app.open();
  for (const [name, { files, label, found }] of Object.entries(OTHERS)) {
    await app.pick(...write(files));
    const preview = page.getByTestId('import-preview');
    await expect(preview, name).toContainText(label);
    await expect(preview, name).toContainText(found);
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(preview).toBeHidden();
  }
  expect(app.errors).toEqual([]);
});
