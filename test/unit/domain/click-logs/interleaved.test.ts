import { describe, expect, it } from 'vitest';
import { armDifferences } from '../../../../src/domain/click-logs/arms';
import { type ClickLog, ClickLogBuilder } from '../../../../src/domain/click-logs/click-log';
import { interleavedComparisons } from '../../../../src/domain/click-logs/interleaved';
import { uniform } from '../../../../src/domain/statistics/random';

/** By list: the teams of its passages, and the positions that were clicked. */
function logOf(lists: readonly (readonly [string, readonly number[]])[], arms: readonly string[] = []): ClickLog {
  const builder = new ClickLogBuilder();
  for (const [i, [teams, clicked]] of lists.entries())
    builder.add({
      query: 'q',
      arm: arms[i] ?? null,
      randomised: false,
      time: NaN,
      shown: [...teams].map((team, k) => ({
        doc: `d${k}`,
        position: k + 1,
        clicked: clicked.includes(k + 1),
        team: team === ' ' ? undefined : team,
      })),
    });
  return builder.finish();
}

describe('interleaved lists', () => {
  it('prefer the system of which more was clicked, by hand', () => {
    const [found, ...others] = interleavedComparisons(
      logOf([
        ['ABAB', [1, 3, 4]],
        ['BABA', [1]],
        ['ABAB', [1, 2]],
        ['AB A', [3]],
        ['AAAA', [1]],
        ['BAAB', [2]],
      ]),
    );
    expect(others).toEqual([]);
    // Two prefer A, one B; a click of no team and clicks of both alike are ties; a list of A alone compares nothing.
    expect(found).toMatchObject({ first: 'A', second: 'B', impressions: 5, preferred: [2, 1], decidedAfter: null });
    expect(found!.difference).toBeCloseTo(1 / 5, 12);
  });

  it('count a list once, however many of its passages were clicked', () => {
    const [found] = interleavedComparisons(
      logOf([
        ['AABB', [1, 2]],
        ['BA', [1]],
      ]),
    );
    expect(found!.difference).toBe(0);
  });

  it('need fewer impressions than lists of one system each', () => {
    const random = uniform(4);
    const clicked = (chance: number): boolean => random() < chance;
    const [lists, ab, arms]: [[string, number[]][], [string, number[]][], string[]] = [[], [], []];
    for (let i = 0; i < 3000; i++) {
      // A person is ready to click or not, whatever is shown: that differs between people, and not within a list.
      const ready = clicked(0.5) ? 0.8 : 0.05;
      const own = (team: string): number => ready * (team === 'A' ? 0.6 : 0.4);
      const order = clicked(0.5) ? 'AB' : 'BA';
      lists.push([order, [...order].flatMap((team, k) => (clicked(own(team)) ? [k + 1] : []))]);
      const arm = i % 2 === 0 ? 'A' : 'B';
      arms.push(arm);
      ab.push(['  ', clicked(own(arm)) ? [1] : []]);
    }
    const interleaved = interleavedComparisons(logOf(lists))[0]!;
    const between = armDifferences(logOf(ab, arms)).find(({ measure }) => measure === 'clicked')!;
    expect(
      interleaved.sequence![interleaved.first === 'A' ? 0 : 1] * (interleaved.first === 'A' ? 1 : -1),
    ).toBeGreaterThan(0);
    expect(interleaved.decidedAfter).toBeLessThan(between.decidedAfter ?? Infinity);
  });

  it('are none where the log has no teams', () => {
    expect(interleavedComparisons(logOf([['  ', [1]]]))).toEqual([]);
  });
});
