import { describe, expect, it } from 'vitest';
import { type ClickCells, clickCells } from '../../../../src/domain/click-logs/click-cells';
import { ClickLogBuilder } from '../../../../src/domain/click-logs/click-log';
import { examinationByEm } from '../../../../src/domain/click-logs/examination';
import { uniform } from '../../../../src/domain/statistics/random';

const POSITIONS = 8;

/** Lists whose passages change places with near ones, clicked half as often at each second place. */
function logOf(queries: number, impressions: number) {
  const builder = new ClickLogBuilder();
  const random = uniform(3);
  for (let i = 0; i < impressions; i++) {
    const order = Array.from({ length: POSITIONS }, (_, k) => ({ k, by: k + 2 * random() })).sort(
      (a, b) => a.by - b.by,
    );
    builder.add({
      query: `q${i % queries}`,
      arm: null,
      randomised: false,
      time: NaN,
      shown: order.map(({ k }, at) => ({
        doc: `d${i % queries}-${k}`,
        position: at + 1,
        clicked: random() < 0.35 / (at + 1),
      })),
    });
  }
  return builder.finish();
}

const cellsOf = ({ pairs }: ClickCells, pair: number): number[] =>
  Array.from({ length: pairs[pair + 1]! - pairs[pair]! }, (_, i) => pairs[pair]! + i);

/**
 * Slope of the log likelihood by the logarithm of each propensity, in clicks, where each pair attracts as well as it can with
 * them: zero where the likelihood is highest, but of the first position, which is at its bound of 1.
 */
function slopes(cells: ClickCells, pairs: readonly number[], theta: Float64Array): number[] {
  const { position, shown, clicks } = cells;
  const sums = Array.from({ length: POSITIONS }, () => 0);
  for (const pair of pairs) {
    const own = cellsOf(cells, pair);
    const slope = (gamma: number): number =>
      own.reduce((sum, cell) => {
        const chance = theta[position[cell]! - 1]! * gamma;
        return sum + clicks[cell]! - ((shown[cell]! - clicks[cell]!) * chance) / (1 - chance);
      }, 0);
    let [low, high] = [0, 1];
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (slope(middle) > 0) low = middle;
      else high = middle;
    }
    for (const cell of own) {
      const chance = theta[position[cell]! - 1]! * low;
      sums[position[cell]! - 1]! += clicks[cell]! - ((shown[cell]! - clicks[cell]!) * chance) / (1 - chance);
    }
  }
  return sums;
}

describe('examination by expectation maximisation', () => {
  const cells = clickCells(logOf(300, 12_000));
  const pairs = Array.from({ length: cells.pairs.length - 1 }, (_, i) => i).filter((pair) => {
    const own = cellsOf(cells, pair);
    return own.length > 1 && own.some((cell) => cells.clicks[cell]! > 0);
  });
  const reached = new Set(Array.from({ length: POSITIONS }, (_, k) => k + 1));
  const { propensities } = examinationByEm(cells, pairs, reached, POSITIONS);

  it('goes on until the likelihood is highest', () => {
    // Of thousands of clicks. Two thousand plain rounds end at slopes ten times as large.
    const [, ...below] = slopes(cells, pairs, propensities);
    for (const slope of below) expect(Math.abs(slope)).toBeLessThan(0.02);
    const near = propensities.map((each, k) => (k === POSITIONS - 1 ? each * 1.005 : each));
    expect(Math.abs(slopes(cells, pairs, near)[POSITIONS - 1]!)).toBeGreaterThan(0.1);
  });

  it('finds what positions are looked at', () => {
    for (const [k, found] of propensities.entries()) expect(found).toBeCloseTo(1 / (k + 1), 1);
  });
});
