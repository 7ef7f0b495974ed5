import { describe, expect, it } from 'vitest';
import { docId, queryId, type Run } from '../../../../src/base/types';
import { trecQrels, trecRun, UnwritableId } from '../../../../src/domain/report/trec';

const judgment = (query: string, doc: string, grade: number) => ({ query: queryId(query), doc: docId(doc), grade });

it('writes judgments in their order, grade 0 among them', () =>
  expect(trecQrels([judgment('2', 'd', 3), judgment('1', 'e', 0)])).toBe('2 0 d 3\n1 0 e 0\n'));

it('refuses ids that would fall apart', () => {
  expect(() => trecQrels([judgment('how to', 'd', 1)])).toThrow('question “how to”');
  expect(() => trecQrels([judgment('1', 'd\te', 1)])).toThrow('document “d\te”');
});

const run = (query: string, ...hits: [string, number][]): Run =>
  new Map([[queryId(query), hits.map(([id, score]) => ({ id: docId(id), score }))]]);

describe('trecRun', () => {
  it('writes ranks, scores with all their digits, and the tag without white space', () => {
    expect(trecRun(run('1', ['d1', 1 / 3], ['d2', 1e-21]), 'my run').text).toBe(
      '1 Q0 d1 1 0.3333333333333333 my-run\n1 Q0 d2 2 1e-21 my-run\n',
    );
  });

  it('writes no line for a question without hits', () => expect(trecRun(run('1'), 'x').text).toBe(''));

  it('counts the questions that single precision puts in another order', () => {
    const close = 0.1 + 1e-12;
    expect(trecRun(run('1', ['a', close], ['b', 0.1]), 'x').reorderedBySinglePrecision).toBe(1);
    // Ids decide the same way.
    expect(trecRun(run('1', ['b', close], ['a', 0.1]), 'x').reorderedBySinglePrecision).toBe(0);
    expect(trecRun(run('1', ['b', 0.1], ['a', 0.1]), 'x').reorderedBySinglePrecision).toBe(0);
  });

  it('refuses ids that would fall apart', () => {
    expect(() => trecRun(run('1', ['a b', 1]), 'x')).toThrow(UnwritableId);
    expect(() => trecRun(run('q 1', ['a', 1]), 'x')).toThrow('question “q 1”');
    expect(() => trecRun(run('', ['a', 1]), 'x')).toThrow('question “”');
  });
});
