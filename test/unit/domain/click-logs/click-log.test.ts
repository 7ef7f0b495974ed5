import { describe, expect, it } from 'vitest';
import { clickCells, positionCounts } from '../../../../src/domain/click-logs/click-cells';
import { ClickLogBuilder, type Impression } from '../../../../src/domain/click-logs/click-log';

const impression = (query: string, docs: string, clicks: string, more: Partial<Impression> = {}): Impression => ({
  query,
  arm: null,
  randomised: false,
  time: NaN,
  shown: [...docs].map((doc, k) => ({ doc, position: k + 1, clicked: clicks.includes(doc) })),
  ...more,
});

function logOf(...impressions: readonly Impression[]) {
  const builder = new ClickLogBuilder();
  for (const each of impressions) builder.add(each);
  return builder.finish();
}

describe('a click log', () => {
  it('takes queries that differ in case and white space for one, as it was typed first', () => {
    const log = logOf(
      impression(' Blue  Shoes', 'ab', 'a'),
      impression('blue shoes', 'ba', ''),
      impression('x', '', ''),
    );
    expect(log.queries).toEqual(['Blue  Shoes', 'x']);
    expect([...log.query]).toEqual([0, 0, 1]);
    expect([...log.starts]).toEqual([0, 2, 4, 4]);
    expect([...log.doc]).toEqual([0, 1, 1, 0]);
    expect([...log.clicked]).toEqual([1, 0, 0, 0]);
  });

  it('is in the order of the times where all have one, and of the files otherwise', () => {
    const late = impression('late', 'a', 'a', { time: 9 });
    const early = impression('early', 'bc', 'c', { time: 2, arm: 'B' });
    const sorted = logOf(late, early);
    expect([...sorted.query].map((q) => sorted.queries[q])).toEqual(['early', 'late']);
    expect([...sorted.doc].map((d) => sorted.docs[d])).toEqual(['b', 'c', 'a']);
    expect([...sorted.clicked]).toEqual([0, 1, 1]);
    expect([...sorted.arm]).toEqual([0, -1]);
    const kept = logOf(late, early, impression('unknown', '', ''));
    expect([...kept.query].map((q) => kept.queries[q])).toEqual(['late', 'early', 'unknown']);
  });

  it('keeps more than a first array of numbers holds', () => {
    const log = logOf(...Array.from({ length: 3000 }, (_, i) => impression(`q${i}`, 'a', i % 3 === 0 ? 'a' : '')));
    expect(log.query.at(-1)).toBe(2999);
    expect(log.clicked.reduce((sum, each) => sum + each, 0)).toBe(1000);
  });
});

describe('the cells of a log', () => {
  const log = logOf(
    impression('q', 'ab', 'a'),
    impression('q', 'ba', 'a', { randomised: true }),
    impression('q', 'ab', ''),
    impression('r', 'b', 'b'),
  );

  it('count each passage of a query by position', () => {
    const { query, doc, position, shown, clicks, pairs } = clickCells(log);
    const rows = [...query].map((q, i) => [log.queries[q], log.docs[doc[i]!], position[i], shown[i], clicks[i]]);
    expect(rows).toEqual([
      ['q', 'a', 1, 2, 1],
      ['q', 'a', 2, 1, 1],
      ['q', 'b', 1, 1, 0],
      ['q', 'b', 2, 2, 0],
      ['r', 'b', 1, 1, 1],
    ]);
    expect([...pairs]).toEqual([0, 2, 4, 5]);
  });

  it('count impressions that are asked for alone, and positions over all pairs', () => {
    const own = clickCells(log, (i) => log.randomised[i] === 1);
    expect([...own.shown]).toEqual([1, 1]);
    expect(positionCounts(clickCells(log))).toEqual({
      shown: Float64Array.of(4, 3),
      clicks: Float64Array.of(2, 1),
    });
  });

  it('of a log without impressions are none', () => {
    expect([...clickCells(logOf()).pairs]).toEqual([0]);
    expect(positionCounts(clickCells(logOf())).shown).toHaveLength(0);
  });
});
