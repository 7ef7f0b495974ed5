import { describe, expect, it } from 'vitest';
import { type ClickLog, ClickLogBuilder } from '../../../../src/domain/click-logs/click-log';
import { clickPairs, renumberedPairs } from '../../../../src/domain/click-logs/click-pairs';
import { clickedRows } from '../../../../src/domain/click-logs/clicked-rows';
import { uniform } from '../../../../src/domain/statistics/random';
import { countPairs, queriesToLearnFrom, tooFewPairs } from '../../../../src/domain/click-logs/enough-pairs';

/** A list a line: `query: a b* c`, what was clicked with a star. */
function logOf(...lines: readonly string[]): ClickLog {
  const builder = new ClickLogBuilder();
  for (const line of lines) {
    const [query, list] = line.split(': ') as [string, string];
    const shown = list.split(' ').map((word, k) => ({
      doc: word.replace('*', ''),
      position: k + 1,
      clicked: word.endsWith('*'),
    }));
    builder.add({ query, arm: null, randomised: false, time: NaN, shown });
  }
  return builder.finish();
}

function told(log: ClickLog): string[] {
  const { query, clicked, other, clickedAt, otherAt, lists, weight } = clickPairs(log);
  return [...lists.keys()].map(
    (i) =>
      `${log.queries[query[i]!]} ${log.docs[clicked[i]!]}@${clickedAt[i]} ${log.docs[other[i]!]}@${otherAt[i]} ${lists[i]} ${weight[i]!.toFixed(3)}`,
  );
}

describe('pairs of a clicked passage and another', () => {
  it('are summed over lists of the same query, passages and positions', () => {
    expect(told(logOf('q: a* b', 'p: a* b', 'q: a* b', 'q: b a*', 'q: a b'))).toEqual([
      'q a@1 b@2 2 2.000',
      'q a@2 b@1 1 1.000',
      'p a@1 b@2 1 1.000',
    ]);
  });

  it('count by the ideal DCG of all that was clicked in the list', () => {
    // Two clicked passages at the top have 1 + 1 / log2(3).
    expect(told(logOf('q: a* b* c'))).toEqual(['q a@1 c@3 1 0.613', 'q b@2 c@3 1 0.613']);
  });

  it('are none where nothing or everything was clicked, and none below the tenth position', () => {
    expect(told(logOf('q: a b', 'q: a* b*', `q: ${'abcdefghij'.split('').join(' ')} k*`))).toEqual([]);
  });

  it('are counted as a plain map counts them, of thousands of passages and of queries with a few', () => {
    const random = uniform(3);
    const lines = Array.from({ length: 3000 }, (_, i) => {
      const docs = Array.from({ length: 6 }, () => Math.floor(random() * (i % 3 === 0 ? 400 : 5)));
      const list = [...new Set(docs)].map((doc) => `d${doc}${random() < 0.3 ? '*' : ''}`);
      return `q${i % 3 === 0 ? 0 : i % 40}: ${list.join(' ')}`;
    });
    const log = logOf(...lines);
    const { query, clicked, other, clickedAt, otherAt, lists } = clickPairs(log);
    const counted = new Map<string, number>();
    for (let i = 0; i < log.query.length; i++)
      for (let a = log.starts[i]!; a < log.starts[i + 1]!; a++)
        for (let b = log.starts[i]!; b < log.starts[i + 1]!; b++)
          if (log.clicked[a] === 1 && log.clicked[b] === 0) {
            const key = [log.query[i], log.doc[a], log.doc[b], log.position[a], log.position[b]].join(' ');
            counted.set(key, (counted.get(key) ?? 0) + 1);
          }
    const found = [...lists.entries()].map(([at, n]) => [
      [query[at], clicked[at], other[at], clickedAt[at], otherAt[at]].join(' '),
      n,
    ]);
    expect(found).toHaveLength(counted.size);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(counted));
    expect(query.every((q, at) => at === 0 || q >= query[at - 1]!)).toBe(true);
  });

  it('become rows of candidates; a pair of which one passage was not found is left out', () => {
    const log = logOf('q: a* b c', 'p: c* b');
    const matrix = {
      names: ['x'],
      values: Float64Array.from([10, 11, 12, 20, 21, 22]),
      offsets: Int32Array.from([0, 3, 6]),
    };
    // Not found: c for q.
    const rowOf = (query: number, doc: number): number | undefined =>
      log.queries[query] === 'q' && log.docs[doc] === 'c' ? undefined : query * 3 + 'abc'.indexOf(log.docs[doc]!);
    const { matrix: own, pairs, counted } = clickedRows(matrix, clickPairs(log), rowOf);
    expect([...own.values]).toEqual([10, 11, 21, 22]);
    expect([...own.offsets]).toEqual([0, 2, 4]);
    expect([...pairs.clicked]).toEqual([0, 3]);
    expect([...pairs.other]).toEqual([1, 2]);
    expect([...pairs.clickedAt]).toEqual([0, 0]);
    expect(countPairs(counted, () => true)).toEqual({ queries: 2, pairs: 2, first: 0 });
  });

  it('keep what they are under other numbers', () => {
    const pairs = clickPairs(logOf('q: a* b', 'p: b* a', 'p: c* a'));
    const found = renumberedPairs(
      pairs,
      (query) => (query === 1 ? 7 : undefined),
      (doc) => (doc === 2 ? undefined : doc + 10),
    );
    expect([...found.query]).toEqual([7]);
    expect([[...found.clicked], [...found.other]]).toEqual([[11], [10]]);
  });
});

describe('what a ranker can be learned from', () => {
  const enough = { queries: 200, pairs: 20_000, first: 100 };

  it('needs queries, pairs, and the first position clicked and not', () => {
    expect(tooFewPairs(enough)).toBeNull();
    expect(tooFewPairs({ ...enough, queries: 199 })).toEqual({ why: 'queries', there: 199, needed: 200 });
    expect(tooFewPairs({ ...enough, pairs: 19_999 })?.why).toBe('pairs');
    expect(tooFewPairs({ ...enough, first: 99 })?.why).toBe('first');
  });

  it('is counted over lists, without what is held out', () => {
    const pairs = clickPairs(logOf('q: a* b', 'q: a* b', 'q: a b*', 'p: a* b'));
    expect(countPairs(pairs, () => true)).toEqual({ queries: 2, pairs: 4, first: 1 });
    expect(countPairs(pairs, (query) => query !== 0)).toEqual({ queries: 1, pairs: 1, first: 0 });
    expect(queriesToLearnFrom(pairs, () => false, 5)).toEqual([0, 1]);
    expect(queriesToLearnFrom(pairs, () => false, 1)).toEqual([0]);
    expect(queriesToLearnFrom(pairs, (query) => query === 0, 5)).toEqual([1]);
  });
});
