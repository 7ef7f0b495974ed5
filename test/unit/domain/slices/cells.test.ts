import { describe, expect, it } from 'vitest';
import { differencesToBest } from '../../../../src/domain/slices/cells';
import { bootstrapSums, columnsOf } from '../../../../src/domain/statistics/bootstrap';
import { quantile } from '../../../../src/domain/statistics/quantile';
import { Random } from '../../../../src/domain/statistics/random';
import { numbers, systemsOf } from '../statistics/close';

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('differencesToBest', () => {
  const rows = systemsOf(3, 24);
  const slices = [range(0, 10), range(10, 24)];
  const found = differencesToBest(rows, 2, slices, { seed: 5, resamples: 499 });

  it('has the mean difference, and its percentile interval over the questions of the slice', () => {
    slices.forEach((slice, s) => {
      const own = rows.map((row) => Float64Array.from(slice, (q) => row[q]!));
      const columns = columnsOf(own);
      const sums = bootstrapSums(columns, 499, 5);
      [0, 1].forEach((system) => {
        const { mean: difference, ci95 } = found[s]![system]!;
        expect(difference).toBeCloseTo(mean(slice.map((q) => rows[system]![q]! - rows[2]![q]!)), 12);
        const resampled = sums[system]!.map((sum, b) => ((sum - sums[2]![b]!) * columns.unit) / slice.length);
        expect(ci95![0]).toBeCloseTo(quantile(resampled, 0.025), 12);
        expect(ci95![1]).toBeCloseTo(quantile(resampled, 0.975), 12);
      });
      expect(found[s]![2]).toEqual({ mean: 0, ci95: null, p: 1, certainty: 'tie' });
    });
  });

  it('has the p of a max-T test over slices and all pairs, as written out', () => {
    const pairs = [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const;
    const cells = slices.flatMap((slice) =>
      pairs.map(([a, b]) => slice.map((q) => ({ q, d: rows[a]![q]! - rows[b]![q]! }))),
    );
    const statistic = (cell: readonly { q: number; d: number }[], signs: readonly number[]): number =>
      Math.abs(cell.reduce((sum, { q, d }) => sum + signs[q]! * d, 0)) /
      Math.sqrt(cell.reduce((sum, { d }) => sum + d * d, 0));
    const random = new Random(5 ^ 0x5197);
    const words = new Uint32Array(24);
    const largest = range(0, 499).map(() => {
      random.fill(words);
      const signs = Array.from(words, (word) => (word >= 2 ** 31 ? -1 : 1));
      return Math.max(...cells.map((cell) => statistic(cell, signs)));
    });
    const plus = rows[0]!.map(() => 1);
    slices.forEach((_, s) =>
      [0, 1].forEach((system) => {
        const cell = cells[s * 3 + system + 1]!;
        const own = statistic(cell, [...plus]);
        const reached = largest.filter((each) => each >= own - 1e-9).length;
        expect(found[s]![system]!.p).toBe((reached + 1) / 500);
      }),
    );
  });

  it('is sure of a large difference, perhaps of a smaller one, and of a tie else', () => {
    const best = numbers(60, 3).map((value) => 0.5 + value / 2);
    const noise = [4, 5, 6].map((seed) => {
      const values = numbers(60, seed);
      return values.map((value) => (value - mean([...values])) / 3);
    });
    const others = [0.2, 0.028, 0].map((less, i) => best.map((value, q) => value - less + noise[i]![q]!));
    const [cells] = differencesToBest([best, ...others], 0, [range(0, 60)], { seed: 1, resamples: 1999 });
    expect(cells!.map(({ certainty }) => certainty)).toEqual(['tie', 'sure', 'perhaps', 'tie']);
  });

  it('knows systems that are the same', () => {
    const [row] = systemsOf(1, 20);
    const [cells] = differencesToBest([row!, row!.slice()], 0, [range(0, 20)], { seed: 1, resamples: 99 });
    expect(cells![1]).toMatchObject({ mean: 0, ci95: [0, 0], p: 1, certainty: 'tie' });
  });

  it('keeps the level although the best was chosen by the same values, which a test of its pairs alone does not', () => {
    let [sure, alone] = [0, 0];
    const dataSets = 300;
    for (let set = 0; set < dataSets; set++) {
      // Eight systems that are all alike, on 40 questions.
      const alike = Array.from({ length: 8 }, (_, s) => numbers(40, 1000 * set + 17 * s + 1));
      const means = alike.map((row) => mean([...row]));
      const best = means.indexOf(Math.max(...means));
      const all = range(0, 40);
      const sampled = { seed: set, resamples: 199 };
      if (differencesToBest(alike, best, [all], sampled)[0]!.some(({ certainty }) => certainty === 'sure')) sure++;
      // The same max-T, over pairs with the best alone.
      const random = new Random(set);
      const words = new Uint32Array(40);
      const pairs = alike.flatMap((row, s) => (s === best ? [] : [row.map((value, q) => value - alike[best]![q]!)]));
      const scaled = pairs.map((d) => d.map((value) => value / Math.hypot(...d)));
      const largest = range(0, 199).map(() => {
        random.fill(words);
        return Math.max(
          ...scaled.map((d) => Math.abs(d.reduce((sum, value, q) => sum + (words[q]! >>> 31 ? -value : value), 0))),
        );
      });
      const own = Math.max(...scaled.map((d) => Math.abs(d.reduce((sum, value) => sum + value, 0))));
      if ((largest.filter((each) => each >= own).length + 1) / 200 < 0.05) alone++;
    }
    expect(sure / dataSets).toBeLessThanOrEqual(0.06);
    expect(alone / dataSets).toBeGreaterThan(0.1);
  });
});
