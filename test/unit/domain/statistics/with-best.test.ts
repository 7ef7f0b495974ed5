import { describe, expect, it } from 'vitest';
import { studentCritical } from '../../../../src/domain/statistics/distributions/beta';
import { normalQuantile } from '../../../../src/domain/statistics/distributions/normal';
import { quantile } from '../../../../src/domain/statistics/quantile';
import { Sampling } from '../../../../src/domain/statistics/compare';
import { BEST_ALPHA, compareWithBest } from '../../../../src/domain/statistics/with-best';
import { expectClose, numbers, systemsOf, vector } from './close';

const mean = (values: ArrayLike<number>): number => Array.from(values).reduce((sum, v) => sum + v, 0) / values.length;

const sharedOf = (rows: readonly Float64Array[], resamples = 400) =>
  new Sampling(rows, 42, resamples).sharedBy([...rows.keys()]);

/** Hsu's intervals word for word, over the same resamples. */
function literally(rows: readonly Float64Array[], resamples = 400) {
  const shared = sharedOf(rows, resamples);
  const n = rows[0]!.length;
  const resampled = shared.bootstrapped().map((sums) => [...sums].map((sum) => (sum * shared.unit) / n));
  const se = (i: number, j: number): number => {
    const differences = [...rows[i]!].map((value, q) => value - rows[j]![q]!);
    const centre = mean(differences);
    return Math.sqrt(differences.reduce((sum, d) => sum + (d - centre) ** 2, 0) / (n - 1) / n);
  };
  const observed = (i: number, j: number): number => mean(rows[i]!) - mean(rows[j]!);
  const critical = (i: number, rivals: readonly number[]): number => {
    const largest = resampled[i]!.map((own, b) =>
      Math.max(
        ...rivals.filter((j) => j !== i).map((j) => Math.abs(own - resampled[j]![b]! - observed(i, j)) / se(i, j)),
      ),
    );
    const t = studentCritical(BEST_ALPHA, n - 1) / normalQuantile(1 - BEST_ALPHA / 2);
    return quantile(largest, 1 - BEST_ALPHA) * t * Math.sqrt(n / (n - 1));
  };
  return { se, observed, critical };
}

describe('compareWithBest', () => {
  it('gives the intervals of the definition', () => {
    const rows = [3, 5, 8, 11].map((seed) => numbers(40, seed));
    const { differences, candidates, means, halfWidths } = compareWithBest(sharedOf(rows))!;
    const { se, observed, critical } = literally(rows);
    const all = [0, 1, 2, 3];
    expect(candidates).toEqual([true, true, true, true]);
    for (const i of all) {
      expectClose(means[i]!, mean(rows[i]!), 1e-12);
      const others = all.filter((j) => j !== i);
      const upper = Math.min(...others.map((j) => observed(i, j) + critical(i, all) * se(i, j)));
      const lower = Math.min(...others.map((j) => observed(i, j) - critical(j, all) * se(i, j)));
      expectClose(differences[i]![1], upper, 1e-8);
      expectClose(differences[i]![0], lower, 1e-8);
      for (const j of others) expectClose(halfWidths[i]![j]!, critical(i, all) * se(i, j), 1e-8);
    }
  });

  it('leaves out excluded systems in the next step, and holds all against the best that are left', () => {
    const rows = [...systemsOf(2, 40), systemsOf(1, 40)[0]!.map((value, q) => value - 0.3 + 0.1 * numbers(40, 5)[q]!)];
    const { differences, candidates } = compareWithBest(sharedOf(rows))!;
    const { se, observed, critical } = literally(rows);
    expect(candidates).toEqual([true, true, false]);
    expectClose(differences[0]![1], observed(0, 1) + critical(0, [0, 1]) * se(0, 1), 1e-8);
    // The lower end is simultaneous over all systems.
    expectClose(differences[0]![0], observed(0, 1) - critical(1, [0, 1, 2]) * se(0, 1), 1e-8);
    expect(differences[2]![1]).toBe(0);
    expect(differences[2]![0]).toBeLessThan(-0.2);
  });

  it('keeps systems of the same values beside each other, whatever a third does', () => {
    const [a, b] = systemsOf(2, 40) as [Float64Array, Float64Array];
    const { candidates } = compareWithBest(sharedOf([a, b, a]))!;
    expect(candidates).toEqual([true, true, true]);
    const same = compareWithBest(sharedOf([a, a]))!;
    expect(same.differences).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(same.candidates).toEqual([true, true]);
  });

  it('is certain of a difference that is the same for every question', () => {
    const a = numbers(20, 1);
    const { candidates, differences } = compareWithBest(sharedOf([a, a.map((value) => value + 0.125)]))!;
    expect(candidates).toEqual([false, true]);
    expectClose(differences[1]![1], 0.125, 1e-9);
    expect(differences[0]![1]).toBe(0);
  });

  it('does not depend on the order of the systems, and is the same each time', () => {
    const rows = systemsOf(4, 50);
    const forwards = compareWithBest(sharedOf(rows))!;
    const backwards = compareWithBest(sharedOf([...rows].reverse()))!;
    expect([...backwards.differences].reverse()).toEqual(forwards.differences);
    expect(compareWithBest(sharedOf(rows))).toEqual(forwards);
  });

  it('needs two systems and two questions', () => {
    expect(compareWithBest(sharedOf([vector(1, 2, 3)]))).toBeNull();
    expect(compareWithBest(sharedOf([vector(1), vector(2)]))).toBeNull();
  });
});
