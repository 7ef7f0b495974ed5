import { describe, expect, it } from 'vitest';
import { trecRun } from '../../../../src/domain/report/trec-run';
import { UnwritableId } from '../../../../src/domain/report/white-space';
import { docId, queryId, type Run } from '../../../../src/base/types';

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
    expect(() => trecRun(run('q 1', ['a', 1]), 'x')).toThrow('The id of the question “q 1” has white space in it');
    expect(() => trecRun(run('', ['a', 1]), 'x')).toThrow('is empty');
  });
});
