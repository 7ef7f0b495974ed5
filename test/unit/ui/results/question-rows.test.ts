import { expect, it } from 'vitest';
import { queryId, type Query, type QueryId } from '../../../../src/base/types';
import { filterQuestions, questionRows, sortQuestions } from '../../../../src/ui/results/question-rows';
import { resultOf } from '../result';

const result = resultOf({ bm25: [1, 0, 3, 0], embedding: [1, 2, 0, 0] });
const texts = new Map<QueryId, Query>(
  ['Tea', 'Tides', 'Trains'].map((text, i) => [queryId(`q${i}`), { id: queryId(`q${i}`), text }]),
);
const rows = questionRows(result, (id) => texts.get(id));
const ids = (kept: readonly { index: number }[]): number[] => kept.map((row) => row.index);

it('keeps a question that has been deleted since, without its text', () => expect(rows[3]!.text).toBeNull());

it('finds the questions on which systems disagree, at the k asked for', () => {
  expect(ids(filterQuestions(rows, result, 'disagree', 1, ''))).toEqual([]);
  expect(ids(filterQuestions(rows, result, 'disagree', 3, ''))).toEqual([1, 2]);
});

it('finds those that no system, or every system, answers', () => {
  expect(ids(filterQuestions(rows, result, 'none', 3, ''))).toEqual([3]);
  expect(ids(filterQuestions(rows, result, 'none', 1, ''))).toEqual([1, 2, 3]);
  expect(ids(filterQuestions(rows, result, 'all-find', 3, ''))).toEqual([0]);
});

it('searches texts and ids', () => {
  expect(ids(filterQuestions(rows, result, 'every', 3, 't'))).toEqual([0, 1, 2]);
  expect(ids(filterQuestions(rows, result, 'every', 3, 'Q3'))).toEqual([3]);
});

it('sorts a question that was not found after every rank', () => {
  expect(ids(sortQuestions(rows, '0', 'ascending'))).toEqual([0, 2, 1, 3]);
  expect(ids(sortQuestions(rows, '0', 'descending'))).toEqual([1, 3, 2, 0]);
});
