import { expect, test } from 'vitest';
import { chunkId } from '../../../../src/domain/chunk/recursive';
import { llamaIndexJson } from '../../../../src/domain/report/llamaindex-json';
import { docId, queryId, type Doc, type Judgment, type Query } from '../../../../src/base/types';
import { collectionIn, judged } from '../dataset/make';

const docs: Doc[] = [
  { id: docId('10'), title: 'Ten', text: 'First part. Second part.' },
  { id: docId('9'), title: '', text: '第三部分。“引用”\n\\' },
  { id: docId('__proto__'), title: '', text: 'Odd.' },
];
const queries: Query[] = ['q2', '1', 'none'].map((id) => ({ id: queryId(id), text: `Question ${id}?` }));
const judge = (query: string, doc: string, grade: number, span?: [number, number]): Judgment => ({
  query: queryId(query),
  doc: docId(doc),
  grade,
  ...(span && { span: { start: span[0], end: span[1] } }),
});

test('our own importer reads it back with the same texts and judgments', async () => {
  const judgments = [judge('q2', '10', 1, [0, 11]), judge('q2', '10', 1, [12, 24]), judge('1', '__proto__', 1)];
  const file = llamaIndexJson(docs, { queries, judgments }, null, 1);
  const read = await collectionIn({ 'set.json': file.text });
  expect(read.dataset.docs.map(({ id, text }) => [id, text])).toEqual([
    ['10', 'Ten\nFirst part. Second part.'],
    ['9', docs[1]!.text],
    ['__proto__', 'Odd.'],
  ]);
  expect(read.dataset.queries.map(({ id }) => id)).toEqual(['q2', '1']);
  expect(judged(read)).toEqual(['q2 10 1', '1 __proto__ 1']);
  expect(JSON.parse(file.text)).toMatchObject({ mode: 'text' });
});

test('with a chunking, chunks are the corpus, and judgments of spans become judgments of chunks', async () => {
  const chunks = [
    [0, 11],
    [12, 24],
  ].map(([start, end]) => {
    const place = { doc: docId('10'), start: start!, end: end! };
    return { id: chunkId(place.doc, place), place, text: docs[0]!.text.slice(start, end) };
  });
  const file = llamaIndexJson(
    docs,
    { queries, judgments: [judge('q2', '10', 1, [12, 20]), judge('1', '10', 1)] },
    chunks,
    1,
  );
  const read = await collectionIn({ 'set.json': file.text });
  expect(read.dataset.docs.map(({ id, text }) => [id, text])).toEqual([
    ['10#0-11', 'First part.'],
    ['10#12-24', 'Second part.'],
  ]);
  expect(judged(read)).toEqual(['q2 10#12-24 1', '1 10#0-11 1', '1 10#12-24 1']);
});

test('what the format cannot hold is counted: grades, needs, questions without a relevant passage', () => {
  const judgments = [judge('q2', '10', 2), judge('1', '9', 1), judge('none', '9', 0)];
  const requirements = [{ query: queryId('q2'), needs: [{ docs: [docId('10')] }] }];
  const { text, ...counts } = llamaIndexJson(docs, { queries, judgments, requirements }, null, 1);
  expect(counts).toEqual({ queries: 2, leftOut: 1, graded: 1, withNeeds: 1 });
  expect(JSON.parse(text)).toMatchObject({ relevant_docs: { q2: ['10'], 1: ['9'] } });
  expect(llamaIndexJson(docs, { queries, judgments }, null, 2).leftOut).toBe(2);
});
