import { describe, expect, it } from 'vitest';
import { golden, goldenLog, goldenPair, logOf } from './golden-log';
import { clickCells, clickRates, clickSummary, positionCounts } from '../../../../src/domain/click-logs/click-rates';

describe('a click log', () => {
  it('takes queries that differ in case and white space for one, as it was typed first', () => {
    const log = logOf([' Blue  Shoes', 'ab', 'a'], ['blue shoes', 'ba', ''], ['x', '', '']);
    expect(log.queries).toEqual(['Blue  Shoes', 'x']);
    expect([...log.query]).toEqual([0, 0, 1]);
    expect([...log.starts]).toEqual([0, 2, 4, 4]);
    expect([...log.doc]).toEqual([0, 1, 1, 0]);
    expect([...log.clicked]).toEqual([1, 0, 0, 0]);
  });

  it('keeps more than a first array of numbers holds', () => {
    const log = logOf(...Array.from({ length: 3000 }, (_, i) => [`q${i}`, 'a', i % 3 === 0 ? 'a' : ''] as const));
    expect(log.query.at(-1)).toBe(2999);
    expect(log.clicked.reduce((sum, each) => sum + each, 0)).toBe(1000);
  });
});

const log = goldenLog();
const cells = clickCells(log);
const counts = positionCounts(cells);
const rates = clickRates(cells, counts);
const pairs = [...rates.query].map((query, i) => goldenPair(log, query, rates.doc[i]!));

describe('clicks over expected clicks', () => {
  it('are those of exact fractions', () => {
    expect([...counts.shown].map((shown, k) => counts.clicks[k]! / shown)).toEqual(golden.rates);
    expect(new Set(pairs).size).toBe(golden.coec.length);
    for (const [i, at] of pairs.entries()) {
      const own = golden.coec[at]!;
      expect(rates.shown[i]).toBe(own.shown);
      expect(rates.clicks[i]).toBe(own.clicks);
      expect(rates.expected[i]).toBeCloseTo(own.expected, 9);
      expect(rates.coec[i]).toBeCloseTo(own.coec, 9);
    }
  });

  it('are those by hand', () => {
    // Position 1: clicked in 2 of 4, position 2: in 1 of 4. “a” stood three times at 1 and once at 2.
    const found = clickSummary(logOf(['q', 'ab', 'a'], ['q', 'ab', 'a'], ['q', 'ab', 'b'], ['q', 'ba', ''])).rates;
    expect([...found.expected]).toEqual([3 * 0.5 + 0.25, 0.5 + 3 * 0.25]);
    expect([...found.coec]).toEqual([2 / 1.75, 1 / 1.25]);
  });

  it('have no value where no click was expected', () => {
    expect([...clickSummary(logOf(['q', 'a', ''])).rates.coec]).toEqual([NaN]);
  });
});

describe('the cells of a log', () => {
  it('count each passage of a query by position, and positions over all pairs', () => {
    const log = logOf(['q', 'ab', 'a'], ['q', 'ba', 'a'], ['q', 'ab', ''], ['r', 'b', 'b']);
    const { query, doc, position, shown, clicks, pairs: begins } = clickCells(log);
    const found = [...query].map((q, i) => [log.queries[q], log.docs[doc[i]!], position[i], shown[i], clicks[i]]);
    expect(found).toEqual([
      ['q', 'a', 1, 2, 1],
      ['q', 'a', 2, 1, 1],
      ['q', 'b', 1, 1, 0],
      ['q', 'b', 2, 2, 0],
      ['r', 'b', 1, 1, 1],
    ]);
    expect([...begins]).toEqual([0, 2, 4, 5]);
    expect(positionCounts(clickCells(log))).toEqual({ shown: Float64Array.of(4, 3), clicks: Float64Array.of(2, 1) });
  });

  it('of a log without impressions are none', () => {
    expect([...clickCells(logOf()).pairs]).toEqual([0]);
    expect(positionCounts(clickCells(logOf())).shown).toHaveLength(0);
  });
});

it('a summary says how often each query was asked, also without a list', () => {
  expect([...clickSummary(logOf(['q', 'a', ''], ['r', '', ''], ['Q', '', ''])).asked]).toEqual([2, 1]);
});
