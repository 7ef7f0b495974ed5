import { describe, expect, it } from 'vitest';
import { golden, goldenLog, goldenPair, logOf } from './golden-log';

describe('a click log', () => {
  it('takes queries that differ in case and white space for one, as it was typed first', () => {
    const { queries, docs, asked } = logOf([' Blue  Shoes', 'ab', 'a'], ['blue shoes', 'ba', ''], ['x', '', '']);
    expect([queries, docs, [...asked]]).toEqual([
      ['Blue  Shoes', 'x'],
      ['a', 'b'],
      [2, 1],
    ]);
  });

  it('of nothing has no pairs', () => {
    expect(logOf()).toMatchObject({ queries: [], docs: [], asked: { length: 0 }, rates: { query: { length: 0 } } });
  });
});

describe('clicks over expected clicks', () => {
  it('are those of exact fractions', () => {
    const log = goldenLog();
    const { rates } = log;
    const pairs = [...rates.query].map((query, i) => goldenPair(log, query, rates.doc[i]!));
    expect(new Set(pairs).size).toBe(golden.coec.length);
    for (const [i, at] of pairs.entries()) {
      const own = golden.coec[at]!;
      expect([rates.shown[i], rates.clicks[i]]).toEqual([own.shown, own.clicks]);
      expect(rates.expected[i]).toBeCloseTo(own.expected, 9);
      expect(rates.coec[i]).toBeCloseTo(own.coec, 9);
    }
  });

  it('are those by hand, by query and then by passage', () => {
    // Position 1: clicked in 3 of 5, position 2: in 1 of 4. Of “q”, “a” stood three times at 1 and once at 2.
    const log = logOf(['q', 'ab', 'a'], ['r', 'b', 'b'], ['q', 'ab', 'a'], ['q', 'ab', 'b'], ['q', 'ba', '']);
    const { query, doc, shown, clicks, expected, coec } = log.rates;
    expect([query, doc, shown, clicks].map((each) => [...each])).toEqual([
      [0, 0, 1],
      [0, 1, 1],
      [4, 4, 1],
      [2, 1, 1],
    ]);
    expect([...expected]).toEqual([(3 * 3) / 5 + 1 / 4, 3 / 5 + 3 / 4, 3 / 5]);
    expect([...coec]).toEqual([2 / (9 / 5 + 1 / 4), 1 / (3 / 5 + 3 / 4), 1 / (3 / 5)]);
  });

  it('have no value where no click was expected', () => {
    expect([...logOf(['q', 'a', '']).rates.coec]).toEqual([NaN]);
  });
});
