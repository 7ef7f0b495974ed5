import { describe, expect, it } from 'vitest';
import { gainScale } from '../../../../src/ui/findings/chart-layout';

const rounded = (ticks: readonly number[]): number[] => ticks.map((tick) => Number(tick.toPrecision(6)));

describe('gainScale', () => {
  it('holds the baseline, the gain and its interval, with room at the ends', () => {
    const { at } = gainScale(0.082, [0.054, 0.116]);
    expect(at(0)).toBe(8);
    expect(at(0.116)).toBeCloseTo(92, 10);
    expect(at(0.058)).toBeCloseTo(50, 10);
  });

  it('has a few round ticks besides 0', () => {
    expect(rounded(gainScale(0.082, [0.054, 0.116]).ticks)).toEqual([0.05, 0.1]);
    expect(rounded(gainScale(-0.01, [-0.04, 0.02]).ticks)).toEqual([-0.04, -0.02, 0.02]);
    expect(rounded(gainScale(0.6, [0.4, 0.8]).ticks)).toEqual([0.5]);
    for (const gain of [0.001, 0.013, 0.2, 0.99, 3]) {
      const { ticks } = gainScale(gain, null);
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(3);
    }
  });

  it('takes a gain of nothing', () => {
    expect(gainScale(0, null).at(0)).toBe(8);
    expect(gainScale(0, [0, 0]).ticks.every(Number.isFinite)).toBe(true);
  });
});
