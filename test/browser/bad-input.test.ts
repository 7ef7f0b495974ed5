import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './app';

test.use({ profile: 'shared' });

let folder: string;
test.beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'hitrate-bad-'))));
test.afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const small = {
  queries: { 'q 1': 'what is red?' },
  corpus: { 'd 😀': 'the apple is red' },
  relevant_docs: { 'q 1': ['d 😀'] },
  mode: 'text',
};
const corpus = '{"_id":"d1","title":"","text":"red apples"}\n{"_id":"d2","title":"","text":"green pears"}\n';
const queries = '{"_id":"q1","text":"what is red?"}\n';

const cases: { what: string; files: () => string[]; message: RegExp }[] = [
  {
    what: 'a file that is not JSON',
    files: () => [write('broken.json', '{"queries": {\n "q": oops')],
    message: /broken\.json, line 2.*JSON/s,
  },
  {
    what: 'JSON of another shape',
    files: () => [write('shape.json', JSON.stringify({ ...small, corpus: ['a'] }))],
    message: /shape\.json.*corpus/s,
  },
  {
    what: 'a judgment for a document that is not there',
    files: () => [
      write('corpus.jsonl', corpus),
      write('queries.jsonl', queries),
      write('test.tsv', 'query-id\tcorpus-id\tscore\nq1\td9\t1\n'),
    ],
    message: /test\.tsv, line 2.*d9/s,
  },
  { what: 'an empty file', files: () => [write('empty.json', '')], message: /empty\.json.*empty/s },
  {
    what: 'a picture',
    files: () => [write('photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))],
    message: /photo\.png/,
  },
  {
    what: 'bytes that are no text',
    files: () => [write('latin.json', Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]))],
    message: /latin\.json.*UTF-8/s,
  },
];

test('bad input says what is wrong and where, and nothing is imported', async ({ app }) => {
  await app.open();
  const before = await app.page.getByTestId('collection-list').innerText();
  for (const { what, files, message } of cases) {
    await app.pick(...files());
    const problems = app.page.getByTestId('import-problems');
    await expect(problems, what).toContainText(message);
    await app.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(problems).toBeHidden();
  }
  expect(await app.page.getByTestId('collection-list').innerText()).toBe(before);
  expect(app.errors).toEqual([]);
});

test('a file of 60 MB is read with progress, and evaluated by its words', { tag: '@full' }, async ({ app }) => {
  const filler = 'the quick brown fox jumps over the lazy dog and runs along the river until night falls '.repeat(160);
  const docs = Array.from({ length: 4400 }, (_, i) =>
    JSON.stringify({ _id: `d${i}`, title: `Document ${i}`, text: `number ${i} ${filler}` }),
  );
  const size = docs.reduce((sum, line) => sum + line.length, 0);
  expect(size).toBeGreaterThan(60_000_000);
  const sub = mkdtempSync(join(tmpdir(), 'hitrate-large-'));
  const put = (name: string, content: string): string => (writeFileSync(join(sub, name), content), join(sub, name));
  await app.open();
  await app.pick(
    put('corpus.jsonl', `${docs.join('\n')}\n`),
    put('queries.jsonl', '{"_id":"q1","text":"number 4321"}\n'),
    put('test.tsv', 'query-id\tcorpus-id\tscore\nq1\td4321\t1\n'),
  );
  await expect(app.page.getByTestId('import-preview')).toContainText('4,400');
  await app.add('Large');
  await app.choose('bm25');
  await app.evaluate();
  await expect(app.page.getByTestId('results-table')).toContainText('bm25');
  rmSync(sub, { recursive: true });
});
