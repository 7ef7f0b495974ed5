import { importMessages } from '../../../../../src/ui/shared/messages/importing';
import { say } from '../../../../../src/ui/shared/messages/say';
import { describe, expect, it } from 'vitest';
import { fitSupplied } from '../../../../../src/domain/dataset/supplied/fit';
import type { ImportedContexts, ImportedRewrites, ImportedVectors } from '../../../../../src/domain/dataset/outcome';
import { docId, queryId } from '../../../../../src/base/types';
import { placesOf } from '../make';

const ground = {
  docs: ['d1', 'd2', 'd3'].map(docId),
  queries: [
    { id: queryId('q1'), text: 'which?' },
    { id: queryId('q2'), text: ' why? ' },
  ],
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
  return { kind: 'vectors', file, ids: typeof ids === 'number' ? null : ids, dimensions, values };
};

const messagesOf = (...supplied: (ImportedContexts | ImportedRewrites | ImportedVectors)[]) =>
  fitSupplied(supplied, ground).problems.map((each) => say(importMessages, each));

describe('rewrites held against a collection', () => {
  it('are of questions by id, by text, and by text without the blanks around it', () => {
    const { items, problems, warnings } = fitSupplied([rewrites({ q1: ['a', 'b'], 'why?': ['c'] })], ground);
    expect(items).toMatchObject([{ kind: 'rewrites', questions: 2, texts: 3, without: 0 }]);
    expect([problems, warnings]).toEqual([[], []]);
  });

  it('of other questions are told with the first of them, and kept', () => {
    const { items, warnings } = fitSupplied([rewrites({ q1: ['a'], x: ['b'], y: ['c'] })], ground);
    expect(items).toMatchObject([{ questions: 1, texts: 1, without: 1, entries: { length: 3 } }]);
    expect(say(importMessages, warnings[0]!)).toMatch(/^2 of 3 questions are not in this collection.*“x”, “y”\.$/);
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
});

describe('vectors held against a collection', () => {
  it('are told apart by ids, whatever order the files have', () => {
    const { items } = fitSupplied([vectors('b', ['q2', 'q1']), vectors('a', ['d3', 'd1', 'd2'])], ground);
    expect(items).toMatchObject([
      {
        kind: 'vectors',
        files: ['a', 'b'],
        docs: ['d3', 'd1', 'd2'],
        queries: ['q2', 'q1'],
        without: 0,
        dimensions: 2,
      },
    ]);
  });

  it('are told apart by their number of rows, in the order of the collection', () => {
    const { items } = fitSupplied([vectors('x.npy', 3), vectors('y.npy', 2)], ground);
    expect(items).toMatchObject([{ files: ['x.npy', 'y.npy'], docs: ground.docs, queries: ['q1', 'q2'] }]);
  });

  it('are told apart by their names where there are as many documents as questions', () => {
    const even = { ...ground, docs: ground.docs.slice(0, 2) };
    const files = fitSupplied([vectors('my-questions.npy', 2), vectors('passages.npy', 2)], even).items;
    expect(files).toMatchObject([{ files: ['passages.npy', 'my-questions.npy'] }]);
    const { problems } = fitSupplied([vectors('a.npy', 2), vectors('b.npy', 2)], even);
    expect(problems.map((each) => say(importMessages, each))[0]).toContain('as many documents as questions');
  });

  it('of what the collection does not have are left out row by row, which is told', () => {
    const { items, warnings } = fitSupplied(
      [vectors('p', ['x', 'd1', 'd2', 'y', 'd3']), vectors('q', ['z', 'q2'])],
      ground,
    );
    expect(items).toMatchObject([
      {
        docs: ['d1', 'd2', 'd3'],
        passages: Float32Array.of(3, 4, 5, 6, 9, 10),
        queries: ['q2'],
        questions: Float32Array.of(3, 4),
        without: 1,
      },
    ]);
    expect(placesOf(warnings)).toEqual(['partly-fitting p', 'partly-fitting q']);
  });

  it.each([
    ['other counts', [vectors('a', 4), vectors('b', 2)], /4 rows, and this collection has 3 documents and 2 questions/],
    ['a passage without one', [vectors('a', ['d1', 'd3']), vectors('b', 2)], /1 of 3 documents .* “d2”/],
    ['passages alone', [vectors('a', 3)], /none of questions to search them with/],
    ['questions alone', [vectors('a', 2)], /none of passages to search/],
    ['two models', [vectors('a', 3), vectors('b', 3), vectors('c', 2)], /several files of passages \(a, b\)/],
    ['two widths', [vectors('a', 3), vectors('b', 2, 5)], /Passages have 2 numbers a vector, and questions 5/],
    [
      'ids of nothing here',
      [vectors('a', ['x']), vectors('b', 2)],
      /its first is “x”, the first document here is “d1”/,
    ],
    ['ids of both', [vectors('a', ['d1', 'q1']), vectors('b', 2)], /those of documents and of questions alike/],
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
