import { describe, expect, it } from 'vitest';
import {
  chunkedOtherwise,
  isPaired,
  judgedKeys,
  judgmentChanges,
  type RunQuestions,
  sharedQuestions,
  sharedSystems,
} from '../../../../src/domain/run-comparison/comparability';
import { experiment } from '../../workbench/workshop';
import { docId, type Judgment, queryId } from '../../../../src/base/types';

it('values of questions are paired for means that have a better side', () => {
  expect(['nDCG@10', 'MRR', 'RBP(p=0.5)'].map(isPaired)).toEqual([true, true, true]);
  expect(['num_ret', 'gm_map', 'RBPresidual', 'nothing@3'].map(isPaired)).toEqual([false, false, false, false]);
});

it('systems are matched by id', () => {
  expect(sharedSystems(['a', 'b'], ['b', 'c', 'a'])).toEqual([
    { before: 'b', after: 'b' },
    { before: 'a', after: 'a' },
  ]);
});

it('passages of other chunkings are not compared, documents are', () => {
  const spec = experiment({ systems: ['bm25'] });
  const cut = (size: number) => ({
    ...spec,
    systems: spec.systems.map((system) => ({
      ...system,
      chunker: { kind: 'sentences', size, overlap: 0, context: 'none' } as const,
    })),
  });
  const pairs = sharedSystems(['bm25'], ['bm25']);
  expect(chunkedOtherwise(pairs, cut(100), cut(100))).toBeNull();
  const problem = { code: 'runs-chunked-otherwise', data: { systems: ['bm25'] } };
  expect(chunkedOtherwise(pairs, cut(100), cut(200))).toEqual(problem);
  expect(chunkedOtherwise(pairs, spec, cut(200))).toEqual(problem);
  const byDocument = (size: number) => ({ ...cut(size), aggregate: 'max' as const });
  expect(chunkedOtherwise(pairs, byDocument(100), byDocument(200))).toBeNull();
});

const run = (...questions: readonly [id: string, text: string | null, judged: string | null][]): RunQuestions => ({
  queries: questions.map(([id]) => queryId(id)),
  texts: questions.map(([, text]) => text),
  judged: questions.map(([, , judged]) => judged),
});

describe('the questions that two runs share', () => {
  it('are those of one id and text that were judged alike, in whatever order', () => {
    const before = run(['gone', 'x', '1'], ['a', 'A', '1'], ['b', 'B', '1'], ['c', 'C', '1'], ['d', 'D', null]);
    const after = run(['d', 'D', '7'], ['c', 'C', '2'], ['b', 'other', '2'], ['a', 'A', '1'], ['new', 'x', '1']);
    expect(sharedQuestions(before, after)).toEqual({
      queries: ['a', 'd'],
      before: [1, 4],
      after: [3, 0],
      removed: ['gone'],
      added: ['new'],
      edited: ['b'],
      rejudged: ['c'],
      unknown: 1,
    });
  });

  it('need a known text where ids do not suffice', () => {
    const [before, after] = [run(['a', null, null], ['b', 'B', null]), run(['a', 'A', null], ['b', 'B', null])];
    expect(sharedQuestions(before, after).queries).toEqual(['a', 'b']);
    expect(sharedQuestions(before, after, false)).toMatchObject({ queries: ['b'], edited: ['a'], unknown: 1 });
  });
});

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
