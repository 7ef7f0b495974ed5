import { describe, expect, it } from 'vitest';
import { clickCells, positionCounts } from '../../../../src/domain/click-logs/click-cells';
import { type ClickLog, ClickLogBuilder } from '../../../../src/domain/click-logs/click-log';
import { MIN_MOVED_PAIRS, MIN_SHARED, positionBias } from '../../../../src/domain/click-logs/position-bias';
import { uniform } from '../../../../src/domain/statistics/random';
import { golden, goldenLog } from './golden-log';

const biasOf = (log: ClickLog) => positionBias(log, clickCells(log));

/** Orders of documents by impression, clicked by chance. */
function logOf(queries: number, impressions: number, orders: (i: number) => readonly number[], rate = 0.5): ClickLog {
  const builder = new ClickLogBuilder();
  const random = uniform(7);
  for (let i = 0; i < impressions; i++)
    builder.add({
      query: `q${i % queries}`,
      arm: null,
      randomised: false,
      time: NaN,
      shown: orders(i).map((doc, k) => ({ doc: `d${doc}`, position: k + 1, clicked: random() < rate / (k + 1) })),
    });
  return builder.finish();
}

describe('position bias', () => {
  it('is that of impressions in random order where there are some', () => {
    const bias = biasOf(goldenLog());
    if (bias.kind !== 'randomised') throw new Error(bias.kind);
    for (const [k, propensity] of bias.propensities.entries())
      expect(propensity).toBeCloseTo(golden.randomised[k]!, 12);
    expect(bias.shown).toBe(5 * golden.log.filter(([, isRandom]) => isRandom === 1).length);
  });

  it('is that of EM over single impressions otherwise', () => {
    const bias = biasOf(goldenLog('never'));
    if (bias.kind !== 'em') throw new Error(bias.kind);
    for (const [k, propensity] of bias.propensities.entries()) expect(propensity).toBeCloseTo(golden.em[k]!, 6);
  });

  it('is no ratio of click rates: better passages stand higher', () => {
    const counts = positionCounts(clickCells(goldenLog('never')));
    const ignored = counts.clicks.map(
      (clicks, k) => clicks / counts.shown[k]! / (counts.clicks[0]! / counts.shown[0]!),
    );
    expect(Math.max(...golden.em.map((each, k) => Math.abs(each - ignored[k]!)))).toBeGreaterThan(0.1);
    const off = (found: ArrayLike<number>): number =>
      golden.theta.reduce((sum, theta, k) => sum + Math.abs(theta - found[k]!), 0);
    expect(off(golden.em)).toBeLessThan(off(ignored) / 2);
  });

  it('is refused where no passage was shown at several positions', () => {
    expect(biasOf(logOf(40, 4000, () => [0, 1, 2]))).toEqual({
      kind: 'refused',
      why: 'few-moved',
      pairs: 0,
      needed: MIN_MOVED_PAIRS,
    });
  });

  it('is refused where no position shares enough with the first', () => {
    // The first never moves; the second and the third change places.
    const bias = biasOf(logOf(40, 4000, (i) => (i % 80 < 40 ? [0, 1, 2] : [0, 2, 1])));
    expect(bias).toEqual({ kind: 'refused', why: 'not-connected', shared: 0, needed: MIN_SHARED });
  });

  it('is refused where nothing was clicked', () => {
    expect(biasOf(logOf(40, 400, (i) => (i % 80 < 40 ? [0, 1] : [1, 0]), 0))).toEqual({
      kind: 'refused',
      why: 'no-clicks',
    });
  });

  it('is of the positions that are connected with the first, and of no other', () => {
    // The first and the second change places, and the third and the fourth.
    const bias = biasOf(logOf(40, 8000, (i) => (i % 80 < 40 ? [0, 1, 2, 3] : [1, 0, 3, 2])));
    if (bias.kind !== 'em') throw new Error(bias.kind);
    expect(bias.propensities[1]).toBeCloseTo(0.5, 1);
    expect([...bias.propensities.subarray(2)]).toEqual([NaN, NaN]);
    expect(bias.shown).toBe(16000);
  });

  it('reaches positions through others', () => {
    const bias = biasOf(
      logOf(
        40,
        12000,
        (i) =>
          [
            [0, 1, 2],
            [1, 0, 2],
            [0, 2, 1],
          ][Math.floor(i / 40) % 3]!,
      ),
    );
    if (bias.kind !== 'em') throw new Error(bias.kind);
    expect(bias.propensities[2]).toBeCloseTo(1 / 3, 1);
  });
});
