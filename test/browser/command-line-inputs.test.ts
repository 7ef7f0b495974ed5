import { expect, test } from '@playwright/test';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { madeRepositories } from '../made-repositories';
import type { Exported } from './app';
import { evaluateIn, ROOT } from './hitrate-command';
import { onDisk, smallCollection, trueEmbedder } from './models-dialog';

const DOCUMENTS = join(ROOT, 'test/fixtures/documents');

let out: string;
test.beforeEach(() => (out = mkdtempSync(join(tmpdir(), 'hitrate-out-'))));
test.afterEach(() => rmSync(out, { recursive: true }));

const run = (...args: string[]) => evaluateIn({ folder: out, cache: join(out, 'cache') }, ...args);
const results = (): Exported => JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Exported;

test('a folder of documents with questions, by several chunkings', async () => {
  const questions = join(DOCUMENTS, 'questions.csv');
  const chunkings = ['--chunking', 'recursive:400/40,whole', '--chunking', 'headings 2/2000 +title'];
  const { code, stdout, stderr } = await run(
    ...[join(DOCUMENTS, 'mixed'), '--questions', questions, '--systems', 'bm25', ...chunkings, '--k', '1,5'],
  );
  expect(code, stderr).toBe(0);
  const names = ['bm25 · recursive 400/40', 'bm25 · whole', 'bm25 · headings 2/2000 +title'];
  for (const name of names) expect(stdout).toContain(name);
  // The result and nothing else.
  expect(stdout).toMatch(/^system +HitRate@1/);
  // Files that cannot be read, by name and with why.
  expect(stderr).toMatch(/damaged\.pdf: Damaged\. The PDF is damaged/);
  expect(stderr).toMatch(/minutes\.pdf: Encrypted\. It is locked by a password/);
  expect(stderr).toMatch(/scanned-page\.pdf: Empty\. /);
  const { systems, manifest } = results();
  expect(systems.map(({ id }) => id)).toEqual(names);
  const { passages } = manifest as unknown as { passages: { passages: number }[] };
  expect(passages.map((each) => each.passages)).toHaveLength(3);
  expect(passages[0]!.passages).toBeGreaterThan(passages[1]!.passages);
  expect(Object.keys(systems[0]!.perQuery['HitRate@1']!)).toHaveLength(24);
  expect(manifest).not.toHaveProperty('generatedQuestions');
  // Nothing is left behind.
  expect(readdirSync(out).sort()).toEqual(['cache', 'results.csv', 'results.json']);
  expect(readdirSync(join(out, 'cache/work'))).toEqual([]);
});

test(
  'contexts from a file are put before passages of documents, and the result says how many',
  { tag: '@full' },
  async () => {
    const questions = join(DOCUMENTS, 'questions.csv');
    const contexts = join(out, 'contexts.csv');
    writeFileSync(
      contexts,
      'document,chunk_index,context\nnowhere.txt,0,Of nothing here.\nmixed/opening-hours.md,0,When it is open.\n',
    );
    const { code, stderr } = await run(
      ...[join(DOCUMENTS, 'mixed'), '--questions', questions, '--systems', 'bm25', '--k', '1', '--contexts', contexts],
      ...['--chunking', 'recursive:400/40,recursive:400/40:+contexts.csv'],
    );
    expect(code, stderr).toBe(0);
    expect(results().systems.map(({ id }) => id)).toEqual([
      'bm25 · recursive 400/40',
      'bm25 · recursive 400/40 +contexts.csv',
    ]);
    expect(stderr).toMatch(/1 of \d+ passages has a context; 1 context names no passage/);
    const none = await run(join(DOCUMENTS, 'mixed'), '--questions', questions, '--contexts', questions);
    expect([none.code, none.stderr]).toEqual([2, expect.any(String)]);
  },
);

test(
  'questions are made from documents, the same ones by the same seed, and the result says so',
  { tag: '@full' },
  async () => {
    const command = [join(DOCUMENTS, 'mixed'), '--systems', 'bm25', '--generate-questions', '12'];
    const first = await run(...command);
    expect(first.code, first.stderr).toBe(0);
    expect(first.stderr).toMatch(/12 questions were generated from the documents \(seed 42/);
    const { manifest, systems } = results() as Exported & { manifest: { generatedQuestions: unknown } };
    expect(manifest).toMatchObject({ generatedQuestions: { count: 12, seed: 42 } });
    const ids = Object.keys(systems[0]!.perQuery['MAP']!);
    expect(ids.every((id) => /^(keywords|relation|reworded|several)-\d+$/.test(id))).toBe(true);
    const hash = () => (results().manifest as { collection: { questionsHash: string } }).collection.questionsHash;
    const before = hash();
    const again = await run(...command);
    expect([again.code, hash()], again.stderr).toEqual([0, before]);
    const other = await run(...command, '--seed', '7');
    expect(other.code, other.stderr).toBe(0);
    expect(hash()).not.toBe(before);

    const none = await run(join(DOCUMENTS, 'mixed'), '--systems', 'bm25');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--generate-questions 60')]);
    const own = await run(smallCollection('own'), '--generate-questions', '5');
    expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('6 judged questions of its own')]);
  },
);

test('a table is read as documents where that is said', { tag: '@full' }, async () => {
  const table = join(DOCUMENTS, 'mixed/catalogue.csv');
  const refused = await run(table, '--generate-questions', '5');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('add --documents')]);
  const read = await run(table, '--documents', '--questions', join(DOCUMENTS, 'questions.csv'), '--systems', 'bm25');
  // Its rows hold the passage of one question; the others are left out, and counted.
  expect(read.code, read.stderr).toBe(0);
  expect(read.stderr).toContain('23 passages of questions left out: the documents do not have them.');
  expect(read.stderr).toContain('1 of 7 rows have no text');
  expect(Object.keys(results().systems[0]!.perQuery['MAP']!)).toHaveLength(1);
});

test('a model on disk is measured, and compared where a collection is named', { tag: '@full' }, async () => {
  const folder = onDisk('true-embedder', trueEmbedder());
  const alone = await run('--model', folder);
  expect(alone.code, alone.stderr).toBe(0);
  expect(alone.stdout).toMatch(/^Model true-embedder.* \(embedding\)/);
  expect(alone.stdout).toMatch(/WASM.*agrees +[\d.,]+/);
  const { models } = JSON.parse(readFileSync(join(out, 'models.json'), 'utf8')) as {
    models: { name: string; devices: { verdict: string }[] }[];
  };
  expect(models[0]!.devices[0]!.verdict).toBe('agrees');

  const compared = await run(smallCollection('small'), '--systems', 'bm25,embedding', '--model', folder, '--k', '1');
  expect(compared.code, compared.stderr).toBe(0);
  const { systems } = results();
  const { name } = models[0]!;
  expect(systems.map(({ id }) => id)).toEqual(['bm25', 'embedding', name, `bm25 + ${name}`]);
  // The bundled model under another form: it finds the same.
  expect(systems[2]!.measures['MRR@1']).toBeCloseTo(systems[1]!.measures['MRR@1']!, 6);

  const files = madeRepositories()[0]!.files.filter(({ path }) => path !== 'tokenizer.json');
  const broken = await run('--model', onDisk('not-a-model', files));
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('--model not-a-model: ')]);
});
