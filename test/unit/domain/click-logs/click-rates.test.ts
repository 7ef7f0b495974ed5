import { describe, expect, it } from 'vitest';
import { clickCells, positionCounts } from '../../../../src/domain/click-logs/click-cells';
import { ClickLogBuilder } from '../../../../src/domain/click-logs/click-log';
import { CLIP, clickRates, weightedRates } from '../../../../src/domain/click-logs/click-rates';
import { golden, goldenLog, goldenPair } from './golden-log';

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
    const builder = new ClickLogBuilder();
    for (const [docs, clicked] of [
      ['ab', 'a'],
      ['ab', 'a'],
      ['ab', 'b'],
      ['ba', ''],
    ] as const)
      builder.add({
        query: 'q',
        arm: null,
        randomised: false,
        time: NaN,
        shown: [...docs].map((doc, k) => ({ doc, position: k + 1, clicked: doc === clicked })),
      });
    const own = clickCells(builder.finish());
    const found = clickRates(own, positionCounts(own));
    expect([...found.expected]).toEqual([3 * 0.5 + 0.25, 0.5 + 3 * 0.25]);
    expect([...found.coec]).toEqual([2 / 1.75, 1 / 1.25]);
  });

  it('are no click-through rates relative to the mean: the position counts', () => {
    const all = rates.clicks.reduce((sum, each) => sum + each, 0) / rates.shown.reduce((sum, each) => sum + each, 0);
    const ignored = [...rates.clicks].map((clicks, i) => clicks / rates.shown[i]! / all);
    const far = pairs.filter((at, i) => Math.abs(ignored[i]! - golden.coec[at]!.coec) > 0.05);
    expect(far.length).toBeGreaterThan(pairs.length / 2);
  });

  it('count impressions, and not each query alike', () => {
    // The mean over queries of their own rates at a position, as if each query was asked equally often.
    const byQuery = counts.shown.map((_, k) => {
      const own = log.queries.map((__, query) => {
        const at = [...cells.position.keys()].filter((i) => cells.query[i] === query && cells.position[i] === k + 1);
        const sum = (of: Int32Array): number => at.reduce((total, i) => total + of[i]!, 0);
        return sum(cells.clicks) / sum(cells.shown);
      });
      return own.reduce((sum, each) => sum + each, 0) / own.length;
    });
    expect(Math.max(...byQuery.map((rate, k) => Math.abs(rate - golden.rates[k]!)))).toBeGreaterThan(1e-3);
  });

  it('have no value where no click was expected', () => {
    const builder = new ClickLogBuilder();
    const shown = [{ doc: 'a', position: 1, clicked: false }];
    builder.add({ query: 'q', arm: null, randomised: false, time: NaN, shown });
    const own = clickCells(builder.finish());
    expect([...clickRates(own, positionCounts(own)).coec]).toEqual([NaN]);
  });
});

describe('inverse-propensity weights', () => {
  const theta = Float64Array.from(golden.theta);
  const [clipped, unclipped] = golden.weighted.map((each) => each.pairs);

  it('give the rates and the effective sizes by the definition, clipped and not', () => {
    for (const { clip, pairs: expected } of golden.weighted) {
      const found = weightedRates(cells, theta, clip);
      for (const [i, at] of pairs.entries()) {
        expect(found.rate[i]).toBeCloseTo(expected[at]!.rate, 9);
        expect(found.effective[i]).toBeCloseTo(expected[at]!.effective, 6);
      }
    }
  });

  it('are clipped by default', () => {
    const found = weightedRates(cells, theta);
    expect(golden.weighted[0]!.clip).toBe(CLIP);
    for (const [i, at] of pairs.entries()) expect(found.rate[i]).toBeCloseTo(clipped![at]!.rate, 9);
    const far = clipped!.filter((each, at) => Math.abs(each.rate - unclipped![at]!.rate) > 0.01);
    expect(far.length).toBeGreaterThan(0);
  });

  it('have an effective size that is no count of impressions, but where all weights are equal', () => {
    for (const [at, each] of clipped!.entries()) expect(each.effective).toBeLessThanOrEqual(golden.coec[at]!.shown);
    const smaller = clipped!.filter((each, at) => each.effective < 0.95 * golden.coec[at]!.shown);
    expect(smaller.length).toBeGreaterThan(clipped!.length / 2);
    const equal = weightedRates(cells, new Float64Array(theta.length).fill(0.5));
    for (const [i, shown] of rates.shown.entries()) expect(equal.effective[i]).toBeCloseTo(shown, 9);
  });

  it('leave out positions without a propensity', () => {
    const known = theta.map((each, k) => (k < 2 ? each : NaN));
    const found = weightedRates(cells, known);
    const none = weightedRates(cells, theta.fill(NaN));
    for (const [i, effective] of found.effective.entries()) expect(effective).toBeLessThan(rates.shown[i]!);
    expect([...none.rate].every(Number.isNaN)).toBe(true);
    expect([...none.effective].every((each) => each === 0)).toBe(true);
  });
});
