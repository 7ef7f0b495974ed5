import { describe, expect, it } from 'vitest';
import type { Comparison, PairComparison } from '../../../../src/domain/statistics/types';
import { compare } from '../../../../src/domain/statistics/compare';
import { certaintyOf, separationOf } from '../../../../src/ui/findings/ranking';
import type { Difference } from '../../../../src/ui/results/differences';

const pair = (p: number | null, tukey: number | null, meanDifference = 0.1) =>
  ({ holm: { randomisation: p }, tukey, meanDifference }) as unknown as PairComparison;
const comparison = (pairs: number, resamples: number) =>
  ({ pairs: Array.from({ length: pairs }), resamples }) as unknown as Comparison;

describe('the test that separates two systems', () => {
  const few = separationOf(comparison(500, 10_000));
  const many = separationOf(comparison(501, 10_000));

  it('is that of randomisation, corrected by Holm, as long as the correction leaves room', () => {
    expect(few.test).toBe('randomisation');
    expect(few.separates(pair(0.049, 1))).toBe(true);
    expect(few.separates(pair(0.05, 0))).toBe(false);
    expect(few.separates(pair(null, 0))).toBe(false);
  });

  it('is Tukey’s where the smallest p of all permutations would be corrected above .05', () => {
    expect(many.test).toBe('tukey');
    expect(many.separates(pair(1, 0.01))).toBe(true);
    expect(many.separates(pair(0.01, 0.06))).toBe(false);
    expect(many.separates(pair(0.01, null))).toBe(false);
  });

  it('separates none of the same mean', () => {
    for (const each of [few, many]) expect(each.separates(pair(0.01, 0.01, 0))).toBe(false);
  });

  it('separates what is far apart among many systems, where Holm’s correction cannot', () => {
    const values = Array.from({ length: 12 }, (_, s) =>
      Float64Array.from({ length: 60 }, (_, q) => (s === 0 ? 0.9 : 0.2) + (((q * 7 + s * 3) % 11) - 5) / 100),
    );
    const of = compare({ measure: 'm', systems: values.map((_, i) => `s${i}`), values, seed: 1, resamples: 500 });
    const [best] = of.pairs;
    expect(best!.holm.randomisation).toBeGreaterThan(0.05);
    expect(separationOf(of).separates(best!)).toBe(true);
    expect(of.pairs.filter(separationOf(of).separates)).toHaveLength(11);
  });
});

describe('how sure a difference is', () => {
  const separation = separationOf(comparison(10, 10_000));
  const certainty = (
    mean: number,
    p: number,
    interval: readonly [number, number] | null,
    better: 'higher' | 'lower' = 'higher',
  ) => certaintyOf({ mean, interval, pair: pair(p, null, mean) } as unknown as Difference, better, separation);

  it('is sure by the test, perhaps by its interval alone, and a tie else', () => {
    expect(certainty(-0.1, 0.01, [-0.2, -0.05])).toBe('worse-sure');
    expect(certainty(-0.1, 0.2, [-0.2, -0.05])).toBe('worse-perhaps');
    expect(certainty(-0.1, 0.2, [-0.2, 0])).toBe('tie');
    expect(certainty(0.1, 0.01, [0.05, 0.2])).toBe('better-sure');
    expect(certainty(0.1, 0.2, [0.05, 0.2])).toBe('better-perhaps');
    expect(certainty(0.1, 0.2, null)).toBe('tie');
  });

  it('is turned where lower is better, and a tie where nothing is known', () => {
    expect(certainty(0.1, 0.01, [0.05, 0.2], 'lower')).toBe('worse-sure');
    expect(certaintyOf(null, 'higher', separation)).toBe('tie');
    expect(certaintyOf({ mean: 1 } as Difference, null, separation)).toBe('tie');
  });
});
