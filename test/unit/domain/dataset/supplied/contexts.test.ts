import { describe, expect, it } from 'vitest';
import type { ContextEntry } from '../../../../../src/domain/chunk/written-contexts';
import { jsonl, outcomeOf, placesOf, problemsIn, suppliedIn } from '../make';
import {
  askedTexts,
  type Rewrites,
  suppliedHash,
  type VectorSet,
} from '../../../../../src/domain/dataset/supplied/content';
import { docId, queryId } from '../../../../../src/base/types';

const contextsIn = async (path: string, text: string): Promise<readonly ContextEntry[]> =>
  (await suppliedIn('contexts', path, text)).entries;

const TWO = [
  { passage_id: 'a.txt#0-9', context: 'Of pumps.' },
  { passage_id: 'a.txt#9-20', context: 'Of valves.' },
];

describe('contexts of passages', () => {
  it.each([
    ['JSON Lines', 'a.jsonl', jsonl(...TWO)],
    ['a JSON list', 'a.json', JSON.stringify(TWO, null, 2)],
    ['CSV', 'a.csv', 'passage_id,context\na.txt#0-9,Of pumps.\na.txt#9-20,Of valves.\n'],
  ])('are read from %s', async (_, path, text) => {
    expect(await contextsIn(path, text)).toEqual([
      { id: 'a.txt#0-9', at: null, context: 'Of pumps.' },
      { id: 'a.txt#9-20', at: null, context: 'Of valves.' },
    ]);
  });

  it.each([
    ['its document, where documents are not cut', { doc_id: 'd1' }, 'd1', null],
    ['a number as an id', { id: 12 }, '12', null],
    ['where it begins', { document: 'a.txt', start: 12 }, 'a.txt', { start: 12 }],
    ['its place', { doc_id: 'a.txt', start: 0, end: 9 }, 'a.txt', { start: 0, end: 9 }],
    ['its number in the document', { doc_id: 'a.txt', chunk_index: 3 }, 'a.txt', { index: 3 }],
    ['its document and its text', { doc_id: 'a.txt', chunk_text: 'It leaks.' }, 'a.txt', { text: 'It leaks.' }],
    ['its text alone', { original_text: 'It leaks.' }, null, { text: 'It leaks.' }],
    ['its own id, whatever else is there', { id: 'a.txt#0-9', text: 'It leaks.', start: 0 }, 'a.txt#0-9', null],
    [
      'its text rather than an id of another program',
      { chunk_id: 'c0', text: 'It leaks.' },
      null,
      { text: 'It leaks.' },
    ],
    [
      'its text in the document that an id names',
      { id: 'a.txt', chunk_text: 'It leaks.' },
      'a.txt',
      { text: 'It leaks.' },
    ],
    [
      'its document rather than an id of another program',
      { chunk_id: 'doc_1_chunk_0', doc_id: 'a.txt', original_index: 0 },
      'a.txt',
      { index: 0 },
    ],
  ])('name a passage by %s', async (_, names, id, at) => {
    expect(await contextsIn('a.jsonl', jsonl({ ...names, context: 'c' }))).toEqual([{ id, at, context: 'c' }]);
  });

  it('may stand in one text with the passage, before it or behind it', async () => {
    const text = 'It leaks.';
    const of = async (contextualized_text: string) =>
      (await contextsIn('a.jsonl', jsonl({ text, contextualized_text })))[0]!.context;
    expect(await of(`Of pumps.\n\n${text}`)).toBe('Of pumps.');
    expect(await of(`${text}\n\nOf pumps.`)).toBe('Of pumps.');
    expect(await of('Of pumps.')).toBe('Of pumps.');
  });

  it('say the line and the field of what is wrong', async () => {
    const problems = await problemsIn({
      'c.jsonl': jsonl(
        { passage_id: 'a', context: 'x' },
        { passage_id: 'b' },
        { passage_id: 'c', context: 3 },
        { context: 'of nothing' },
        { doc_id: 'd', start: -1, context: 'x' },
        { doc_id: 'd', chunk_index: 'first', context: 'x' },
        { doc_id: 'd', start: 1.5, context: 'x' },
      ),
    });
    expect(placesOf(problems)).toEqual([
      'wrong-shape c.jsonl 2 context',
      'wrong-shape c.jsonl 3 context',
      'wrong-shape c.jsonl 4',
      'wrong-shape c.jsonl 5 start',
      'wrong-shape c.jsonl 6 chunk_index',
      'wrong-shape c.jsonl 7 start',
    ]);
  });

  it('tell of empty and of repeated ones, of which the first counts', async () => {
    const text = jsonl({ id: 'a', context: 'x' }, { id: 'a', context: 'y' }, { id: 'b', context: ' ' });
    const outcome = await outcomeOf({ 'c.jsonl': text });
    expect(outcome.ok && placesOf(outcome.warnings)).toEqual(['empty-contexts c.jsonl', 'repeated-contexts c.jsonl']);
    expect(await contextsIn('c.jsonl', text)).toEqual([{ id: 'a', at: null, context: 'x' }]);
  });

  it('are refused where all of them are empty', async () => {
    expect(placesOf(await problemsIn({ 'c.jsonl': jsonl({ id: 'a', context: '' }) }))).toEqual(['empty-file c.jsonl']);
  });
});

describe('what is no file of contexts', () => {
  it.each([
    ['questions with a context, as SQuAD', 'a.jsonl', { id: '1', context: 'text', question: 'why?' }],
    ['documents with a field of the name', 'corpus.jsonl', { _id: '1', title: 't', text: 'x', context: 'y' }],
    ['a context of nothing', 'a.jsonl', { context: 'y', kind: 'z' }],
    ['rewrites', 'a.jsonl', { id: 'q', rewrites: ['x'], context: 'y' }],
  ])('is not taken for one: %s', async (_, path, record) => {
    const outcome = await outcomeOf({ [path]: JSON.stringify(record) });
    const kinds = outcome.ok ? (outcome.supplied ?? []).map(({ kind }) => kind) : [];
    expect(kinds).not.toContain('contexts');
  });

  it('is one by its name, or by a field that only passages have', async () => {
    const record = { id: '1', text: 'x', context: 'y' };
    expect(await contextsIn('contexts.jsonl', jsonl(record))).toHaveLength(1);
    expect(await contextsIn('a.jsonl', jsonl({ ...record, start: 0 }))).toHaveLength(1);
  });
});

const queries = [
  { id: queryId('q1'), text: 'which?' },
  { id: queryId('q2'), text: 'why?' },
  { id: queryId('q3'), text: 'who?' },
];

describe('the texts that are asked', () => {
  const entries = [
    { question: 'q1', texts: ['what?', 'which one?'] },
    { question: 'why?', texts: ['what?', 'why?'] },
  ];

  it('are the question and its rewrites, each once for a question and once in all', () => {
    expect(askedTexts(queries, entries, true)).toEqual({
      texts: ['which?', 'what?', 'which one?', 'why?', 'who?'],
      byQuestion: [[0, 1, 2], [3, 1], [4]],
      without: 1,
    });
  });

  it('are the rewrites alone, and the question where it has none', () => {
    expect(askedTexts(queries, entries, false)).toEqual({
      texts: ['what?', 'which one?', 'why?', 'who?'],
      byQuestion: [[0, 1], [0, 2], [3]],
      without: 1,
    });
  });

  it('follow the id, where another question has it as its text', () => {
    const confused = [
      { question: 'q1', texts: ['by id'] },
      { question: 'q2', texts: ['by text'] },
    ];
    const asked = [{ id: queryId('q1'), text: 'q2' }];
    expect(askedTexts(asked, confused, false).texts).toEqual(['by id']);
  });
});

const vectors: VectorSet = {
  kind: 'vectors',
  dimensions: 2,
  docs: [docId('d1'), docId('d2')],
  passages: Float32Array.of(1, 0, 0, 1),
  queries: [queryId('q1')],
  textKeys: ['key'],
  questions: Float32Array.of(0.5, 0.5),
};
const rewrites: Rewrites = { kind: 'rewrites', entries: [{ question: 'q1', texts: ['a', 'b'] }] };

describe('the hash of what a person added for retrieval', () => {
  it('is the same for the same content, wherever it lies in memory', () => {
    const shifted = Float32Array.of(9, 1, 0, 0, 1).subarray(1);
    expect(suppliedHash({ ...vectors, passages: shifted })).toBe(suppliedHash(vectors));
    expect(suppliedHash(structuredClone(rewrites))).toBe(suppliedHash(rewrites));
  });

  it('is another for all that can change a score', () => {
    const others = [
      vectors,
      { ...vectors, dimensions: 4 },
      { ...vectors, docs: [docId('d2'), docId('d1')] },
      { ...vectors, queries: [queryId('q2')] },
      { ...vectors, passages: Float32Array.of(1, 0, 1, 0) },
      { ...vectors, questions: Float32Array.of(0.5, 0.25) },
      rewrites,
      { ...rewrites, entries: [{ question: 'q1', texts: ['b', 'a'] }] },
    ];
    expect(new Set(others.map(suppliedHash)).size).toBe(others.length);
  });
});
