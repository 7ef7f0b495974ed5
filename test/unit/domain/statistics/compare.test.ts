import { describe, expect, it } from 'vitest';
import { compare, Sampling } from '../../../../src/domain/statistics/compare';
import type { Comparison } from '../../../../src/domain/statistics/types';
import { expectClose, numbers, systemsOf, vector } from './close';
import { studentCritical } from '../../../../src/domain/statistics/distributions/beta';
import { normalQuantile } from '../../../../src/domain/statistics/distributions/normal';
import { quantile } from '../../../../src/domain/statistics/quantile';
import { compareWithBest } from '../../../../src/domain/statistics/with-best';
import { alphasOf } from '../../../../src/domain/judging/judges-agreement';
import { cohensKappa } from '../../../../src/domain/statistics/inter-rater';
import { areaWithInterval, drawCounts } from '../../../../src/domain/statistics/auc';
import { Random } from '../../../../src/domain/statistics/random';
import { rowsIn } from '../../../rows';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

function compared(values: Float64Array[], seed = 1, systems = names.slice(0, values.length)): Comparison {
  return compare({ measure: 'nDCG@10', systems, values, seed, resamples: 1000 });
}

const onlyPair = (...values: Float64Array[]) => compared(values).pairs[0]!;
const one = { t: 1, randomisation: 1, wilcoxon: 1 };

describe('compare', () => {
  it('compares every pair once, in the order of the systems', () => {
    const { measure, seed, resamples, means, pairs } = compared(systemsOf(4, 60));
    expect({ measure, seed, resamples }).toEqual({ measure: 'nDCG@10', seed: 1, resamples: 1000 });
    expect(means.map(({ system }) => system)).toEqual(['a', 'b', 'c', 'd']);
    expect(pairs.map(({ a, b }) => a + b)).toEqual(['ab', 'ac', 'ad', 'bc', 'bd', 'cd']);
    for (const { questions, wins, ties, losses, exact, holm, bh, p } of pairs) {
      expect(questions).toBe(60);
      expect(wins + ties + losses).toBe(60);
      expect(exact).toBe(false);
      expect(holm.t).toBeGreaterThanOrEqual(bh.t!);
      expect(bh.t).toBeGreaterThanOrEqual(p.t!);
    }
  });

  it('gives the same digits for a seed; another changes what is resampled and nothing else', () => {
    const values = systemsOf(3, 60);
    expect(compared(values)).toEqual(compared(values));
    const [first, other] = [compared(values).pairs[0]!, compared(values, 2).pairs[0]!];
    expect(other.ci95).not.toEqual(first.ci95);
    expect(other.p.t).toBe(first.p.t);
    expect(other.tukey).toBe(first.tukey);
  });

  it('gives a pair the same figures whichever other systems are there, but for corrections over all pairs', () => {
    const values = systemsOf(5, 60);
    const own = ({ pairs }: Comparison, a: string, b: string) => {
      const { questions, meanDifference, ci95, p, dz } = pairs.find((pair) => pair.a === a && pair.b === b)!;
      return { questions, meanDifference, ci95, p, dz };
    };
    const alone = compared([values[1]!, values[4]!], 1, ['b', 'e']);
    expect(own(compared(values), 'b', 'e')).toEqual(own(alone, 'b', 'e'));
  });

  it('finds nothing where nothing differs', () => {
    const row = numbers(60);
    const found = onlyPair(row, row.slice());
    expect(found).toMatchObject({ meanDifference: 0, dz: 0, deviation: 0, wins: 0, ties: 60, losses: 0 });
    expect(found).toMatchObject({ p: one, holm: one, bh: one, tukey: 1 });
    expect(found.ci95).toEqual({ percentile: [0, 0], bca: [0, 0] });
  });

  it('has no t, dz and Tukey of a constant difference, and an interval of a point', () => {
    const found = onlyPair(
      numbers(60).map((value) => value + 0.25),
      numbers(60),
    );
    expect(found).toMatchObject({ dz: null, tukey: null, deviation: 0, wins: 60 });
    expect(found.p.t).toBeNull();
    expect(found.p.randomisation).toBe(1 / 1001);
    for (const end of [...found.ci95.percentile!, ...found.ci95.bca!]) expect(end).toBeCloseTo(0.25, 11);
  });

  it('says little of one question', () => {
    const found = onlyPair(vector(0.5), vector(0.2));
    expect(found).toMatchObject({ questions: 1, dz: null, tukey: null, ci95: { percentile: null, bca: null } });
    expect(found.p).toEqual({ t: null, randomisation: 1, wilcoxon: 1 });
    expect(found.meanDifference).toBeCloseTo(0.3, 15);
  });

  it('says nothing of no questions', () => {
    for (const found of [onlyPair(vector(), vector()), onlyPair(vector(NaN, 1), vector(1, NaN))]) {
      expect(found).toMatchObject({ questions: 0, meanDifference: NaN, dz: null, tukey: null, exact: false });
      expect(found).toMatchObject({ ci95: { percentile: null, bca: null }, wins: 0, ties: 0, losses: 0 });
      expect(found.p).toEqual({ t: null, randomisation: null, wilcoxon: null });
    }
  });

  it('compares two systems on the questions that both have, and means on their own', () => {
    const [a, b, c] = systemsOf(3, 60) as [Float64Array, Float64Array, Float64Array];
    const gaps = a.map((value, q) => (q < 10 ? NaN : value));
    const { means, pairs } = compared([gaps, b, c]);
    expect(means.map(({ questions }) => questions)).toEqual([50, 60, 60]);
    expect(pairs.map(({ questions }) => questions)).toEqual([50, 50, 60]);
    expect(pairs[0]).toMatchObject({ p: onlyPair(a.slice(10), b.slice(10)).p });
    // Means over different questions cannot be held against each other all at once.
    expect(pairs.every(({ tukey }) => tukey === null)).toBe(true);
  });

  it('leaves questions out that no system has a value for: as if they were not there', () => {
    const values = systemsOf(3, 60);
    const gaps = values.map((row) => row.map((value, q) => (q < 10 ? NaN : value)));
    expect(compared(gaps)).toEqual(compared(values.map((row) => row.slice(10))));
    expect(compared(gaps).pairs[0]!.tukey).not.toBeNull();
  });

  it('finds resamples equal of systems that differ on one question of many', () => {
    const a = numbers(5000);
    const b = a.map((value, q) => (q === 17 ? value + 0.001 : value));
    const { ci95, p, exact } = onlyPair(b, a);
    // Drawn 0, 1, 2, 3 … times: 37 % of resamples are the sample again.
    expect(ci95.percentile![0]).toBe(0);
    expect(ci95.percentile![1]).toBeCloseTo(3 * 2e-7, 11);
    // z₀ is that of 37 % + 37 % / 2 below, so that the interval moves up, and not by chance.
    expect(ci95.bca![1]).toBeGreaterThanOrEqual(ci95.percentile![1]);
    expect({ randomisation: p.randomisation, exact }).toEqual({ randomisation: 1, exact: true });
  });
});

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
    const others = rivals.filter((j) => j !== i);
    const errors = others.map((j) => se(i, j));
    const largest = resampled[i]!.map((own, b) =>
      Math.max(...others.map((j, at) => Math.abs(own - resampled[j]![b]! - observed(i, j)) / errors[at]!)),
    );
    const t = studentCritical(0.03, n - 1) / normalQuantile(1 - 0.03 / 2);
    return quantile(largest, 1 - 0.03) * t * Math.sqrt(n / (n - 1));
  };
  return { se, observed, critical };
}

describe('compareWithBest', () => {
  it('gives the intervals of the definition', () => {
    const rows = [3, 5, 8, 11].map((seed) => numbers(40, seed));
    const { differences, candidates, means, halfWidths } = compareWithBest(sharedOf(rows))!;
    const { se, observed, critical } = literally(rows);
    const all = [0, 1, 2, 3];
    const criticals = all.map((i) => critical(i, all));
    expect(candidates).toEqual([true, true, true, true]);
    for (const i of all) {
      expectClose(means[i]!, mean(rows[i]!), 1e-12);
      const others = all.filter((j) => j !== i);
      const upper = Math.min(...others.map((j) => observed(i, j) + criticals[i]! * se(i, j)));
      const lower = Math.min(...others.map((j) => observed(i, j) - criticals[j]! * se(i, j)));
      expectClose(differences[i]![1], upper, 1e-8);
      expectClose(differences[i]![0], lower, 1e-8);
      for (const j of others) expectClose(halfWidths[i]![j]!, criticals[i]! * se(i, j), 1e-8);
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

  it('needs two systems and two questions', () => {
    expect(compareWithBest(sharedOf([vector(1, 2, 3)]))).toBeNull();
    expect(compareWithBest(sharedOf([vector(1), vector(2)]))).toBeNull();
  });
});

describe('Cohen’s kappa', () => {
  it('is not the share of equal grades: nine of ten zeros agree by chance', () => {
    const pairs = [...Array.from({ length: 9 }, () => [0, 0] as const), [1, 0] as const];
    const { observed, kappa } = cohensKappa(pairs);
    expect(observed).toBe(0.9);
    expect(kappa).toBeCloseTo(0, 12);
  });

  it('is not defined, and says so, for no items and for one grade alone', () => {
    expect(cohensKappa([])).toMatchObject({ items: 0, kappa: null, linear: null, undefined: 'no-items' });
    expect(cohensKappa(rowsIn('2 2, 2 2'))).toMatchObject({ kappa: null, linear: null, undefined: 'one-grade' });
    expect(cohensKappa(rowsIn('2 2, 2 1'))).toMatchObject({ kappa: 0, undefined: null });
  });

  it('keeps grades with fractions apart, and weighs them by their distance', () => {
    const halves = cohensKappa(rowsIn('.5 .5, 0 0, 1.5 0'));
    expect(halves).toMatchObject({ grades: [0, 0.5, 1.5], confusion: [[1, 0, 0], [0, 1, 0], [1, 0, 0]] }); // prettier-ignore
    expect(halves.linear).toBeCloseTo(cohensKappa(rowsIn('1 1, 0 0, 3 0')).linear!, 12);
  });

  it('has no table of more than 20 grades, and the same value for grades that none has between them', () => {
    const upTo = (highest: number) => cohensKappa([[0, 0], [1, highest], [highest, highest]]); // prettier-ignore
    expect(upTo(19).confusion).toHaveLength(20);
    expect(upTo(1e9)).toMatchObject({ grades: [0, 1, 1e9], kappa: upTo(19).kappa, observed: 2 / 3 });
    const fractions = cohensKappa(Array.from({ length: 40 }, (_, i) => [i / 7, ((i * 3) % 40) / 7] as const));
    expect(fractions).toMatchObject({ confusion: null, kappa: 0.025641025640997017, linear: 0.15947467166979534 });
  });
});

it('Krippendorff’s α is not defined where chance cannot disagree', () => {
  for (const units of [[], rowsIn('1 1, 1 1'), [[1], [2]]])
    for (const { alpha } of Object.values(alphasOf([units], 1))) expect(alpha).toBeNull();
});

describe('the area under the ROC curve', () => {
  const positive = [true, true, false, false];
  const areaOf = (scores: number[], kinds = positive) => areaWithInterval(scores, kinds, 1, 1).auc;

  it('is 1 in order, 0 in the opposite order, and a half for a constant, infinite scores included', () => {
    expect(areaOf([4, 3, 2, -Infinity])).toBe(1);
    expect(areaOf([-Infinity, 1, 2, 3])).toBe(0);
    expect(areaOf([7, 7, 7, 7])).toBe(0.5);
    expect(areaOf([-Infinity, -Infinity, -Infinity, -Infinity])).toBe(0.5);
  });

  it('is null where one kind is missing', () => {
    expect(areaOf([1, 2], [true, true])).toBeNull();
    expect(areaWithInterval([1, 2], [true, false], 99, 1)).toEqual({ auc: 0, ci95: null });
  });

  it('has an interval around it, the same for the same seed, and of no width for a constant', () => {
    const scores = Array.from({ length: 60 }, (_, i) => ((i * 37) % 61) + (i % 2) * 15);
    const kinds = scores.map((_, i) => i % 2 === 1);
    const { auc, ci95 } = areaWithInterval(scores, kinds, 999, 5);
    expect(areaWithInterval(scores, kinds, 999, 5).ci95).toEqual(ci95);
    expect(ci95![0]).toBeLessThan(auc!);
    expect(ci95![1]).toBeGreaterThan(auc!);
    expect(ci95![1] - ci95![0]).toBeLessThan(0.4);
    expect(areaWithInterval(kinds.map(Number).fill(3), kinds, 99, 1).ci95).toEqual([0.5, 0.5]);
  });

  it('resamples each kind by itself', () => {
    const counts = new Uint32Array(5);
    drawCounts(rowsIn('0 2, 1 3 4'), counts, new Random(3));
    expect(counts[0]! + counts[2]!).toBe(2);
    expect(counts[1]! + counts[3]! + counts[4]!).toBe(3);
  });
});
