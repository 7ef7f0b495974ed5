import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { completedPrefix, questionOrder } from '../../../../src/domain/evidence/counted';

const queries = Array.from({ length: 200 }, (_, i) => queryId(`q${i}`));

describe('the order of questions', () => {
  it('has each once, the same for the same seed, another for another', () => {
    const order = questionOrder('a', queries);
    expect([...order].sort((a, b) => a - b)).toEqual([...queries.keys()]);
    expect(questionOrder('a', queries)).toEqual(order);
    expect(questionOrder('b', queries)).not.toEqual(order);
  });

  it('keeps the order of questions among others, wherever they stand', () => {
    const more = [queryId('first'), ...[...queries].reverse(), queryId('last')];
    const names = (ids: readonly string[], seed: string): string[] =>
      questionOrder(
        seed,
        ids.map((id) => queryId(id)),
      ).map((at) => ids[at]!);
    expect(names(more, 'a').filter((id) => id.startsWith('q'))).toEqual(names(queries, 'a'));
  });
});

describe('the questions that count', () => {
  const order = [3, 1, 0, 2];

  it('are those before the first that is not complete', () => {
    const complete = new Set([3, 1, 2]);
    expect(completedPrefix(order, (at) => complete.has(at))).toEqual([3, 1]);
    expect(completedPrefix(order, () => true)).toEqual(order);
    expect(completedPrefix(order, () => false)).toEqual([]);
    expect(completedPrefix([], () => true)).toEqual([]);
  });

  it('are reached by what was judged out of order', () => {
    const complete = new Set([2, 0]);
    expect(completedPrefix(order, (at) => complete.has(at))).toEqual([]);
    complete.add(3);
    complete.add(1);
    expect(completedPrefix(order, (at) => complete.has(at))).toEqual(order);
  });
});
