import { expect, it } from 'vitest';
import { judgesPlaces, judgmentsOf, toQrels } from '../../../../src/domain/run/judgments';
import { docId, queryId } from '../../../../src/base/types';

const judged = (doc: string, grade: number, start?: number) => ({
  query: queryId('q'),
  doc: docId(doc),
  grade,
  ...(start === undefined ? {} : { span: { start, end: start + 5 } }),
});

it('gives a document the highest grade of its judged parts, whichever was judged last', () => {
  const qrels = toQrels([judged('a', 0, 0), judged('a', 2, 9), judged('a', 1, 20), judged('b', 0)]);
  expect([...qrels.get(queryId('q'))!]).toEqual([
    ['a', 2],
    ['b', 0],
  ]);
});

it('comes back as one judgment a document', () => {
  const judgments = [judged('a', 2), judged('b', 0), judged('c', -1)];
  expect(judgmentsOf(toQrels(judgments))).toEqual(judgments);
});

it('tells judgments of places from those of whole documents', () => {
  const [query, doc] = [queryId('q'), docId('a')];
  const needs = [{ docs: [doc], places: [{ doc, start: 0, end: 5 }] }];
  expect(judgesPlaces({ judgments: [judged('a', 1), judged('b', 1, 3)] })).toBe(true);
  expect(judgesPlaces({ judgments: [judged('a', 1)], requirements: [{ query, needs }] })).toBe(true);
  expect(judgesPlaces({ judgments: [judged('a', 1)], requirements: [{ query, needs: [{ docs: [doc] }] }] })).toBe(
    false,
  );
});
