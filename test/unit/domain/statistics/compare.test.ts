import { describe, expect, it } from 'vitest';
import { compare } from '../../../../src/domain/statistics/compare';
import type { Comparison } from '../../../../src/domain/statistics/types';
import { numbers, systemsOf, vector } from './close';

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

  it('does not let rounding win a question', () => {
    const { wins, ties, losses, p } = onlyPair(Float64Array.of(0.1 + 0.2, 0.5), Float64Array.of(0.3, 0.5));
    expect([wins, ties, losses, p]).toEqual([0, 2, 0, one]);
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

  it('goes through all signs of few differences', () => {
    const found = onlyPair(vector(0.1, 0.2, 0.3), vector(0, 0, 0));
    expect(found.exact).toBe(true);
    expect(found.p.randomisation).toBe(0.25);
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

  it('has no pairs of one system, and nothing of none', () => {
    const [row] = systemsOf(1, 60);
    const { means, pairs } = compared([row!]);
    expect(pairs).toEqual([]);
    expect(means[0]!.ci95.percentile![0]).toBeLessThan(means[0]!.mean);
    expect(compared([])).toMatchObject({ means: [], pairs: [] });
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
