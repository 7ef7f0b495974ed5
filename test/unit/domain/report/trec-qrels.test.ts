import { expect, it } from 'vitest';
import { trecQrels } from '../../../../src/domain/report/trec-qrels';
import { docId, queryId } from '../../../../src/base/types';

const judgment = (query: string, doc: string, grade: number) => ({ query: queryId(query), doc: docId(doc), grade });

it('writes judgments in their order, grade 0 among them', () =>
  expect(trecQrels([judgment('2', 'd', 3), judgment('1', 'e', 0)])).toBe('2 0 d 3\n1 0 e 0\n'));

it('refuses ids that would fall apart', () => {
  expect(() => trecQrels([judgment('how to', 'd', 1)])).toThrow('The id of the question “how to” has white space');
  expect(() => trecQrels([judgment('1', 'd\te', 1)])).toThrow('The id of the document');
});
