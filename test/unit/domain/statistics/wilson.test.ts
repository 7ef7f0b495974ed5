import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '../../../../src/domain/statistics/wilson';

describe('wilsonInterval', () => {
  // scipy.stats.binomtest(k, n).proportion_ci(method='wilson')
  it.each([
    [8, 156, 0.02621149345431669, 0.09792062450233774],
    [0, 20, 0, 0.16112515805281935],
    [20, 20, 0.8388748419471808, 1],
    [3, 7, 0.1582198552514697, 0.7495416354723428],
  ])('of %d in %d is that of scipy', (count, of, low, high) => {
    const [from, to] = wilsonInterval(count, of)!;
    expect(from).toBeCloseTo(low, 12);
    expect(to).toBeCloseTo(high, 12);
  });

  it('is not that of the normal approximation, which has no width at 0', () => {
    expect(wilsonInterval(0, 20)![1]).toBeGreaterThan(0.15);
  });

  it('is none of nothing', () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });
});
