import { describe, expect, it } from 'vitest';
import { docId, type Ranking } from '../../../../src/base/types';
import { biggestMovers, listChanges, rankBiasedOverlap } from '../../../../src/domain/run-comparison/list-changes';

const list = (text: string): Ranking => [...text].map((id, i) => ({ id: docId(id), score: -i }));

it('says how far lists changed', () => {
  const texts = [
    ['abc', 'abc'],
    ['abc', 'bca'],
    ['abc', 'abx'],
    ['abc', ''],
    ['', ''],
  ] as const;
  const found = listChanges(
    texts.map(([before, after]) => [list(before), list(after)] as const),
    { k: 2 },
  );
  expect(found).toMatchObject({ questions: 5, firstChanged: 2, unchanged: 2 });
  expect([...found.jaccard]).toEqual([1, 1 / 3, 1, 0, 1]);
  expect(found.meanJaccard).toBeCloseTo((3 + 1 / 3) / 5, 12);
  expect(found.meanOverlap).toBeCloseTo([...found.overlap].reduce((sum, each) => sum + each, 0) / 5, 12);
  expect(found.movers.map(({ question }) => question)).toEqual([3, 2, 1]);
  expect(found.movers[0]!.change).toBe(-1);
});

it('has no mean without questions', () => {
  expect(listChanges([], { k: 10 })).toMatchObject({ questions: 0, meanOverlap: NaN, meanJaccard: NaN, movers: [] });
});

it('names the questions that changed most, either way, and none that did not', () => {
  const movers = biggestMovers(Float64Array.from([0.1, -0.5, 0, 0.5, NaN, -0.2]), 3);
  expect(movers).toEqual([
    { question: 1, change: -0.5 },
    { question: 3, change: 0.5 },
    { question: 5, change: -0.2 },
  ]);
  expect(biggestMovers(new Float64Array(4))).toEqual([]);
});

/** The definition as it stands: a sum over all depths, of lists that go on for ever with documents of the same agreement. */
function infiniteSum(first: string, second: string, p: number): number {
  const n = first.length;
  let sum = 0;
  let agreement = 0;
  for (let d = 1; d <= 5000; d++) {
    if (d <= n) agreement = [...first.slice(0, d)].filter((id) => second.slice(0, d).includes(id)).length / d;
    sum += (1 - p) * p ** (d - 1) * agreement;
  }
  return sum;
}

describe('rank-biased overlap', () => {
  it.each([0.5, 0.9, 0.98])('is the sum over all depths of lists of equal length, at p = %f', (p) => {
    for (const [a, b] of [
      ['abcdefg', 'zcavwxy'],
      ['abcd', 'abcd'],
      ['abcd', 'dcba'],
      ['abc', 'xyz'],
    ] as const)
      expect(rankBiasedOverlap(list(a), list(b), p)).toBeCloseTo(infiniteSum(a, b, p), 10);
  });

  it('is 1 for the same list and for a beginning of it, and 0 for lists that share nothing', () => {
    expect(rankBiasedOverlap(list('abcdefg'), list('abcdefg'))).toBeCloseTo(1, 12);
    expect(rankBiasedOverlap(list('abcdefg'), list('abc'))).toBeCloseTo(1, 12);
    expect(rankBiasedOverlap(list('abc'), list('xyzuv'))).toBe(0);
  });

  it('is the mean over the orders of equal scores', () => {
    const tied = [
      { id: docId('a'), score: 2 },
      { id: docId('b'), score: 2 },
      { id: docId('c'), score: 1 },
    ];
    const orders = ['abc', 'bac'].map((order) => rankBiasedOverlap(list(order), list('abd')));
    expect(rankBiasedOverlap(tied, list('abd'))).toBeCloseTo((orders[0]! + orders[1]!) / 2, 12);
    expect(orders[0]).not.toBeCloseTo(orders[1]!, 3);
  });

  it('counts empty lists', () => {
    expect([rankBiasedOverlap([], []), rankBiasedOverlap([], list('a')), rankBiasedOverlap(list('a'), [])]).toEqual([
      1, 0, 0,
    ]);
  });

  it('refuses a persistence outside 0 to 1', () => {
    for (const p of [0, 1, -1, NaN]) expect(() => rankBiasedOverlap([], [], p)).toThrow(RangeError);
  });
});
