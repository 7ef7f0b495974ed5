import { describe, expect, it } from 'vitest';
import { readCollection } from '../../../../src/adapters/files/read';
import type { ImportProgress } from '../../../../src/contract/workers';
import { beirFiles, filesOf, importedFrom, type Contents } from './make';

const MIB = 2 ** 20;
const DOCS = 4000;
const passage = 'The heat transfer of a slender body at high speed is measured; 熱伝達を測る。'.repeat(12);

const largeBeir = (): Contents =>
  beirFiles({
    'corpus.jsonl': Array.from(
      { length: DOCS },
      (_, i) => `{"_id":"d${i}","title":"","text":"${passage} ${i}"}\n`,
    ).join(''),
  });

function largeJson(): Contents {
  const corpus = Object.fromEntries(Array.from({ length: DOCS }, (_, i) => [`d${i}`, `${passage} ${i}`]));
  return { 'large.json': JSON.stringify({ queries: { q: 'what?' }, corpus, relevant_docs: { q: ['d7'] } }) };
}

describe('a file of 4 MB', () => {
  it.each([
    ['BEIR', largeBeir],
    ['LlamaIndex JSON in one line', largeJson],
  ])('is read whole: %s', async (_name, make) => {
    const files = filesOf(make());
    expect(Math.max(...files.map(({ file }) => file.size))).toBeGreaterThan(3.5 * MIB);
    const { dataset } = await importedFrom(files);
    expect(dataset.docs).toHaveLength(DOCS);
    expect(dataset.docs.at(-1)?.text).toBe(`${passage} ${DOCS - 1}`);
  });
});

it('progress rises to all bytes, in about a hundred steps, and names the file', async () => {
  const corpus = `${JSON.stringify({ _id: 'd1', text: 'x'.repeat(8 * MIB) })}\n{"_id":"d2","text":""}`;
  const files = filesOf(beirFiles({ 'corpus.jsonl': corpus, 'other.bin': new Uint8Array(MIB) }));
  const steps: ImportProgress[] = [];
  expect(await readCollection({ files }, (step) => void steps.push(step))).toMatchObject({ ok: true });
  const total = files.slice(0, 3).reduce((sum, { file }) => sum + file.size, 0);
  expect(steps.map(({ bytesRead }) => bytesRead)).toEqual([...steps].map((s) => s.bytesRead).sort((a, b) => a - b));
  expect(steps.at(-1)).toEqual({ path: 'qrels/test.tsv', bytesRead: total, bytesTotal: total });
  expect(new Set(steps.map(({ path }) => path))).toEqual(new Set(['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv']));
  expect(steps.length).toBeGreaterThan(20);
  expect(steps.length).toBeLessThan(110);
});

describe('a collection', () => {
  it.each<[string, Contents]>([
    ['queries.jsonl', beirFiles()],
    ['a.run.gz', { 'a.run.gz': 'x' }],
  ])('tells of a file that cannot be read any more: %s', async (path, contents) => {
    const gone = new Blob(['x']);
    const unreadable = Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) });
    gone.slice = () => unreadable;
    const files = filesOf(contents).map((each) => (each.path === path ? { ...each, file: gone } : each));
    const outcome = await readCollection({ files }, () => {});
    expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'unreadable-file', file: path }] });
  });
});
