import { expect, it } from 'vitest';
import { docId, type Judgment, queryId } from '../../../../src/base/types';
import { judgedKeys, judgmentChanges } from '../../../../src/domain/run-comparison/judgment-changes';

const judged = (query: string, doc: string, grade: number, start?: number): Judgment => ({
  query: queryId(query),
  doc: docId(doc),
  grade,
  ...(start === undefined ? {} : { span: { start, end: start + 1 } }),
});

it('says what was judged otherwise', () => {
  const before = [judged('a', 'x', 1), judged('a', 'y', 0), judged('b', 'x', 2), judged('c', 'x', 1, 0)];
  const after = [judged('c', 'x', 1, 5), judged('b', 'x', 1), judged('a', 'x', 1), judged('a', 'x', 0)];
  expect(judgmentChanges({ judgments: before }, { judgments: after })).toEqual({
    added: [after[0]],
    removed: [before[1], before[3]],
    changed: [{ judgment: after[1], before: 2 }],
    questions: ['a', 'b', 'c'],
  });
  expect(judgmentChanges({ judgments: before }, { judgments: [...before].reverse() })).toEqual({
    added: [],
    removed: [],
    changed: [],
    questions: [],
  });
});

it('other needs are other judgments', () => {
  const judgments = [judged('a', 'x', 1), judged('a', 'y', 1)];
  const needs = (...docs: string[][]) => ({
    judgments,
    requirements: [{ query: queryId('a'), needs: docs.map((each) => ({ docs: each.map(docId) })) }],
  });
  expect(judgmentChanges(needs(['x'], ['y']), needs(['x', 'y'])).questions).toEqual(['a']);
  expect(judgedKeys(needs(['x'], ['y']))).toEqual(judgedKeys(needs(['y'], ['x'])));
});
