import { describe, expect, it } from 'vitest';
import { jsonl, outcomeOf, placesOf, problemsIn, suppliedIn, told } from '../make';
import { fitSupplied } from '../../../../../src/domain/dataset/supplied/fit';
import type { ImportedContexts, ImportedRewrites, ImportedVectors } from '../../../../../src/domain/dataset/outcome';
import { docId, queryId } from '../../../../../src/base/types';

/** Rewrites that are found in one file, as text by question. */
async function rewritesIn(path: string, text: string): Promise<Record<string, readonly string[]>> {
  const { entries } = await suppliedIn('rewrites', path, text);
  return Object.fromEntries(entries.map(({ question, texts }) => [question, texts]));
}

const ROWS = [
  { question: 'which tea?', rewrites: ['what tea?', 'tea?'] },
  { query: 'why?', rewrites: ['for what reason?'] },
];
const TWO = { 'which tea?': ['what tea?', 'tea?'], 'why?': ['for what reason?'] };

describe('rewrites of questions', () => {
  it.each([
    ['JSON by question', 'a.json', JSON.stringify(TWO, null, 2)],
    ['JSON Lines', 'a.jsonl', jsonl(...ROWS)],
    ['a JSON list', 'a.json', JSON.stringify(ROWS)],
    ['CSV, a rewrite a line', 'a.csv', 'query,rewrite\nwhich tea?,what tea?\nwhich tea?,tea?\nwhy?,for what reason?\n'],
    ['CSV with lists', 'a.csv', `query,rewrites\nwhich tea?,"['what tea?', 'tea?']"\nwhy?,"[""for what reason?""]"\n`],
  ])('are read from %s', async (_, path, text) => {
    expect(await rewritesIn(path, text)).toEqual(TWO);
  });

  it('may be one text, as a passage that might answer, where the name of the file says what it is', async () => {
    expect(await rewritesIn('hyde.json', '{"q1": "Tea is a drink."}')).toEqual({ q1: ['Tea is a drink.'] });
    expect(await rewritesIn('a.jsonl', '{"query": "q1", "rewrites": "Tea is a drink."}')).toEqual({
      q1: ['Tea is a drink.'],
    });
    expect(await rewritesIn('query_rewrite.json', '{"q1": [], "q2": ["x"]}')).toEqual({ q2: ['x'] });
  });

  it('keep the order of keys that look like numbers, and the line of what is wrong', async () => {
    expect(Object.keys(await rewritesIn('a.json', '{"b": ["x"], "a": ["y"]}'))).toEqual(['b', 'a']);
    const problems = await problemsIn({
      'rewrites.json': '{\n"q1": ["a"],\n"q2": ["a", 3],\n"q3": {"a": 1},\n"q4": [" "]\n}',
    });
    expect(placesOf(problems)).toEqual([
      'wrong-shape rewrites.json 3 "q2"[1]',
      'wrong-shape rewrites.json 4 "q3"',
      'wrong-shape rewrites.json 5 "q4"',
    ]);
  });

  it.each([
    ['broken JSON', 'r.json', '{"q1": ["a"],}', 'not-json'],
    ['a line that is no object', 'r.jsonl', '{"query": "q", "rewrites": ["a"]}\n[1]', 'wrong-shape'],
    ['a line without a question', 'r.jsonl', '{"query": "q", "rewrites": ["a"]}\n{"rewrites": ["a"]}', 'wrong-shape'],
    ['no rewrite at all', 'r.jsonl', '{"query": "q", "rewrites": []}', 'empty-file'],
    ['an empty question', 'r.json', '{"": ["a"]}', 'empty-id'],
  ])('are refused with %s', async (_, path, text, code) => {
    expect((await problemsIn({ [path]: text })).map((each) => each.code)).toEqual([code]);
  });

  it('tell of questions without any, and of repeated ones, which count once', async () => {
    const outcome = await outcomeOf({ 'rewrites.json': '{"q1": ["a", "b", "a"], "q2": []}' });
    expect(outcome.ok && placesOf(outcome.warnings)).toEqual([
      'no-rewrites rewrites.json',
      'repeated-rewrites rewrites.json',
    ]);
    expect(await rewritesIn('rewrites.json', '{"q1": ["a", "b", "a"]}')).toEqual({ q1: ['a', 'b'] });
  });
});

it.each([
  ['LlamaIndex', 'a.json', '{"relevant_docs": {"q1": ["d1"]}, "queries": {"q1": "x"}, "corpus": {"d1": "y"}}'],
  ['lists of columns', 'a.json', '{"question": ["x", "y"], "contexts": [["a"], ["b"]]}'],
  ['texts by id, with a name that says nothing', 'texts.json', '{"q1": "x"}'],
  ['judgments of ranx', 'rewrite-qrels.json', '{"q1": {"d1": 1}}'],
  ['questions with ground truth', 'qa.jsonl', '{"qid": "q", "query": "x", "retrieval_gt": [["d"]], "rewrites": ["y"]}'],
])('what is no file of rewrites is not taken for one: %s', async (_, path, text) => {
  const outcome = await outcomeOf({ [path]: text });
  if (outcome.ok) expect(outcome.supplied ?? []).toEqual([]);
});

describe('rewrites beside a collection', () => {
  const collection = JSON.stringify({
    queries: { q1: 'which?' },
    corpus: { d1: 'text' },
    relevant_docs: { q1: ['d1'] },
  });

  it('come with it, and do not make two collections of it', async () => {
    const outcome = await outcomeOf({ 'doc_qa.json': collection, 'query_rewrite.json': '{"which?": ["what?"]}' });
    expect(outcome).toMatchObject({
      ok: true,
      kind: 'collection',
      summary: { format: 'llamaindex' },
      supplied: [{ kind: 'rewrites', entries: [{ question: 'which?', texts: ['what?'] }] }],
    });
  });

  it('that are broken are left out with a warning: the collection stands without them', async () => {
    const outcome = await outcomeOf({ 'doc_qa.json': collection, 'query_rewrite.json': '{"which?": ["what?", 1]}' });
    expect(outcome).toMatchObject({ ok: true, kind: 'collection', supplied: [] });
    expect(outcome.ok && placesOf(outcome.warnings)).toEqual(['wrong-shape query_rewrite.json 1 "which?"[1]']);
  });
});

const ground = {
  docs: ['d1', 'd2', 'd3'].map(docId),
  queries: ['which?', ' why? '].map((text, i) => ({ id: queryId(`q${i + 1}`), text })),
};

const rewrites = (entries: Record<string, string[]>): ImportedRewrites => ({
  kind: 'rewrites',
  file: 'r.json',
  entries: Object.entries(entries).map(([question, texts]) => ({ question, texts })),
});

const contexts = (...ids: (string | null)[]): ImportedContexts => ({
  kind: 'contexts',
  file: 'c.jsonl',
  entries: ids.map((id, i) => ({ id, at: id === null ? { text: `text ${i}` } : null, context: 'x' })),
});

const vectors = (file: string, ids: readonly string[] | number, dimensions = 2): ImportedVectors => {
  const rows = typeof ids === 'number' ? ids : ids.length;
  const values = Float32Array.from({ length: rows * dimensions }, (_, i) => i + 1);
  const fields = typeof ids === 'number' ? [] : [{ name: 'id', values: ids }];
  return { kind: 'vectors', file, fields, models: [], dimensions, values };
};

const messagesOf = (...supplied: (ImportedContexts | ImportedRewrites | ImportedVectors)[]) =>
  fitSupplied(supplied, ground).problems.map(told);

describe('rewrites held against a collection', () => {
  it('are of questions by id, by text, and by text without the blanks around it', () => {
    const { items, problems, warnings } = fitSupplied([rewrites({ q1: ['a', 'b'], 'why?': ['c'] })], ground);
    expect(items).toMatchObject([{ kind: 'rewrites', questions: 2, texts: 3, without: 0 }]);
    expect([problems, warnings]).toEqual([[], []]);
  });

  it('of other questions are told with the first of them, and kept', () => {
    const { items, warnings } = fitSupplied([rewrites({ q1: ['a'], x: ['b'], y: ['c'] })], ground);
    expect(items).toMatchObject([{ questions: 1, texts: 1, without: 1, entries: { length: 3 } }]);
    expect(told(warnings[0]!)).toMatch(/^2 of 3 questions are not in this collection.*“x”, “y”\.$/);
  });

  it('are refused where none is of the collection, with an example of each side', () => {
    expect(messagesOf(rewrites({ x: ['a'] }))).toEqual([
      'None of its questions is in this collection, by id or by text: its first is “x”, the first question here is “which?”. Open the collection that it belongs to.',
    ]);
  });

  it('are refused where they are ids of documents: those are judgments', () => {
    expect(messagesOf(rewrites({ q1: ['d1', 'd3'], q2: ['d2', 'a'] }))[0]).toContain('judgments, and no rewrites');
    expect(messagesOf(rewrites({ q1: ['d1', 'a', 'b'] }))).toEqual([]);
  });

  it('are refused where there are no documents', () => {
    const { problems } = fitSupplied([rewrites({ q1: ['a'] })], { ...ground, docs: [] });
    expect(placesOf(problems)).toEqual(['unfit-rewrites r.json']);
  });
});

describe('vectors held against a collection', () => {
  it('are told apart by their names where there are as many documents as questions', () => {
    const even = { ...ground, docs: ground.docs.slice(0, 2) };
    const files = fitSupplied([vectors('my-questions.npy', 2), vectors('passages.npy', 2)], even).items;
    expect(files).toMatchObject([{ files: ['passages.npy', 'my-questions.npy'] }]);
    const { problems } = fitSupplied([vectors('a.npy', 2), vectors('b.npy', 2)], even);
    expect(problems.map(told)[0]).toContain('as many documents as questions');
  });

  it('of what the collection does not have are left out row by row, which is told', () => {
    const files = [vectors('p', ['x', 'd1', 'd2', 'y', 'd3']), vectors('q', ['z', 'q2'])];
    const { items, warnings } = fitSupplied(files, ground);
    const passages = { docs: ['d1', 'd2', 'd3'], passages: Float32Array.of(3, 4, 5, 6, 9, 10) };
    expect(items).toMatchObject([{ ...passages, queries: ['q2'], questions: Float32Array.of(3, 4), without: 1 }]);
    expect(placesOf(warnings)).toEqual(['partly-fitting p', 'partly-fitting q']);
  });

  it.each([
    ['other counts', [vectors('a', 4), vectors('b', 2)], /4 rows, and this collection has 3 documents and 2 questions/],
    ['a passage without one', [vectors('a', ['d1', 'd3']), vectors('b', 2)], /1 of 3 documents .* “d2”/],
    ['passages alone', [vectors('a', 3)], /none of questions to search them with/],
    ['questions alone', [vectors('a', 2)], /none of passages to search/],
    ['two models', [vectors('a', 3), vectors('b', 3), vectors('c', 2)], /several files of passages \(a, b\)/],
    ['two widths', [vectors('a', 3), vectors('b', 2, 5)], /Passages have 2 numbers a vector, and questions 5/],
    ['ids of both', [vectors('a', ['d1', 'q1']), vectors('b', 2)], /several files of questions \(a, b\)/],
  ])('are refused with %s', (_, files, message) => {
    expect(messagesOf(...files)).toEqual([expect.stringMatching(message)]);
    expect(fitSupplied(files, ground).items).toEqual([]);
  });
});

describe('contexts held against a collection', () => {
  it('are of documents, whole or by a passage of them, and of passages by their text', () => {
    const { items, problems, warnings } = fitSupplied([contexts('d1', 'd1#0-9', 'd2#3-8', null)], ground);
    expect(items).toMatchObject([{ kind: 'contexts', documents: 2, byText: 1, entries: { length: 4 } }]);
    expect([problems, warnings]).toEqual([[], []]);
  });

  it('of other documents are told, and kept', () => {
    const { items, warnings } = fitSupplied([contexts('d1', 'x', 'y#0-9')], ground);
    expect(items).toMatchObject([{ documents: 1, byText: 0, entries: { length: 3 } }]);
    expect(placesOf(warnings)).toEqual(['partly-fitting c.jsonl']);
  });

  it('are refused where none is of a document here', () => {
    expect(messagesOf(contexts('x', 'y'))).toEqual([
      expect.stringMatching(/its first is of “x”, and the first document here is “d1”/),
    ]);
  });
});
