import { describe, expect, it } from 'vitest';
import { type ArmDifference, armDifferences } from '../../../../src/domain/click-logs/arms';
import { type ClickLog, ClickLogBuilder } from '../../../../src/domain/click-logs/click-log';
import { uniform } from '../../../../src/domain/statistics/random';

/** By impression: the arm and the positions that were clicked, of three passages. */
function logOf(impressions: Iterable<readonly [string, readonly number[]]>): ClickLog {
  const builder = new ClickLogBuilder();
  for (const [arm, clicked] of impressions)
    builder.add({
      query: 'q',
      arm: arm === '' ? null : arm,
      randomised: false,
      time: NaN,
      shown: ['a', 'b', 'c'].map((doc, k) => ({ doc, position: k + 1, clicked: clicked.includes(k + 1) })),
    });
  return builder.finish();
}

/** A and B in turn, each clicked at the first position with its own chance. */
function* chances(n: number, seed: number, [a, b]: readonly [number, number]): Generator<[string, number[]]> {
  const random = uniform(seed);
  for (let i = 0; i < n; i++) {
    yield ['A', random() < a ? [1] : []];
    yield ['B', random() < b ? [1] : []];
  }
}

const of = (differences: readonly ArmDifference[], measure: ArmDifference['measure']): ArmDifference =>
  differences.find((each) => each.measure === measure)!;

describe('arms of a log', () => {
  it('are compared by hand: any click, and the highest click', () => {
    const log = logOf([
      ['A', [1]],
      ['B', [3, 2]],
      ['A', []],
      ['B', []],
      ['', [1]],
      ['B', [1, 3]],
    ]);
    const found = armDifferences(log);
    expect(of(found, 'clicked')).toMatchObject({ first: 'A', second: 'B', impressions: [2, 3], means: [1 / 2, 2 / 3] });
    expect(of(found, 'reciprocal-rank').means).toEqual([1 / 2, (1 / 2 + 0 + 1) / 3]);
    // Variances 1/2 of 2 and 1/3 of 3, z of .95.
    const { difference, interval } = of(found, 'clicked');
    expect(difference).toBeCloseTo(-1 / 6, 12);
    expect(interval![1] - difference).toBeCloseTo(1.959964 * Math.sqrt(1 / 4 + 1 / 9), 6);
  });

  it('that differ are decided, with the impressions of both that it took', () => {
    const { difference, sequence, decidedAfter } = of(armDifferences(logOf(chances(4000, 3, [0.4, 0.3]))), 'clicked');
    expect(difference).toBeCloseTo(0.1, 1);
    expect(sequence![0]).toBeGreaterThan(0);
    expect(decidedAfter).toBeGreaterThan(100);
    expect(decidedAfter).toBeLessThan(8000);
    // Groups of four pairs.
    expect(decidedAfter! % 8).toBe(0);
  });

  it('that do not differ are decided in at most 5 % of the logs, where a test that is read again errs more often', () => {
    let [decided, reread] = [0, 0];
    for (let seed = 0; seed < 60; seed++) {
      const log = [...chances(200, seed, [0.3, 0.3])];
      if (of(armDifferences(logOf(log)), 'clicked').decidedAfter !== null) decided++;
      const looks = [50, 100, 200, 400].map((n) => of(armDifferences(logOf(log.slice(0, n))), 'clicked').interval!);
      if (looks.some(([low, high]) => low > 0 || high < 0)) reread++;
    }
    expect(decided).toBeLessThanOrEqual(3);
    expect(reread).toBeGreaterThan(decided + 3);
  });

  it('are all compared, each more cautiously, and none where there is one', () => {
    const three = [...chances(50, 1, [0.5, 0.5])].flatMap(([arm, clicks]) =>
      arm === 'A' ? [[arm, clicks] as const, ['C', clicks] as const] : [[arm, clicks] as const],
    );
    const found = armDifferences(logOf(three));
    expect(found.filter(({ measure }) => measure === 'clicked').map((each) => each.first + each.second)).toEqual([
      'AC',
      'AB',
      'CB',
    ]);
    const width = ({ interval }: ArmDifference): number => interval![1] - interval![0];
    const alone = of(armDifferences(logOf(three.filter(([arm]) => arm !== 'C'))), 'clicked');
    expect(width(found.find((each) => each.first === 'A' && each.second === 'B')!)).toBeGreaterThan(1.2 * width(alone));
    expect(armDifferences(logOf([['A', [1]]]))).toEqual([]);
  });

  it('have no interval with one impression', () => {
    const { interval, decidedAfter } = armDifferences(logOf([...chances(1, 1, [1, 0])]))[0]!;
    expect([interval, decidedAfter]).toEqual([null, null]);
  });
});
