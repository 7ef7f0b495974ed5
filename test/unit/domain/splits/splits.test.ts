import { describe, expect, it } from 'vitest';
import { type Query, queryId } from '../../../../src/base/types';
import {
  assignedSplit,
  DEFAULT_SHARES,
  questionsIn,
  splitCounts,
  splitNamed,
} from '../../../../src/domain/splits/splits';

const ids = Array.from({ length: 2000 }, (_, i) => `q${i}`);
const shares = { train: 20, development: 30, test: 50 };

describe('an assigned split', () => {
  it('has the shares that were asked for, by chance', () => {
    const counts = splitCounts(ids.map((id) => ({ split: assignedSplit('a', id, shares) })));
    expect(Math.abs(counts.train - 400)).toBeLessThan(60);
    expect(Math.abs(counts.development - 600)).toBeLessThan(70);
    expect(Math.abs(counts.test - 1000)).toBeLessThan(75);
  });

  it('follows from seed and id alone, so that added questions move no others', () => {
    const first = ids.slice(0, 100).map((id) => assignedSplit('a', id, shares));
    expect(ids.map((id) => assignedSplit('a', id, shares)).slice(0, 100)).toEqual(first);
    expect(ids.slice(0, 100).map((id) => assignedSplit('b', id, shares))).not.toEqual(first);
  });

  it('never takes a share of 0, and refuses shares of nothing', () => {
    expect(ids.some((id) => assignedSplit('a', id, DEFAULT_SHARES) === 'train')).toBe(false);
    expect(() => assignedSplit('a', 'q', { train: 0, development: 0, test: 0 })).toThrow(RangeError);
    expect(() => assignedSplit('a', 'q', { train: -1, development: 1, test: 1 })).toThrow(RangeError);
  });
});

it('reads the names that files have', () => {
  expect(['train', 'Dev', 'validation', ' test '].map(splitNamed)).toEqual([
    'train',
    'development',
    'development',
    'test',
  ]);
  expect(splitNamed('dev.small')).toBeNull();
});

it('takes the questions of a split with their judgments, and all where none is asked for', () => {
  const queries: Query[] = (['test', 'train', undefined] as const).map((split, i) => ({
    id: queryId(`q${i}`),
    text: 'a',
    ...(split && { split }),
  }));
  const judgments = queries.map(({ id }) => ({ query: id, doc: 'd', grade: 1 }));
  const all = { queries, judgments };
  expect(questionsIn(undefined, all)).toBe(all);
  expect(questionsIn('test', all)).toEqual({ queries: [queries[0]], judgments: [judgments[0]] });
  expect(questionsIn('development', all).queries).toEqual([]);
  expect(splitCounts(queries)).toEqual({ train: 1, development: 0, test: 1, none: 1 });
});
